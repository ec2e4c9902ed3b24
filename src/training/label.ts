/** Labels: the cost of a set's routes, found by a router with a stated budget. */
import { WorkerPool } from '../parallel/pool.ts';
import { Worker } from '../parallel/worker.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { findRouter } from '../routing/registry.ts';
import type { Router } from '../routing/router.ts';
import { Random } from '../run/random.ts';
import type { Stop } from '../run/stop.ts';
import { type Dataset, type LabelCard, routingSetAt } from './dataset.ts';
import { type RoutingProblem, routingInstance } from './routing-set.ts';

export interface Label {
  readonly travel: number;
  readonly routes: number;
  /** Travel plus the labeller's vehicle cost per route. */
  readonly cost: number;
}

/** Prices one routing problem. Deterministic in both arguments as long as its budget is. */
type Labeller = (cvrp: Instance, seed: number) => Label | Promise<Label>;

/** How to make labels: the card without what is only known afterwards. */
export type LabelPlan = Omit<LabelCard, 'quality'>;

/**
 * Ten distance units per vehicle, the ratio of sets P and S (1000 against ceil(100·d)). Travel hardly depends on the vehicle cost, so one
 * label serves every price.
 */
export const defaultVehicleCost = 10;

/** Close to what twenty times the effort finds on the paper's problems (docs/lab/surrogates.md). */
export const defaultIterations = 40;

/** A router as labeller. The cost is recomputed from the stops. */
export function routerLabeller(router: Router, { iterations, seconds }: Pick<LabelPlan, 'iterations' | 'seconds'>): Labeller {
  const stop: Stop = { ...(iterations !== null && { iterations }), ...(seconds !== null && { seconds }) };
  return async (cvrp, seed) => {
    const { routes } = await router.solve(cvrp, { stop, seed });
    const { cost } = modelOf(cvrp).travel;
    const place = new Map(cvrp.customers.map((customer, i) => [customer.id, i + 1]));
    let travel = 0;
    for (const { stops } of routes) {
      let at = 0;
      for (const stop of [...stops.map((id) => place.get(id) ?? 0), 0]) {
        travel += cost(at, stop);
        at = stop;
      }
    }
    return { travel, routes: routes.length, cost: travel + cvrp.vehicleCost * routes.length };
  };
}

/** A set with its number in the data set. */
export interface LabelTask {
  readonly plan: LabelPlan;
  readonly index: number;
  readonly set: RoutingProblem;
}

export async function labelSet({ plan, index, set }: LabelTask, labeller?: Labeller): Promise<Label> {
  const label = labeller ?? routerLabeller(await findRouter(plan.router), plan);
  const cvrp = routingInstance(set, `set ${index}`, { vehicleCost: plan.vehicleCost, distanceScale: 1 });
  // Each set has a seed of its own, so that labels do not depend on how the work is divided.
  return label(cvrp, new Random(plan.seed).split(index).uint32());
}

interface LabelWork {
  /** Called with each label as it comes, in any order; the thread waits for it. */
  readonly onLabel: (set: number, label: Label) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** Labels the picked sets of a data set, somewhere. */
export type LabelSomewhere = (dataset: Dataset, picks: readonly number[], plan: LabelPlan, work: LabelWork) => Promise<void>;

/** A thread that labels one set, or one cell of a region, a request. */
export const labelWorker = (): Worker => new Worker(new URL('./label.worker.js', import.meta.url), { type: 'module' });

/** What threads find for each task, in any order, with the position of the task. */
export async function inLabelThreads<Task, Found>(
  threads: number,
  tasks: Iterable<Task>,
  onFound: (found: Found, index: number) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const pool = new WorkerPool<Task, Found>(labelWorker, { workers: threads });
  await pool.forEach(tasks, onFound, signal).finally(() => pool.close());
}

export const labelOnThreads =
  (threads: number): LabelSomewhere =>
  (dataset, picks, plan, { onLabel, signal }) => {
    function* tasks(): Generator<LabelTask> {
      for (const index of picks) yield { plan, index, set: routingSetAt(dataset, index) };
    }
    return inLabelThreads(threads, tasks(), (label: Label, task) => onLabel(picks[task], label), signal);
  };
