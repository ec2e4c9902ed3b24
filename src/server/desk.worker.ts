/** The process where the service works on what it was sent: it reads, checks, prices and draws, so that the one that listens never does. */
import { reportWhatIf } from '../allocation/what-if-report.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { ReadWarning } from '../formats/read-warnings.ts';
import { writeSolution } from '../formats/write.ts';
import { defaultSeconds, type SolveJobOptions, solveOptionsSchema } from '../jobs/job.ts';
import { findMethod } from '../node/methods.ts';
import { loadModel } from '../node/model-files.ts';
import { serve } from '../parallel/worker.ts';
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
import { requireSize } from '../search/data.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { defaultModel } from '../surrogate/registry.ts';
import { type Request, readBody, requireFew } from './body.ts';
import type { DeskReply, DeskTask, Read } from './desk.ts';
import { changesSchema } from './schemas.ts';

serve<DeskTask, never, DeskReply>(async (task) => {
  try {
    return { content: await answer(task) };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    const { code, reason, place } = error;
    return { fault: { code, reason, place } };
  }
});

function answer(task: DeskTask): Promise<string | Uint8Array> | string | Uint8Array {
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
}

/** The input of a job that will be accepted: what can be refused is refused now. */
async function solveInput({ read, options: given, seconds: most }: Extract<DeskTask, { kind: 'solve' }>): Promise<string> {
  const request = await readBody(read.body, ['options'], read.most);
  const told = request.member('options', solveOptionsSchema);
  if (told !== undefined && Object.keys(given).length > 0)
    throw new NeoLrpError('E_USAGE', 'options stand in the body or in the address, not in both', { field: Object.keys(given)[0] });
  const options = limited(told ?? solveOptionsSchema.parse(given), most);
  const { instance } = readInstance(request, read);
  if (options.improve !== false) requireSize(instance);
  requireFeasible(instance);
  if (options.start) indexRoutes(instance, options.start);
  if (options.model !== undefined) await findMethod(options);
  return JSON.stringify({ instance, options });
}

/** Every job ends: seconds are the limit where it is only told to stop otherwise. */
function limited(options: SolveJobOptions, most: number): SolveJobOptions {
  const seconds = options.seconds ?? (options.iterations === undefined ? Math.min(defaultSeconds, most) : most);
  if (seconds > most)
    throw new NeoLrpError('E_LIMIT', `this service allows ${most} seconds here; ask for fewer`, {
      field: 'options.seconds',
      value: seconds,
    });
  return { ...options, seconds };
}

async function verification({ read }: Extract<DeskTask, { kind: 'verify' }>): Promise<string> {
  const request = await readBody(read.body, ['plan'], read.most);
  const { instance } = readInstance(request, read);
  return JSON.stringify({ instance: instance.name, ...verify(instance, request.plan(instance)) });
}

async function inspection({ read }: Extract<DeskTask, { kind: 'inspect' }>): Promise<string> {
  const request = await readBody(read.body, [], read.most);
  const { instance, warnings } = readInstance(request, read);
  return JSON.stringify({
    format: read.options.format ?? request.format(),
    warnings: [...warnings, ...instanceWarnings(instance)],
    ...summariseInstance(instance),
  });
}

/** Loaded once: the process lives on. */
let surrogate: Promise<NetworkSurrogate> | undefined;

/** Pairs of customer and depot up to which the network embeds an instance in a second or two. */
const mostPairs = 1_000_000;

async function whatIf({ read, seconds }: Extract<DeskTask, { kind: 'what-if' }>): Promise<string> {
  const request = await readBody(read.body, ['changes'], read.most);
  const { instance: sent } = readInstance(request, read);
  const changes = request.member('changes', changesSchema);
  const instance = changes ? changeInstance(sent, changes) : sent;
  const pairs = instance.customers.length * instance.depots.length;
  if (pairs > mostPairs)
    throw new NeoLrpError('E_LIMIT', `${pairs} pairs of customer and depot are more than the ${mostPairs} that are priced here`, {
      field: 'customers',
    });
  requireFeasible(instance);
  surrogate ??= loadModel(defaultModel).then((model) => new NetworkSurrogate(model));
  return JSON.stringify(await reportWhatIf(instance, await surrogate, { seconds }));
}

async function render({ input, result, as }: Extract<DeskTask, { kind: 'render' }>): Promise<string | Uint8Array> {
  const instance = createInstance((JSON.parse(input) as { readonly instance: Instance }).instance);
  const solution = JSON.parse(result) as Solution;
  switch (as) {
    case 'svg':
      return drawMap(instance, solution);
    case 'png':
      return renderPng(drawMap(instance, solution));
    case 'xlsx':
      return (await encodePlan(instance, solution)).bytes;
    default:
      return writeSolution(instance, solution, as).text;
  }
}

function readInstance(
  request: Request,
  { options, most }: Read,
): { readonly instance: Instance; readonly warnings: readonly ReadWarning[] } {
  const warnings: ReadWarning[] = [];
  const instance = request.instance({ ...options, onWarning: (warning) => warnings.push(warning) });
  requireFew(instance, most);
  return { instance, warnings };
}
