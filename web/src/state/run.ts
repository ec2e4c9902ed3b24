/** Solving, as the page sees it: one run at a time, its progress, and its plan. */
import { computed, signal } from '@preact/signals';
import {
  type Fault,
  type IndexedRoute,
  type Instance,
  instanceHash,
  type MethodName,
  type Solution,
  type SolveProgress,
} from '../../../src/page.ts';
import { isPlanProgress, type RunOptions } from '../solver/protocol.ts';
import { Run, type SolveRun } from '../solver/run.ts';
import { ServerRun } from '../solver/server-run.ts';
import { documentKey, draft, validity } from './document.ts';
import { ask, tell } from './view.ts';

export interface Settings {
  readonly seconds: number;
  /** Instead of seconds: the same seed, threads and iterations give the same plan anywhere. */
  readonly iterations?: number;
  readonly seed: number;
  readonly threads: number;
  readonly method: MethodName;
}

export const mostThreads = Math.max(1, navigator.hardwareConcurrency ?? 1);
export const settings = signal<Settings>({
  seconds: 10,
  seed: 1,
  // One is left to the page itself.
  threads: Math.max(1, Math.min(8, mostThreads - 1)),
  method: 'search',
});

/** A plan with the instance that it is for. */
export interface Plan {
  readonly instance: Instance;
  readonly solution: Solution;
}

/** By the key of their document. */
const plans = signal<Readonly<Record<string, Plan>>>({});
export const plan = computed<Plan | undefined>(() => plans.value[documentKey.value]);
export function setPlan(document: string, found: Plan | undefined): void {
  const { [document]: _, ...others } = plans.value;
  plans.value = found ? { ...others, [document]: found } : others;
}

export const fault = signal<Fault | undefined>(undefined);

export interface Running {
  readonly run: SolveRun;
  /** Key of the document that it is for. */
  readonly document: string;
  /** When it began, as `performance.now` counts. */
  readonly began: number;
  /** What is being solved, where it is not simply the open data. */
  readonly label?: string;
  readonly progress?: SolveProgress;
  /** Best cost over time. */
  readonly curve: readonly { readonly seconds: number; readonly cost: number }[];
  readonly best?: { readonly cost: number; readonly routes: readonly ShownRoute[] };
  readonly stopping: boolean;
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

/** Whether the data has changed since the plan was made. */
export const outdated = computed(() => {
  const solved = plan.value;
  const now = validity.value;
  if (!solved) return false;
  return now.state !== 'valid' || instanceHash(now.instance) !== solved.solution.instanceHash;
});

export function optionsOf({ seconds, iterations, seed, threads, method }: Settings): RunOptions {
  return { ...(iterations === undefined ? { seconds } : { iterations }), seed, threads, method };
}

/** The solution, where one was found; undefined, too, while another run is in progress. */
export async function launch(instance: Instance, options: RunOptions, label?: string, onServer = false): Promise<Solution | undefined> {
  if (running.value) return undefined;
  fault.value = undefined;
  const run: SolveRun = new (onServer ? ServerRun : Run)(instance, options, (progress) => {
    if (running.value?.run === run) running.value = heard(running.value, progress);
  });
  running.value = { run, document: documentKey.value, began: performance.now(), label, curve: [], stopping: false };
  const outcome = await run.outcome;
  running.value = undefined;
  if (outcome.kind === 'failed') fault.value = outcome;
  if (outcome.kind === 'stopped') tell('Stopped before the first plan. Nothing has changed.');
  return outcome.kind === 'reply' ? outcome.reply : undefined;
}

/** Solves the open data; the plan replaces the one before. */
export async function solveDraft(onServer = false): Promise<void> {
  const now = validity.value;
  const document = documentKey.value;
  if (now.state !== 'valid') return;
  const solution = await launch(now.instance, optionsOf(settings.value), undefined, onServer);
  if (solution) setPlan(document, { instance: now.instance, solution });
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
  await current.run.outcome;
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
  const best = routes ? { cost, routes: named(state.run.instance, routes) } : state.best;
  return { ...state, progress, best, curve: [...state.curve, { seconds, cost }] };
}

const named = ({ depots, customers }: Instance, routes: readonly IndexedRoute[]): ShownRoute[] =>
  routes.map(({ depot, stops }) => ({ depot: depots[depot].id, stops: Array.from(stops, (stop) => customers[stop].id) }));
