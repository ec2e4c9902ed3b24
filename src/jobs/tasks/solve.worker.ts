/** A thread that solves one instance per request and reports better plans as it finds them. */
import { drawOnNamedRoads } from '../../node/roads.ts';
import { solve } from '../../node/solve.ts';
import { threadCpuClock } from '../../node/thread-cpu.ts';
import { handleRequests } from '../../parallel/worker.ts';
import type { SolveProgress } from '../../pipeline/options.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../../problem/instance.ts';
import { instanceHash } from '../../problem/model.ts';
import { describeRoutes, type IndexedRoute, type Solution } from '../../problem/solution.ts';
import { unitsOf } from '../../problem/units.ts';
import { verify } from '../../problem/verify.ts';
import type { Report } from '../claims.ts';
import type { JobProgress, SolveJobOptions } from '../job.ts';
import type { TaskResult } from './task.ts';

export interface SolveTask {
  readonly instance: unknown;
  readonly options: SolveJobOptions;
  /** What is left of the time. */
  readonly seconds?: number;
  /** Seconds that earlier attempts took. */
  readonly spent: number;
  /** Their best plan: a solution as JSON. */
  readonly start?: string;
  /** And what it costs. */
  readonly best?: number;
}

handleRequests<SolveTask, Report, Required<TaskResult>>(async (task, report) => {
  const instance = createInstance(task.instance as InstanceInput);
  const { seconds: left, spent } = task;
  const { seconds: _, cpuSeconds, auto, iterations, target, start, worst, heldBack, assignment, ...options } = task.options;
  const days = { ...(worst !== undefined && { worst }), ...(heldBack !== undefined && { heldBack }), ...(assignment && { assignment }) };
  const clock = cpuSeconds === undefined ? undefined : threadCpuClock();
  if (cpuSeconds !== undefined && !clock)
    throw new NeoLrpError('E_USAGE', 'this system does not tell the CPU seconds of a thread; ask for seconds instead', {
      field: 'options.cpuSeconds',
    });
  const reporter = new Reporter(instance, task, report);
  const found = await solve(instance, {
    ...options,
    ...(Object.keys(days).length > 0 && { days }),
    stop: { seconds: left, auto, iterations, target, clock },
    start: task.start === undefined ? start : (JSON.parse(task.start) as Solution),
    // The process has other threads; its CPU time is not that of this run.
    cpuSeconds: undefined,
    onProgress: (progress) => reporter.update(progress),
  });
  const solution = await drawOnNamedRoads(instance, found);
  const { cost, openDepots, routes, time } = solution;
  const result = JSON.stringify(clock ? { ...solution, clock: 'cpu' } : solution);
  const vehicles = solution.acrossDays?.vehicles.most ?? routes.length;
  const progress = { stage: 'done', seconds: spent + time.total, cost: cost.total, openDepots: openDepots.length, vehicles };
  return { result, cost: cost.total, progress };
});

/** Seconds between two reports: each is a row in the database, so they become rarer as the run gets longer. */
const pauseAfter = (elapsed: number) => Math.max(0.5, 0.01 * elapsed);

class Reporter {
  private best: number;
  private fresh: { readonly cost: number; readonly routes: readonly IndexedRoute[]; readonly seconds: number } | undefined;
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly instance: Instance,
    private readonly task: SolveTask,
    private readonly report: (report: Report) => void,
  ) {
    this.best = task.best ?? Number.POSITIVE_INFINITY;
  }

  update(progress: SolveProgress): void {
    const { stage, seconds } = progress;
    if ('routes' in progress && progress.routes && progress.feasible && progress.cost < this.best) {
      const { cost, routes } = progress;
      this.best = cost;
      this.fresh = { cost, routes, seconds };
    }
    if (seconds - this.last < pauseAfter(seconds)) return;
    this.last = seconds;
    const best = this.describeFresh();
    this.report({ progress: { ...this.describe(progress), stage, seconds: this.task.spent + seconds }, ...(best && { best }) });
  }

  private describe(progress: SolveProgress): Omit<JobProgress, 'stage' | 'seconds'> {
    if (progress.stage === 'allocation' || progress.stage === 'routing' || progress.stage === 'days')
      return Number.isFinite(this.best) ? { cost: this.best } : {};
    const { iterations, settled, cost, feasible, openDepots, vehicles } = progress;
    return { iterations, settled, ...(feasible && { cost: Math.min(cost, this.best), openDepots, vehicles }) };
  }

  /** The plan as a solution; one that does not verify is not reported. */
  private describeFresh(): Report['best'] {
    if (!this.fresh) return undefined;
    const { routes, seconds } = this.fresh;
    this.fresh = undefined;
    const { instance, task } = this;
    const units = unitsOf(instance);
    const total = task.spent + seconds;
    const solution: Solution = {
      format: 'neo-lrp/solution',
      version: 1,
      instance: instance.name,
      instanceHash: instanceHash(instance),
      method: task.options.method ?? 'search',
      ...(Object.keys(units).length > 0 && { units }),
      ...describeRoutes(instance, routes),
      time: { allocation: 0, routing: 0, improvement: total, total },
      seed: task.options.seed,
      threads: 1,
      stop: 'aborted',
      versions: {},
    };
    return verify(instance, solution).feasible ? { cost: solution.cost.total, result: JSON.stringify(solution) } : undefined;
  }
}
