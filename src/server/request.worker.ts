/** A process that reads, checks, prices and draws what the service was sent, so that the process that listens never does. */
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { ReadWarning } from '../formats/read-warnings.ts';
import { writeSolution } from '../formats/write.ts';
import { defaultSeconds, type SolveJobOptions, solveOptionsSchema } from '../jobs/job.ts';
import { baseFor } from '../node/base-map.ts';
import { loadModel } from '../node/model-files.ts';
import { putOnRoads } from '../node/roads.ts';
import { findMethod } from '../node/solve.ts';
import { handleRequests } from '../parallel/worker.ts';
import { whatIf as askWhatIf, type WhatIfReport } from '../pipeline/what-if.ts';
import { changeInstance } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { instanceWarnings } from '../problem/warnings.ts';
import { drawMap } from '../report/map.ts';
import { renderPng } from '../report/png.ts';
import { summariseInstance } from '../report/summary.ts';
import { encodePlan } from '../report/workbook.ts';
import { autoSeconds } from '../run/stop.ts';
import { requireSize } from '../search/data.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { defaultModel } from '../surrogate/registry.ts';
import { type Request, readBody, requireFew } from './body.ts';
import type { Read, RequestTask } from './request-workers.ts';
import { alternativesSchema, changesSchema } from './requests.ts';

handleRequests<RequestTask, never, string | Uint8Array>((task) => {
  switch (task.kind) {
    case 'solve':
      return solveInput(task);
    case 'verify':
      return verification(task);
    case 'inspect':
      return inspection(task);
    case 'what-if':
      return whatIf(task);
    case 'render':
      return render(task);
  }
});

type TaskOf<Kind> = Extract<RequestTask, { kind: Kind }>;

/** The input of a job. Whatever would make the job fail at its start is refused here. */
async function solveInput({ read, options: given, seconds: most }: TaskOf<'solve'>): Promise<string> {
  const request = await readBody(read.body, ['options'], read.most);
  const stated = request.member('options', solveOptionsSchema);
  if (stated !== undefined && Object.keys(given).length > 0)
    throw new NeoLrpError('E_USAGE', 'options stand in the body or in the address, not in both', { field: Object.keys(given)[0] });
  const options = limited(stated ?? solveOptionsSchema.parse(given), most);
  const { instance } = await readInstance(request, read);
  if (options.improve !== false && !options.pure) requireSize(instance);
  requireFeasible(instance);
  if (options.start && !instance.days) indexRoutes(instance, options.start);
  requireDayOptions(instance, options);
  if (options.model !== undefined) await findMethod(options);
  return JSON.stringify({ instance, options });
}

/** What the library would refuse once the job has begun. */
function requireDayOptions(
  { days }: Instance,
  { worst, heldBack, assignment, target, method, model, pure, improve = true }: SolveJobOptions,
): void {
  const refuse = (reason: string, field: string) => new NeoLrpError('E_USAGE', reason, { field: `options.${field}` });
  const given = Object.entries({ worst, heldBack, assignment }).find(([, value]) => value !== undefined);
  if (!days && given) throw refuse('the instance has no days', given[0]);
  if (days && target !== undefined) throw refuse('a target is for one day; leave it out', 'target');
  if (days && (pure || !improve || model !== undefined || (method ?? 'search') !== 'search'))
    throw refuse('depots for many days are chosen by the search; leave out method, model, pure and improve', 'method');
}

/** Every job has a limit of time, also one that should end after so many iterations. */
function limited(options: SolveJobOptions, most: number): SolveJobOptions {
  const { cpuSeconds, auto, iterations } = options;
  const field = 'options.cpuSeconds';
  if (cpuSeconds !== undefined && options.seconds !== undefined)
    throw new NeoLrpError('E_USAGE', 'seconds or cpuSeconds, not both', { field });
  if (cpuSeconds !== undefined && (options.method ?? (options.model === undefined ? 'search' : 'neo-ds')) !== 'search')
    throw new NeoLrpError('E_USAGE', 'CPU seconds count the search alone, not a solver in another thread; ask for seconds', { field });
  const unsaid = iterations !== undefined ? most : Math.min(auto ? autoSeconds : defaultSeconds, most);
  const seconds = cpuSeconds ?? options.seconds ?? unsaid;
  if (seconds > most)
    throw new NeoLrpError('E_LIMIT', `this service allows ${most} seconds here; ask for fewer`, {
      field: cpuSeconds === undefined ? 'options.seconds' : field,
      value: seconds,
    });
  return cpuSeconds === undefined ? { ...options, seconds } : options;
}

async function verification({ read }: TaskOf<'verify'>): Promise<string> {
  const request = await readBody(read.body, ['plan'], read.most);
  const { instance } = await readInstance(request, read);
  return JSON.stringify({ instance: instance.name, ...verify(instance, request.plan(instance)) });
}

async function inspection({ read }: TaskOf<'inspect'>): Promise<string> {
  const request = await readBody(read.body, [], read.most);
  const { instance, warnings } = await readInstance(request, read);
  return JSON.stringify({
    format: read.options.format ?? request.format(),
    warnings: [...warnings, ...instanceWarnings(instance)],
    ...summariseInstance(instance),
  });
}

/** Loaded once per process. */
let surrogate: Promise<NetworkSurrogate> | undefined;

async function whatIf({ read, seconds }: TaskOf<'what-if'>): Promise<string> {
  const request = await readBody(read.body, ['changes', 'alternatives'], read.most);
  const { instance: sent } = await readInstance(request, read);
  const changes = request.member('changes', changesSchema);
  const alternatives = request.member('alternatives', alternativesSchema);
  const instance = changes ? changeInstance(sent, changes) : sent;
  surrogate ??= loadModel(defaultModel).then((model) => new NetworkSurrogate(model));
  let report: WhatIfReport | undefined;
  for await (const better of askWhatIf(instance, { stop: { seconds }, surrogate: await surrogate, alternatives })) report = better;
  return JSON.stringify(report);
}

async function render({ input, result, as }: TaskOf<'render'>): Promise<string | Uint8Array> {
  const instance = createInstance((JSON.parse(input) as { readonly instance: Instance }).instance);
  const solution = JSON.parse(result) as Solution;
  switch (as) {
    case 'svg':
      return drawMap(instance, solution, { base: await baseFor(instance) });
    case 'png':
      return renderPng(drawMap(instance, solution, { base: await baseFor(instance) }));
    case 'xlsx':
      return (await encodePlan(instance, solution)).bytes;
    default:
      return writeSolution(instance, solution, as).text;
  }
}

/** Measured on roads where it asks for them and the service was started with `NEO_LRP_ROADS`. */
async function readInstance(
  request: Request,
  { options, most }: Read,
): Promise<{ readonly instance: Instance; readonly warnings: readonly ReadWarning[] }> {
  const warnings: ReadWarning[] = [];
  const instance = request.instance({ ...options, onWarning: (warning) => warnings.push(warning) });
  requireFew(instance, most);
  return { instance: (await putOnRoads(instance))?.instance ?? instance, warnings };
}
