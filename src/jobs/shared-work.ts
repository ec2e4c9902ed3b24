/** The seams of labelling, benchmarks and tuning, filled with workers anywhere in place of this process. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
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
import type { Study } from './study.ts';
import { type LabelInput, labelResultSchema } from './tasks/label.ts';
import { type RunInput, type RunResult, runResultSchema } from './tasks/run.ts';
import { type TrialInput, trialAnswerSchema } from './tasks/trial.ts';

/** Seconds of work in a part: the queue takes a hundredth of that, and a worker that dies loses no more. */
const secondsAPart = 1;
const mostLabels = 200;
/** Rough, and the same everywhere: what is asked for decides how it is cut, or it would not be found again. */
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

export const labelOverWorkers =
  (study: Study): LabelSomewhere =>
  async (dataset, picks, { router, iterations, seconds, seed, vehicleCost }, { onLabel, signal }) => {
    const plan = { router, iterations, seconds, seed, vehicleCost };
    const kept: Promise<void>[] = [];
    for (const indices of partsOf(dataset, picks, plan)) {
      if (signal?.aborted) return;
      const sets = indices.map((index) => {
        const { capacity, x, y, demand } = routingSetAt(dataset, index);
        return { index, capacity, x: [...x], y: [...y], demand: [...demand] };
      });
      const { result } = await study.ask({
        kind: 'label',
        input: JSON.stringify({ release: packageVersion, plan, sets } satisfies LabelInput),
      });
      const keep = async (text: string) => {
        const labels = labelResultSchema.parse(JSON.parse(text));
        for (const [j, label] of labels.entries()) await onLabel(indices[j], label);
      };
      kept.push(result.then(keep));
    }
    await untilAborted(Promise.all(kept), signal);
  };

/** Runs of a benchmark. `again`: a word of this time, to run anew what has a result already. */
export const executeOverWorkers =
  (study: Study, again?: string): Execute =>
  async (command, signal) => {
    const limit = patience(command);
    const { answer, ...ran } = await runOverWorkers(study, command.instance, solveArguments(command), { limit, again, signal });
    if (answer.state === 'failed') throw asError(answer);
    return { ...readAnswer(answer.stdout), ran };
  };

/** `neo-lrp solve` with these arguments on some worker. */
export async function runOverWorkers(
  study: Study,
  instance: Instance,
  args: readonly string[],
  { limit, again, signal }: { readonly limit: number; readonly again?: string; readonly signal?: AbortSignal },
): Promise<RunResult> {
  const files = await filesOf(study, args);
  const hash = await study.keep(new TextEncoder().encode(JSON.stringify(instance)));
  const input = {
    release: packageVersion,
    instance: hash,
    args: [...args],
    files,
    limit,
    ...(again !== undefined && { again }),
  } satisfies RunInput;
  const blobs = [hash, ...Object.values(files).flatMap((parts) => parts.map((part) => part.hash))];
  const { result } = await study.ask({ kind: 'run', input: JSON.stringify(input), blobs });
  const text = await untilAborted(result, signal);
  if (text === undefined) throw new NeoLrpError('E_BUDGET', 'interrupted');
  return runResultSchema.parse(JSON.parse(text));
}

/** Codes cross the database as texts. */
export const asError = ({ code, message }: { readonly code: string; readonly message: string }): NeoLrpError =>
  new NeoLrpError(code as NeoLrpError['code'], message);

/** Files that the options name: they are not where the worker is. */
async function filesOf(study: Study, args: readonly string[]): Promise<RunInput['files']> {
  const files: RunInput['files'] = {};
  const told = (option: string) => (args.includes(option) ? args[args.lastIndexOf(option) + 1] : undefined);
  const model = told('--model');
  if (model !== undefined && !shippedModels.some((name) => name === model)) {
    const found = await loadModelFiles(model);
    if (!found) throw new NeoLrpError('E_MODEL', `'${model}' has no card; workers elsewhere need a model with one`, { value: model });
    const name = basename(model)
      .replace(/\.json$/, '')
      .replaceAll(/[^\w.-]/g, '-');
    const keep = async (suffix: string, bytes: Uint8Array) => ({ name: name + suffix, hash: await study.keep(bytes) });
    files['--model'] = [
      await keep(modelSuffixes.card, new TextEncoder().encode(found.card)),
      await keep(modelSuffixes.phi, found.phi),
      await keep(modelSuffixes.rho, found.rho),
    ];
  }
  const parameters = told('--parameters');
  if (parameters !== undefined) files['--parameters'] = [{ name: 'parameters.json', hash: await study.keep(await loadBytes(parameters)) }];
  return files;
}

/** Trials of a tuning run. */
export async function trialsOverWorkers(
  study: Study,
  { data, validation, hold }: DataFiles,
  { threads, signal }: { readonly threads: number; readonly signal?: AbortSignal },
): Promise<TrialRunner> {
  const keep = (files: readonly string[]) => Promise.all(files.map(async (file) => study.keep(await readFile(file))));
  const [hashes, judged] = [await keep(data), validation && (await keep(validation))];
  return async (config) => {
    const input = {
      release: packageVersion,
      config,
      data: hashes,
      ...(judged && { validation: judged }),
      hold,
      threads,
    } satisfies TrialInput;
    const { result } = await study.ask({ kind: 'trial', input: JSON.stringify(input), blobs: [...hashes, ...(judged ?? [])] });
    const text = await untilAborted(result, signal);
    if (text === undefined)
      throw new NeoLrpError('E_BUDGET', 'interrupted; finished trials are in the journal, repeat the command to continue');
    return trialAnswerSchema.parse(JSON.parse(text));
  };
}

/** Undefined where the signal was faster. */
function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  if (!signal) return work;
  work.catch(() => {});
  return new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
