/** What needs files, threads or processes; re-exports the core. */
export { loadInstance, loadPlan, loadSources, saveText } from './files.ts';
export * from './index.ts';
export { CbcSolver } from './mip/solvers/cbc.ts';
export { gurobi } from './mip/solvers/gurobi.ts';
export { availableMipSolvers, type MipSolverName, mipSolver, mipSolverNames } from './mip/solvers/registry.ts';
export { scip } from './mip/solvers/scip.ts';
export { loadModel, loadModelFiles, saveModel } from './model-files.ts';
export { renderPng } from './report/png.ts';
export { availableRouters, defaultRouter, findRouter, type RouterAvailability, type RouterName, routerNames } from './routing/registry.ts';
export { type VroomBackend, type VroomOptions, vroomRouter } from './routing/vroom.ts';
export { cellSets, cellsOf } from './training/cells.ts';
export { collectSets, type Dataset, type LabelCard, mergeDatasets, routingSetAt, toSamples, withLabels } from './training/dataset.ts';
export { LabelLogFile, loadDataset, mergeLogs, saveDataset } from './training/dataset-file.ts';
export { type ErrorSummary, type Evaluation, evaluate, type Price, type SamplePredictor } from './training/evaluate.ts';
export { paperSet, paperSets } from './training/generator.ts';
export { type Labeller, type LabelPlan, labelSet, routerLabeller } from './training/label.ts';
export { type LabelThreads, labelOnThreads } from './training/label-threads.ts';
export { modelPredictor } from './training/model-predictor.ts';
export { type RoutingSet, routingInstance } from './training/routing-set.ts';
export type { SampleSet, SampleSet } from './training/sample.ts';
export { holdBack } from './training/split.ts';
export {
  type TrainingOptions,
  type TrainingOptions,
  type TrainingProgress,
  type TrainingProgress,
  type TrainingResult,
  type TrainingResult,
  train,
  train,
} from './training/train.ts';
export { type PresetName, trainingPresets, trainingPresets } from './training/train-presets.ts';
export type { TrainingConfig, TrainingInput } from './training/trainer/config.ts';
export { successiveHalving, type Tuning, type TuningPlan } from './training/tune.ts';
