/** Labels, benchmark runs and trials made by the workers of a database in place of this process. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as z from 'zod';
import { type Execute, patience, readAnswer, solveArguments } from '../benchmark/solve-process.ts';
import { loadBytes } from '../node/files.ts';
import { loadModelFiles } from '../node/model-files.ts';
import { packageVersion } from '../node/version.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelSuffixes, shippedModels } from '../surrogate/registry.ts';
import { type Dataset, routingSetAt } from '../training/dataset.ts';
import type { LabelPlan, LabelSomewhere } from '../training/label.ts';
import type { DataFiles } from '../training/training-sets.ts';
import type { TrialRunner } from '../training/tune.ts';
import type { JobBatch } from './job-batch.ts';
import { type LabelInput, labelResultSchema } from './tasks/label.ts';
import { type RunInput, type RunResult, runResultSchema } from './tasks/run.ts';
import { type TrialInput, trialAnswerSchema } from './tasks/trial.ts';

/** Seconds of work in a part: the queue takes a hundredth of that, and a worker that dies loses no more. */
const secondsAPart = 1;
const mostLabels = 200;
/** Rough, and computed from the request alone: a repeated request must be cut alike, or its results would not be found. */
const secondsOf = ({ seconds, iterations }: LabelPlan, customers: number) => seconds ?? 5e-5 * (iterations ?? 1) * customers;

function* partsOf({ start }: Dataset, picks: readonly number[], plan: LabelPlan): Generator<number[]> {
  let part: number[] = [];
  let effort = 0;
  for (const index of picks) {
    part.push(index);
    effort += secondsOf(plan, start[index + 1] - start[index]);
    if (effort < secondsAPart && part.length < mostLabels) continue;
    yield part;
    part = [];
    effort = 0;
  }
  if (part.length > 0) yield part;
}

/** A part's result, unless the signal is faster. */
async function resultOf<T>(result: Promise<string>, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T | undefined> {
  const text = await untilAborted(result, signal);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

export const labelOverWorkers =
  (batch: JobBatch): LabelSomewhere =>
  async (dataset, picks, { router, iterations, seconds, seed, vehicleCost }, { onLabel, signal }) => {
    const plan = { router, iterations, seconds, seed, vehicleCost };
    const kept: Promise<void>[] = [];
    for (const indices of partsOf(dataset, picks, plan)) {
      if (signal?.aborted) return;
      const sets = indices.map((index) => {
        const { capacity, x, y, demand } = routingSetAt(dataset, index);
        return { index, capacity, x: [...x], y: [...y], demand: [...demand] };
      });
      const input = JSON.stringify({ release: packageVersion, plan, sets } satisfies LabelInput);
      const { result } = await batch.ask({ kind: 'label', input });
      const keep = async () => {
        const labels = await resultOf(result, labelResultSchema);
        for (const [j, label] of labels?.entries() ?? []) await onLabel(indices[j], label);
      };
      kept.push(keep());
    }
    await untilAborted(Promise.all(kept), signal);
  };

/** Runs of a benchmark. `again`: any text that was not used before runs anew what has a result already. */
export const executeOverWorkers =
  (batch: JobBatch, again?: string): Execute =>
  async (command, signal) => {
    const limit = patience(command);
    const { answer, ...ran } = await runOverWorkers(batch, command.instance, solveArguments(command), { limit, again, signal });
    if (answer.state === 'failed') throw asError(answer);
    return { ...readAnswer(answer.stdout), ran };
  };

/** `neo-lrp solve` with these arguments on some worker. */
export async function runOverWorkers(
  batch: JobBatch,
  instance: Instance,
  args: readonly string[],
  { limit, again, signal }: { readonly limit: number; readonly again?: string; readonly signal?: AbortSignal },
): Promise<RunResult> {
  const files = await filesOf(batch, args);
  const hash = await batch.keep(new TextEncoder().encode(JSON.stringify(instance)));
  const input: RunInput = { release: packageVersion, instance: hash, args: [...args], files, limit, ...(again !== undefined && { again }) };
  const blobs = [hash, ...Object.values(files).flatMap((parts) => parts.map((part) => part.hash))];
  const { result } = await batch.ask({ kind: 'run', input: JSON.stringify(input), blobs });
  const found = await resultOf(result, runResultSchema, signal);
  if (!found) throw new NeoLrpError('E_BUDGET', 'interrupted');
  return found;
}

/** Codes are plain texts in the database. */
export const asError = ({ code, message }: { readonly code: string; readonly message: string }): NeoLrpError =>
  new NeoLrpError(code as NeoLrpError['code'], message);

/** Files that the options name, because workers on other machines do not have them. */
async function filesOf(batch: JobBatch, args: readonly string[]): Promise<RunInput['files']> {
  const files: RunInput['files'] = {};
  const given = (option: string) => (args.includes(option) ? args[args.lastIndexOf(option) + 1] : undefined);
  const model = given('--model');
  if (model !== undefined && !shippedModels.some((name) => name === model)) {
    const found = await loadModelFiles(model);
    if (!found) throw new NeoLrpError('E_MODEL', `'${model}' has no card; workers elsewhere need a model with one`, { value: model });
    const name = basename(model)
      .replace(/\.json$/, '')
      .replaceAll(/[^\w.-]/g, '-');
    const keep = async (suffix: string, bytes: Uint8Array) => ({ name: name + suffix, hash: await batch.keep(bytes) });
    files['--model'] = [
      await keep(modelSuffixes.card, new TextEncoder().encode(found.card)),
      await keep(modelSuffixes.phi, found.phi),
      await keep(modelSuffixes.rho, found.rho),
    ];
  }
  const parameters = given('--parameters');
  if (parameters !== undefined) files['--parameters'] = [{ name: 'parameters.json', hash: await batch.keep(await loadBytes(parameters)) }];
  return files;
}

/** Trials of a tuning run. */
export async function trialsOverWorkers(
  batch: JobBatch,
  { data, validation, hold }: DataFiles,
  { threads, signal }: { readonly threads: number; readonly signal?: AbortSignal },
): Promise<TrialRunner> {
  const keep = (files: readonly string[]) => Promise.all(files.map(async (file) => batch.keep(await readFile(file))));
  const [training, judged] = [await keep(data), validation && (await keep(validation))];
  const blobs = [...training, ...(judged ?? [])];
  return async (config) => {
    const input: TrialInput = {
      release: packageVersion,
      config,
      data: training,
      ...(judged && { validation: judged }),
      hold,
      threads,
    };
    const { result } = await batch.ask({ kind: 'trial', input: JSON.stringify(input), blobs });
    const found = await resultOf(result, trialAnswerSchema, signal);
    if (found) return found;
    throw new NeoLrpError('E_BUDGET', 'interrupted; finished trials are in the journal, repeat the command to continue');
  };
}

/** Undefined where the signal was faster. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  work.catch(() => {});
  if (!signal) return work;
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled.signal });
  });
  return Promise.race([work, aborted]).finally(() => settled.abort());
}
