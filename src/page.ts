/** What the page imports, in a browser: the core, and parts of it that are for the page alone. */
export type {
  AllocateOptions,
  Allocation,
  AllocationProgress,
  AllocationResult,
  Allocator,
  ObjectiveProof,
} from './allocation/allocation.ts';
export { directDistances, facilityLocation } from './allocation/facility-location.ts';
export { lagrangianAllocator } from './allocation/lagrangian.ts';
export { type ModelReport, modelReport } from './allocation/model-report.ts';
export { type NeuralMipOptions, neuralMip } from './allocation/neural-mip.ts';
export type { ConstraintModel, Constraints, ConstraintVariables } from './allocation/own-constraints.ts';
export { SetPrices } from './allocation/set-prices.ts';
export {
  type CurvePoint,
  costByCount,
  costOfSet,
  differenceBand,
  type PricedSet,
  predictionBand,
  routingHash,
  type SiteWorth,
  type WeighedSet,
  worthOfSites,
} from './allocation/what-if.ts';
export { reportWhatIf, type WhatIfReport } from './allocation/what-if-report.ts';
export type { AttentionOptions, ReadWarning } from './formats/attention.ts';
export { type Rows, readCustomerRows, readDepotRows } from './formats/csv-rows.ts';
export { decodeFile } from './formats/decode.ts';
export type { BinaryFile, InstanceFormat, InstanceOptions } from './formats/format.ts';
export { formatNamed, formats } from './formats/formats.ts';
export { indexRoutes } from './formats/indexed-plan.ts';
export { readPlan } from './formats/plan.ts';
export { type ReadOptions, readInstance, recogniseFormat } from './formats/read.ts';
export { jsonSchemas } from './formats/schemas.ts';
export { fileNameOf, type SourceFile, sourceLabel } from './formats/source.ts';
export { formatSpans, parseSpans } from './formats/times.ts';
export { encodeInstance, type SolutionFormat, solutionFormats, writeInstance, writeSolution } from './formats/write.ts';
export { checkPoint, isInformative, type PointCheck, relativeGap, type Tolerance } from './mip/check.ts';
export { type Explanation, explainContradiction } from './mip/iis.ts';
export { writeLp } from './mip/lp-format.ts';
export { MipBuilder, type MipModel } from './mip/model.ts';
export { writeMps } from './mip/mps-format.ts';
export { type EmbeddedHead, type FormulationName, formulations, headError } from './mip/relu/formulation.ts';
export { evaluateHead, type ReluNetwork, type SwitchedSum } from './mip/relu/head.ts';
export { lpBounds } from './mip/relu/lp-bounds.ts';
export { type HeadsSize, headsSize, type ModelSize, modelSize } from './mip/size.ts';
export { hasSolution, type MipOptions, type MipProgress, type MipResult, type MipSolution, type MipSolver } from './mip/solver.ts';
export { HighsSolver } from './mip/solvers/highs.ts';
export { type AskOptions, serve, Worker, WorkerClient, type WorkerOutcome } from './parallel/worker.ts';
export { type Decide, type Decision, decideBy, type Expectation, type Proposal } from './pipeline/decide.ts';
export { chooseMethod, type Method, type MethodChoice, type MethodName, type MethodSources, methodNames } from './pipeline/methods.ts';
export type { SolveOptions, SolveProgress } from './pipeline/options.ts';
export { solve } from './pipeline/solve.ts';
export { changeableFields, changeInstance, type InstanceChanges } from './problem/change.ts';
export type { DepotSet } from './problem/depot-set.ts';
export * from './problem/errors.ts';
export { explainInfeasibility, requireFeasible } from './problem/feasibility.ts';
export { instanceHash } from './problem/hash.ts';
export {
  type Customer,
  createInstance,
  customerSchema,
  type Depot,
  depotSchema,
  type Instance,
  type InstanceInput,
  instanceSchema,
  type Rounding,
  type Rules,
  roundings,
  rulesSchema,
  type Travel,
  type Units,
} from './problem/instance.ts';
export type { Language } from './problem/languages.ts';
export { planSchema } from './problem/plan.ts';
export { firstIssue } from './problem/schema-fault.ts';
export type { Claim, CostBreakdown, IndexedRoute, Plan, Route, Solution, SolutionRecord, StageTimes } from './problem/solution.ts';
export { createSolution, describeRoutes, idleDepotNotes, routeCost } from './problem/solution.ts';
export { depotSubproblem } from './problem/subproblem.ts';
export type { StopTimes, Timetable } from './problem/timetable.ts';
export { type TravelCosts, travelCosts, travelMatrix } from './problem/travel.ts';
export { unitsOf } from './problem/units.ts';
export { quantityNames, usesTime } from './problem/vehicles.ts';
export { type Verification, type Violation, verify } from './problem/verify.ts';
export { type InstanceWarning, instanceWarnings } from './problem/warnings.ts';
export { Amounts, amountsOf } from './report/amounts.ts';
export { type Comparison, comparePlans, type NamedPlan, type PlanChange, type PlanFigures } from './report/comparison.ts';
export { type CostKind, type CostPart, costKinds, costNotes, costSplit } from './report/cost-split.ts';
export { drawMap, type MapOptions } from './report/map.ts';
export { formatCount, formatNumber, shortenName } from './report/number.ts';
export { depotColours, type ThemeName, themes } from './report/palette.ts';
export { type RouteSheet, routeSheets, type SheetStop, writeSheetsCsv } from './report/route-sheets.ts';
export { type RouteTable, routeTable } from './report/route-table.ts';
export { chooseScaleBar, type ScaleBar } from './report/scale-bar.ts';
export { drawRouteSheets } from './report/sheet-pages.ts';
export { type InstanceSummary, summariseInstance } from './report/summary.ts';
export { capitalised, headings } from './report/words/words.ts';
export { encodePlan } from './report/workbook.ts';
export { hgsRouter } from './routing/hgs.ts';
export { routeDepots } from './routing/route-depots.ts';
export type { Router, RouterOptions, Routing } from './routing/router.ts';
export { Random } from './run/random.ts';
export type { Stop, StopReason } from './run/stop.ts';
export { type ParallelOptions, type ParallelResult, searchParallel } from './search/islands/islands.ts';
export { type SearchParameters, type SearchParametersInput, searchParameters } from './search/parameters.ts';
export { type SearchOptions, type SearchProgress, type SearchResult, search } from './search/search.ts';
export { type Architecture, architectureSchema } from './surrogate/architecture.ts';
export {
  decodeModel,
  encodeModel,
  importDeepSets,
  type Model,
  type ModelCard,
  type ModelFiles,
  modelCardSchema,
  type PredictionError,
  predictionError,
} from './surrogate/model.ts';
export { NetworkSurrogate } from './surrogate/network-surrogate.ts';
export { defaultModel, ModelRegistry, modelSuffixes, shippedModels } from './surrogate/registry.ts';
export { type CostHead, type Embedded, embeddedCost, headCost, type Surrogate } from './surrogate/surrogate.ts';
export { type Price, type Target, targetSchema } from './surrogate/target.ts';
export { unseenByNetworks, unseenText } from './surrogate/unseen.ts';
