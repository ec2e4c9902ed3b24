/** `neo-lrp solve FOLDER --each FOLDER`: every instance of a folder, here or by the workers of a database. */
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type BenchmarkInstance, findInstances } from '../benchmark/sets.ts';
import { patience } from '../benchmark/solve-process.ts';
import { writeSolution } from '../formats/write.ts';
import { longestJob } from '../jobs/job.ts';
import type { JobBatch } from '../jobs/job-batch.ts';
import { asError, runOverWorkers } from '../jobs/shared-work.ts';
import { makeFolder, requireWritableFolder, saveText } from '../node/files.ts';
import { solve } from '../node/solve.ts';
import { inOrder } from '../parallel/in-order.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { isInShard, type Shard, wholeWork } from '../run/shard.ts';
import { describeWorkers, withWorkers } from './database.ts';
import { type InstanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns, lines, type Output } from './output.ts';
import { drawOnRoads, loadRoads, type RoadOptions } from './road-options.ts';
import { libraryOptions, type SearchOptions, secondsOf, solveArguments } from './solve-options.ts';
import { WorkProgress } from './work-progress.ts';

/** Of `neo-lrp solve`. */
type EachOptions = InstanceOptions &
  SearchOptions &
  RoadOptions & {
    readonly database?: string;
    readonly shard?: Shard;
    readonly out?: string;
    readonly map?: string;
    readonly sheets?: string;
    readonly start?: string;
    readonly prove?: number;
  };

/** Refuses options that only make sense for many instances. */
export function requireEach({ database, shard }: EachOptions): void {
  const idle = database !== undefined ? '--database' : shard !== undefined ? '--shard' : undefined;
  if (idle !== undefined) throw new NeoLrpError('E_USAGE', 'is for a folder of instances: name one, and --each FOLDER', { field: idle });
}

/** Refuses options that only make sense for one instance. */
function requireOne(options: EachOptions): void {
  const idle = (['out', 'map', 'sheets', 'start', 'prove'] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new NeoLrpError('E_USAGE', 'is for one instance; with --each, every solution is written into its folder', { field: `--${idle}` });
}

type Outcome =
  | { readonly file: string; readonly out: string; readonly cost: number }
  | { readonly file: string; readonly error: { readonly code: string; readonly message: string } };

/** Instances that cannot be solved are listed at the end; the exit status is that of the first such error. */
export async function solveEach(folder: string, outFolder: string, options: EachOptions, output: Output): Promise<void> {
  requireOne(options);
  await requireWritableFolder(outFolder);
  const { shard = wholeWork } = options;
  const instances = (await findInstances([folder], {})).filter((_, k) => isInShard(k, shard));
  const several = new Set(instances.map(({ set }) => set)).size > 1;
  const placeOf = ({ set, file }: BenchmarkInstance) =>
    join(outFolder, several ? set : '', `${basename(file, extname(file))}.solution.json`);
  // Here all threads work on one instance at a time.
  const { database, threads = database === undefined ? availableParallelism() : 1 } = options;
  const search = { ...options, threads };
  const outcomes: Outcome[] = [];
  // One after the other, so that tiles are built once and no pair is asked for twice.
  let measuring: Promise<unknown> = Promise.resolve();
  const measured = (read: Instance, signal: AbortSignal) => {
    const next = measuring.then(() => loadRoads(read, options, output, signal));
    measuring = next.catch(() => undefined);
    return next;
  };
  await withWorkers(database, output, (batch) =>
    interruptible(output, 'finished solutions are written', async (signal) => {
      const progress = new WorkProgress(output, instances.length, 'instances', () => describeWorkers(batch));
      const tasks = instances.map((of) => async (): Promise<Outcome> => {
        const { path: file } = of;
        const out = placeOf(of);
        try {
          const { instance: read, changes } = await loadNoted(file, options, output);
          const { instance, engine } = await measured(read, signal);
          const found = batch
            ? await solveElsewhere(batch, instance, search, signal)
            : await solve(instance, await libraryOptions(search, signal));
          if (signal.aborted) throw new NeoLrpError('E_BUDGET', 'interrupted');
          const solution = await drawOnRoads(instance, found, engine, output, signal);
          await makeFolder(join(out, '..'));
          await saveText(out, writeSolution(instance, { ...solution, ...(changes && { changes }) }).text);
          return { file, out, cost: solution.cost.total };
        } catch (error) {
          if (!(error instanceof NeoLrpError) || signal.aborted) throw error;
          return { file, error: { code: error.code, message: error.message } };
        } finally {
          progress.advance();
        }
      });
      for await (const outcome of inOrder(tasks, batch ? tasks.length : 1)) outcomes.push(outcome);
    }),
  );
  report(outFolder, outcomes, output);
}

async function solveElsewhere(batch: JobBatch, instance: Instance, options: SearchOptions, signal: AbortSignal): Promise<Solution> {
  const seconds = secondsOf(options);
  const limit = seconds === undefined ? longestJob : patience({ seconds, clock: options.clock });
  const { answer } = await runOverWorkers(batch, instance, solveArguments(options), { limit, signal });
  if (answer.state === 'failed') throw asError(answer);
  return JSON.parse(answer.stdout) as Solution;
}

function report(out: string, outcomes: readonly Outcome[], output: Output): void {
  const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []));
  const solved = outcomes.length - failed.length;
  const rowOf = (outcome: Outcome) =>
    'error' in outcome
      ? [outcome.file, outcome.error.code, outcome.error.message]
      : [outcome.file, formatNumber(outcome.cost), outcome.out];
  output.result({ out, solved, failed: failed.length, solutions: outcomes }, () =>
    lines(
      alignColumns(outcomes.map(rowOf), [1]),
      `${formatCount(solved, 'solution')} in ${out}${failed.length > 0 ? `, ${failed.length} failed` : ''}`,
    ),
  );
  if (failed.length > 0) process.exitCode = asError(failed[0].error).exitStatus;
}
