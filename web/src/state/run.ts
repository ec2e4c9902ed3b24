/** Solving, as the page sees it: one run at a time, its progress, and its plan. */
import { computed, signal } from '@preact/signals';
import {
  amountsOf,
  autoSeconds,
  type Fault,
  type IndexedRoute,
  type Instance,
  type MethodName,
  type Plan,
  type Solution,
  type SolveProgress,
} from '../../../src/page.ts';
import { isPlanProgress, type RunOptions, type RunRequest } from '../solver/protocol.ts';
import { runHere, type SolveRun } from '../solver/run.ts';
import { ServerRun } from '../solver/server-run.ts';
import { site } from '../solver/site.ts';
import { documentKey, draft, plan, undoing, validity } from './document.ts';
import { accept, bestFor, type Variant } from './scenarios.ts';
import { ask, tell } from './view.ts';

export interface Settings {
  readonly seconds: number;
  /** Instead of seconds: the same seed, threads and iterations give the same plan anywhere. */
  readonly iterations?: number;
  /** Instead of seconds: until the search has settled. */
  readonly auto?: boolean;
  readonly seed: number;
  readonly threads: number;
  readonly method: MethodName;
  /** Begins with nothing, instead of with the best plan so far. */
  readonly fresh?: boolean;
}

export const mostThreads = Math.max(1, navigator.hardwareConcurrency ?? 1);
export const settings = signal<Settings>({
  seconds: 10,
  seed: 1,
  // One is left to the page itself.
  threads: Math.max(1, Math.min(8, mostThreads - 1)),
  method: 'search',
});

export const fault = signal<Fault | undefined>(undefined);

export interface Running extends Task {
  readonly run: SolveRun;
  /** Key of the document that it is for. */
  readonly document: string;
  /** When it began, as `performance.now` counts. */
  readonly began: number;
  readonly progress?: SolveProgress;
  /** Best cost over time. */
  readonly curve: readonly { readonly seconds: number; readonly cost: number }[];
  readonly best?: { readonly cost: number; readonly routes: readonly ShownRoute[] };
  readonly stopping: boolean;
  /** Once its plan has found its place. */
  readonly done: Promise<void>;
}

export interface ShownRoute {
  readonly depot: string;
  readonly stops: readonly string[];
}

export const running = signal<Running | undefined>(undefined);

/** What the map shows: the best plan of the current run, else the plan of the document. */
export const shown = computed<{ readonly routes: readonly ShownRoute[]; readonly open: ReadonlySet<string> } | undefined>(() => {
  const current = running.value;
  const best = current?.document === documentKey.value ? current.best : undefined;
  if (best) return { routes: best.routes, open: new Set(best.routes.map(({ depot }) => depot)) };
  const solution = plan.value?.solution;
  return solution && { routes: solution.routes, open: new Set(solution.openDepots) };
});

/** A job on the service, kept with its document until its plan is here, also across visits. */
export interface Job extends Task {
  readonly id: string;
}
/** By the key of their document. */
export const jobs = signal<Readonly<Record<string, Job>>>({});
/** The job of the open document. */
export const job = computed(() => jobs.value[documentKey.value]);

export function setJob(document: string, next: Job | undefined): void {
  const { [document]: _, ...others } = jobs.value;
  jobs.value = next ? { ...others, [document]: next } : others;
}

interface Task extends RunRequest {
  /** What is being solved, where it is not simply the open data. */
  readonly variant?: Variant;
  /** Takes the plan; without it, `accept` does. */
  readonly deliver?: (solution: Solution) => void;
}

/** One run at a time. Its plan goes where `accept` says. */
function launch(task: Task, begin: (hear: (progress: SolveProgress) => void) => SolveRun): Promise<void> {
  if (running.value) return Promise.resolve();
  fault.value = undefined;
  const document = documentKey.value;
  const run = begin((progress) => {
    if (running.value?.run === run) running.value = heard(running.value, progress);
  });
  const done = finish(run, document, task);
  running.value = { ...task, run, document, began: performance.now(), curve: [], stopping: false, done };
  return done;
}

async function finish(run: SolveRun, document: string, { instance, options, variant, deliver }: Task): Promise<void> {
  const outcome = await run.outcome;
  running.value = undefined;
  if (outcome.kind === 'failed') fault.value = outcome;
  if (outcome.kind === 'stopped') tell('Stopped before the first plan. Nothing has changed.');
  if (outcome.kind !== 'reply') return;
  if (deliver) return deliver(outcome.reply);
  const { start } = options;
  const { cost: showCost } = amountsOf(instance);
  const { notes = [] } = outcome.reply;
  const told = start?.cost?.total === undefined ? notes : [...notes, `it continued from a plan that cost ${showCost(start.cost.total)}`];
  const found = { instance, solution: told.length > 0 ? { ...outcome.reply, notes: told } : outcome.reply };
  const before = plan.value;
  const fate = accept(document, found, variant);
  const cost = showCost(found.solution.cost.total);
  const name = variant ? `“${variant.name}”` : 'This run';
  if (fate === 'shown' && before) tell(`${name} costs ${cost} and is shown`, undoing);
  if (fate === 'kept') tell(`${name} costs ${cost}; kept under Compare`);
  if (fate === 'known') tell(variant ? `${name} costs ${cost}, as before` : 'No better plan was found; the best so far stays.');
}

/** Of a run that ends when it has settled; a service may allow less. */
const mostSeconds = () => Math.min(autoSeconds, site.value.api?.seconds ?? autoSeconds);

/** With the best plan for the same data as a start, unless told otherwise. */
function optionsFor(instance: Instance, start = settings.value.fresh ? undefined : bestFor(instance)): RunOptions {
  const { seconds, iterations, auto, seed, threads, method } = settings.value;
  return {
    ...(iterations !== undefined ? { iterations } : auto ? { auto, seconds: mostSeconds() } : { seconds }),
    ...(start && { start: start.solution }),
    seed,
    threads,
    method,
  };
}

const launchHere = (task: Task) => launch(task, (hear) => runHere({ instance: task.instance, options: task.options }, hear));

/** Solves the open data. */
export async function solveDraft(onServer = false): Promise<void> {
  const now = validity.value;
  if (now.state !== 'valid') return;
  const task = { instance: now.instance, options: optionsFor(now.instance) };
  await (onServer ? launchOnServer(task) : launchHere(task));
}

/** Solves other data, and hands over the plan instead of keeping it; nothing where it was stopped before the first one. */
export async function solveOther(instance: Instance, name: string, start?: Plan): Promise<Solution | undefined> {
  let found: Solution | undefined;
  const deliver = (solution: Solution) => {
    found = solution;
  };
  const { start: best, ...options } = optionsFor(instance);
  const first = best ?? start;
  await launchHere({ instance, variant: { name, of: instance }, deliver, options: { ...options, ...(first && { start: first }) } });
  return found;
}

/** Solves other data than the document's. `more`: options in place of those that are set. */
export const solveVariant = (instance: Instance, variant: Variant, more: Partial<RunOptions> = {}): Promise<void> =>
  launchHere({ instance, variant, options: { ...optionsFor(instance), ...more } });

async function launchOnServer(task: Task, id?: string): Promise<void> {
  const document = documentKey.value;
  let serverRun: ServerRun | undefined;
  await launch(task, (hear) => {
    serverRun = new ServerRun(task, hear, id, (made) => setJob(document, { ...task, id: made }));
    return serverRun;
  });
  if (serverRun?.ended) setJob(document, undefined);
}

/** Follows the job of the open document to its end: it was made in an earlier visit, or the service could not be reached. */
export async function pickUpJob(): Promise<void> {
  if (job.value && site.value.api) await launchOnServer(job.value, job.value.id);
}

/** Before other data is opened: stops the current run if the user agrees. Its best plan stays with its data. */
export async function leaveRun(): Promise<boolean> {
  const current = running.value;
  if (!current) return true;
  const agreed = await ask({
    title: 'A run is in progress',
    text: `Opening something else stops it. Its best plan so far stays with “${draft.value.name}”; Undo takes you back there.`,
    yes: 'Stop it and open',
    no: 'Let it run',
  });
  if (!agreed) return false;
  stopRun();
  await current.done;
  return true;
}

export function stopRun(): void {
  const current = running.value;
  if (!current || current.stopping) return;
  running.value = { ...current, stopping: true };
  current.run.stop();
}

function heard(state: Running, progress: SolveProgress): Running {
  if (!isPlanProgress(progress) || !progress.feasible) return { ...state, progress };
  const { seconds, cost, routes } = progress;
  const best = routes ? { cost, routes: named(state.instance, routes) } : state.best;
  return { ...state, progress, best, curve: [...state.curve, { seconds, cost }] };
}

const named = ({ depots, customers }: Instance, routes: readonly IndexedRoute[]): ShownRoute[] =>
  routes.map(({ depot, stops }) => ({ depot: depots[depot].id, stops: Array.from(stops, (stop) => customers[stop].id) }));
