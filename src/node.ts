/** What needs files, threads or processes; re-exports the core. */

export { parseMethods } from './benchmark/methods.ts';
export { publishReport } from './benchmark/publish.ts';
export type { RunRecord } from './benchmark/record.ts';
export { loadRecords } from './benchmark/record.ts';
export { loadBestKnown } from './benchmark/reference.ts';
export { reportOn } from './benchmark/report.ts';
export { outstandingRuns, runBenchmark } from './benchmark/runner.ts';
export { findInstances } from './benchmark/sets.ts';
export { solveInProcess } from './benchmark/solve-process.ts';
export * from './index.ts';
export { availableMipSolvers, findMipSolver } from './mip/solvers/registry.ts';
export { loadInstance, loadPlan, loadSources, saveText } from './node/files.ts';
export { availableModels, loadModel, saveModel } from './node/model-files.ts';
export { type NodeSolveOptions, solve } from './node/solve.ts';
export { renderPng } from './report/png.ts';
export { availableRouters, findRouter } from './routing/registry.ts';
export { vroomRouter } from './routing/vroom.ts';
export { adaptModel } from './training/adapt-model.ts';
export { cellSets } from './training/cells.ts';
export { collectSets, type Dataset } from './training/dataset.ts';
export { loadDataset, saveDataset } from './training/dataset-file.ts';
export { evaluateModel } from './training/evaluate.ts';
export { paperSets } from './training/generator.ts';
export { labelDataset } from './training/label-dataset.ts';
export { trainModel } from './training/train-model.ts';
export { tuneModel } from './training/tune.ts';
