/** The core of NEO-LRP: runs in Node, in a worker and in a browser. What needs files, threads or processes is in `neo-lrp/node`. */
export type { InstanceFormat, InstanceOptions } from './formats/format.ts';
export { formatNamed, formats } from './formats/formats.ts';
export { readPlan } from './formats/plan.ts';
export { type ReadOptions, readInstance, recogniseFormat } from './formats/read.ts';
export { jsonSchemas } from './formats/schemas.ts';
export type { SourceFile } from './formats/source.ts';
export { type SolutionFormat, solutionFormats, writeInstance, writeSolution } from './formats/write.ts';
export * from './problem/errors.ts';
export { explainInfeasibility, requireFeasible } from './problem/feasibility.ts';
export { instanceHash } from './problem/hash.ts';
export {
  type Customer,
  createInstance,
  type Depot,
  type Instance,
  type InstanceInput,
  type Rounding,
  type Rules,
  type Travel,
} from './problem/instance.ts';
export type { Claim, CostBreakdown, Plan, Route, Solution } from './problem/solution.ts';
export { describeRoutes } from './problem/solution.ts';
export { depotSubproblem } from './problem/subproblem.ts';
export { type TravelCosts, travelCosts, travelMatrix } from './problem/travel.ts';
export { type Verification, type Violation, verify } from './problem/verify.ts';
export { drawMap, type MapOptions } from './report/map.ts';
export { type InstanceSummary, summariseInstance } from './report/summary.ts';
export { Random } from './run/random.ts';
export type { Stop, StopReason } from './run/stop.ts';
