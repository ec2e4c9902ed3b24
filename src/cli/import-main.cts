/** A file of its own, because an old Node cannot parse `import()`. What goes wrong inside is told there. */
void import('./main.js');
