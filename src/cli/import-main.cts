/** In a file of its own, because an old Node cannot parse `import()`. main.js reports its own errors. */
void import('./main.js');
