/** What the page imports, in a browser: the core, and parts of it that are for the page alone. Not an entry point of the package. */
export type { AllocationProgress } from './allocation/allocation.ts';
export { SetPrices } from './allocation/set-prices.ts';
export {
  type CurvePoint,
  costByCount,
  differenceBand,
  type PricedSet,
  predictionBand,
  routingHash,
  type SiteWorth,
  type WeighedSet,
  worthOfSites,
} from './allocation/what-if.ts';
export { readCustomerRows, readDepotRows } from './formats/csv-rows.ts';
export { decodeFile } from './formats/decode.ts';
export type { BinaryFile } from './formats/format.ts';
export { indexRoutes } from './formats/indexed-plan.ts';
export { readPlan } from './formats/plan.ts';
export { readInstance } from './formats/read.ts';
export type { ReadWarning } from './formats/read-warnings.ts';
export { fileNameOf, type SourceFile, sourceLabel } from './formats/source.ts';
export { formatSpans, parseSpans } from './formats/times.ts';
export { encodeInstance, writeInstance, writeSolution } from './formats/write.ts';
export { informativeGap } from './mip/check.ts';
export { HighsSolver } from './mip/solvers/highs.ts';
export { handleRequests, Worker, WorkerClient, type WorkerOutcome } from './parallel/worker.ts';
export { chooseMethod, type Method, type MethodName } from './pipeline/methods.ts';
export type { SolveProgress } from './pipeline/options.ts';
export { solve } from './pipeline/solve.ts';
export { type ErrorCode, type Fault, faultOf, NeoLrpError, type Place } from './problem/errors.ts';
export { explainInfeasibility } from './problem/feasibility.ts';
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
export { instanceHash } from './problem/model.ts';
export { planSchema } from './problem/plan.ts';
export { firstIssue } from './problem/schema-fault.ts';
export {
  createSolution,
  describeRoutes,
  type IndexedRoute,
  idleDepotNotes,
  type Plan,
  routeCost,
  type Solution,
} from './problem/solution.ts';
export { unitsOf } from './problem/units.ts';
export { verify } from './problem/verify.ts';
export { type InstanceWarning, instanceWarnings } from './problem/warnings.ts';
export { amountsOf } from './report/amounts.ts';
export { multiples, roundStep } from './report/chart-frame.ts';
export { comparePlans, type PlanChange } from './report/comparison.ts';
export { costKinds, costSplit } from './report/cost-split.ts';
export { depotFigures } from './report/depot-figures.ts';
export { drawMap } from './report/map.ts';
export { drawCustomers, drawDepots, drawLabels, drawRoutes } from './report/marks.ts';
export { formatCount, formatNumber } from './report/number.ts';
export { depotColours, type Theme, type ThemeName, themes } from './report/palette.ts';
export { placeNames } from './report/place-names.ts';
export { drawCostCurve, drawCostsByCount } from './report/plan-charts.ts';
export {
  type Insets,
  kilometresPerPixel,
  type Places,
  type Point,
  type Screen,
  type Size,
  screenOf,
  type View,
  type World,
  wholeView,
  worldOf,
} from './report/projection.ts';
export { drawReport } from './report/report-page.ts';
export { drawScaleBar } from './report/scale-bar.ts';
export { byColour, type CustomerMark, composeScene, type DepotMark, type RouteMark, type Scene } from './report/scene.ts';
export { drawRouteSheets } from './report/sheet-pages.ts';
export { summariseInstance } from './report/summary.ts';
export { element, text } from './report/svg.ts';
export { capitalised } from './report/words.ts';
export { encodePlan } from './report/workbook.ts';
export { type PredictionError, predictionError } from './surrogate/model.ts';
export { NetworkSurrogate } from './surrogate/network-surrogate.ts';
export { defaultModel, ModelRegistry } from './surrogate/registry.ts';
export { unseenByNetworks, unseenText } from './surrogate/unseen.ts';
