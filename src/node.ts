/** What needs files, threads or processes; re-exports the core. */
export { loadInstance, loadPlan, loadSources, saveText } from './files.ts';
export * from './index.ts';
export { CbcSolver } from './mip/solvers/cbc.ts';
export { gurobi } from './mip/solvers/gurobi.ts';
export { availableMipSolvers, type MipSolverName, mipSolver, mipSolverNames } from './mip/solvers/registry.ts';
export { scip } from './mip/solvers/scip.ts';
export { renderPng } from './report/png.ts';
export { availableRouters, findRouter, type RouterAvailability, type RouterName, routerNames } from './routing/registry.ts';
export { type VroomBackend, type VroomOptions, vroomRouter } from './routing/vroom.ts';
