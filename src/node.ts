/** What needs files, threads or processes; re-exports the core. */
export * from './index.ts';
export { availableMipSolvers, findMipSolver } from './mip/solvers/registry.ts';
export { loadInstance, loadPlan, loadSources, saveText } from './node/files.ts';
export { availableModels, loadModel, saveModel } from './node/model-files.ts';
export { type NodeSolveOptions, solve } from './node/solve.ts';
export { renderPng } from './report/png.ts';
export { availableRouters, findRouter } from './routing/registry.ts';
export { vroomRouter } from './routing/vroom.ts';
export { adaptModel } from './training/adapt.ts';
export { cellSets } from './training/cells.ts';
export { collectSets, type Dataset } from './training/dataset.ts';
export { loadDataset, saveDataset } from './training/dataset-file.ts';
export { evaluateModel } from './training/evaluate.ts';
export { paperSets } from './training/generator.ts';
export { labelDataset, labelled } from './training/label-dataset.ts';
export { trainModel } from './training/train-model.ts';
export { trainingPresets } from './training/train-presets.ts';
export { loadTrainingSets, samplesFor } from './training/training-sets.ts';
