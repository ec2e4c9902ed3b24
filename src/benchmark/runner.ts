/** Runs instance × method × seed, several at a time. Each run becomes a record: a verified solution or the reason why there is none. */

import type { ClockName } from '../node/solve.ts';
import { inOrder } from '../parallel/in-order.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { verify } from '../problem/verify.ts';
import { isInShard, type Shard, wholeWork } from '../run/shard.ts';
import type { Method } from './methods.ts';
import { latestRecords, type RunRecord, slotOf } from './record.ts';
import { type BestKnown, bestKnownOf, gapTo } from './reference.ts';
import type { BenchmarkInstance, ReadableInstance } from './sets.ts';
import type { Execute, SolveAnswer } from './solve-process.ts';

export interface BenchmarkPlan {
  readonly instances: readonly BenchmarkInstance[];
  readonly methods: readonly Method[];
  readonly seeds: readonly number[];
  readonly seconds: number;
  readonly clock: ClockName;
}

export interface BenchmarkRun {
  readonly of: BenchmarkInstance;
  readonly method: Method;
  readonly seconds: number;
  readonly clock: ClockName;
  readonly seed: number;
}

export interface BenchmarkSurroundings {
  readonly execute: Execute;
  readonly threads: number;
  readonly bestKnown: BestKnown;
  readonly machine: RunRecord['machine'];
  readonly versions: Readonly<Record<string, string>>;
  /** Called as each run ends, before it is kept. */
  readonly onEnd?: (record: RunRecord) => void;
  /** Keeps a record; on one thread the next run begins when it is kept. */
  readonly onRecord: (record: RunRecord) => Promise<void>;
  readonly signal?: AbortSignal;
  /** Keeps records in the order of the plan; where runs end here, each is kept at once, so that a kill loses none. */
  readonly ordered?: boolean;
}

/** Seeds in the outer loop, so that an interrupted benchmark covers all instances first. */
function allRuns({ instances, methods, seeds, seconds, clock }: BenchmarkPlan): BenchmarkRun[] {
  return seeds.flatMap((seed) => instances.flatMap((of) => methods.map((method) => ({ of, method, seconds, clock, seed }))));
}

/** Runs without a record. An instance or a model that changed since is run again; a failure is a result, unless it is to be tried again. */
export function outstandingRuns(
  plan: BenchmarkPlan,
  records: readonly RunRecord[],
  retryFailures = false,
  shard: Shard = wholeWork,
): BenchmarkRun[] {
  const done = new Map<string, RunRecord>(records.map((record) => [slotOf(record), record]));
  return allRuns(plan).filter((run, k) => {
    if (!isInShard(k, shard)) return false;
    const record = done.get(slotOf(identityOf(run)));
    if (!record || record.hash !== hashOf(run.of) || record.networks !== (run.method.networks ?? null)) return true;
    return retryFailures && record.state === 'failed';
  });
}

export async function runBenchmark(runs: readonly BenchmarkRun[], surroundings: BenchmarkSurroundings): Promise<void> {
  const { threads, signal, ordered, onEnd, onRecord } = surroundings;
  const tasks = runs.map((run) => async () => {
    if (signal?.aborted) return undefined;
    const record = await performRun(run, surroundings);
    // A run that the user interrupted has not failed.
    if (signal?.aborted && record.state === 'failed') return undefined;
    onEnd?.(record);
    if (!ordered) await onRecord(record);
    return record;
  });
  for await (const record of inOrder(tasks, Math.max(1, threads))) if (ordered && record && !signal?.aborted) await onRecord(record);
}

/** The records of the plan that count, in its order, as one process on one thread writes them. */
export function inPlanOrder(plan: BenchmarkPlan, records: readonly RunRecord[]): RunRecord[] {
  const latest = new Map(latestRecords(records).map((record) => [slotOf(record), record]));
  return allRuns(plan).flatMap((run) => latest.get(slotOf(identityOf(run))) ?? []);
}

const isReadable = (of: BenchmarkInstance): of is ReadableInstance => 'instance' in of;
const hashOf = (of: BenchmarkInstance) => (isReadable(of) ? of.hash : null);
const identityOf = ({ of, method, seconds, clock, seed }: BenchmarkRun) => ({
  set: of.set,
  file: of.file,
  instance: isReadable(of) ? of.instance.name : of.file.replace(/(?<=.)\.[^.]*$/, ''),
  method: method.name,
  options: [...method.options],
  networks: method.networks ?? null,
  seconds,
  clock,
  seed,
});

async function performRun(run: BenchmarkRun, surroundings: BenchmarkSurroundings): Promise<RunRecord> {
  const { of, method, seconds, clock, seed } = run;
  const { execute, machine, versions, signal } = surroundings;
  const stamp = () => ({ machine, finished: new Date().toISOString() });
  try {
    if (!isReadable(of)) return { state: 'failed', ...identityOf(run), hash: null, error: of.error, versions, ...stamp() };
    const { path, instance } = of;
    const answer = await execute({ path, instance, options: method.options, seconds, clock, seed }, signal);
    const { versions: used, ran } = answer;
    return { state: 'solved', ...identityOf(run), ...measure(of, answer, surroundings.bestKnown), versions: used, ...stamp(), ...ran };
  } catch (error) {
    const coded = error instanceof NeoLrpError ? error : new NeoLrpError('E_INTERNAL', String(error));
    const { code, message } = coded;
    return { state: 'failed', ...identityOf(run), hash: hashOf(of), error: { code, message }, versions, ...stamp() };
  }
}

/** Recomputes the cost; the solver's own is not trusted. */
function measure({ set, instance, hash }: ReadableInstance, answer: SolveAnswer, known: BestKnown) {
  const { feasible, violations, cost } = verify(instance, answer);
  if (!feasible) throw new NeoLrpError('E_UNVERIFIED', `the solution is invalid: ${violations[0].message}`);
  const bestKnown = bestKnownOf(known, set, instance.name);
  const { predicted, mip, time, cpu, stop, notes } = answer;
  return {
    hash,
    customers: instance.customers.length,
    depots: instance.depots.length,
    cost: { total: cost.total, opening: cost.opening, vehicles: cost.vehicles, travel: cost.travel },
    bestKnown,
    gap: gapTo(cost.total, bestKnown),
    predicted,
    mip,
    time,
    cpu,
    stop,
    notes,
    routes: routesByPosition(instance, answer.routes),
  };
}

function routesByPosition({ depots, customers }: Instance, routes: SolveAnswer['routes']): number[][] {
  const positions = (list: readonly { readonly id: string }[]) => new Map(list.map(({ id }, k) => [id, k]));
  const [depotAt, customerAt] = [positions(depots), positions(customers)];
  return routes.map(({ depot, stops }) => [depotAt.get(depot) ?? 0, ...stops.map((id) => customerAt.get(id) ?? 0)]);
}
