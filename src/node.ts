/** What needs files, threads or processes; re-exports the core. */
export { loadInstance, loadPlan, loadSources, saveText } from './files.ts';
export * from './index.ts';
export { renderPng } from './report/png.ts';
