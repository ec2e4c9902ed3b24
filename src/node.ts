/** What needs files, threads or processes; re-exports the core. */
export { loadInstance, loadPlan, loadSources, saveText } from './files.ts';
export * from './index.ts';
export { renderPng } from './report/png.ts';
export { availableRouters, findRouter, type RouterAvailability, type RouterName, routerNames } from './routing/registry.ts';
export { type VroomBackend, type VroomOptions, vroomRouter } from './routing/vroom.ts';
