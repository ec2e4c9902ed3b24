/** Questions to the network: prices of sets of depots come from a thread of their own; all else is answered here, at once. */
import { computed, effect, signal } from '@preact/signals';
import {
  costByCount,
  type Depot,
  differenceBand,
  type Instance,
  type PredictionError,
  type PricedSet,
  predictionBand,
  routingHash,
  type WeighedSet,
  worthOfSites,
} from '../../../src/index.ts';
import type { Fault } from '../solver/protocol.ts';
import type { Answer, Question } from '../solver/what-if.worker.ts';
import { change, documentKey, validity } from './document.ts';
import { type Plan, plan, running } from './run.ts';
import { tab } from './view.ts';

interface Prices {
  readonly hash: string;
  readonly sets: readonly PricedSet[];
  readonly complete: boolean;
  readonly error?: PredictionError;
  readonly fault?: Fault;
}

const prices = signal<Prices | undefined>(undefined);

/** What the network expects of the depots of the plan at hand. */
const predicted = signal<Extract<Answer, { kind: 'predicted' }> | undefined>(undefined);
const keyOf = ({ solution: { instanceHash, cost, openDepots } }: Plan) => [instanceHash, cost.total, ...openDepots].join(' ');

export const predictedRouting = (of: Plan): Readonly<Record<string, number>> =>
  predicted.value?.key === keyOf(of) ? predicted.value.routing : {};

/** How far the prediction of a depot of the plan may be off, as a share of it. */
export const shareOfError = computed(() => predicted.value?.error?.alone ?? 0);

/** How far the predicted cost of a set may be off. */
export const bandOf = (set: PricedSet): number => predictionBand(set, prices.value?.error?.embedded ?? 0);

/** What one set costs more than another, with how far that may be off; within it, the two are a tie. */
export interface Difference {
  readonly amount: number;
  readonly band: number;
  readonly tie: boolean;
}

export function differenceOf(a: WeighedSet, b: WeighedSet): Difference {
  const amount = a.total - b.total;
  const band = differenceBand(a.set, b.set, prices.value?.error?.embedded ?? 0);
  return { amount, band, tie: a.set !== b.set && Math.abs(amount) <= band };
}

export type Trial = Partial<Pick<Depot, 'openingCost' | 'status'>>;
/** What is tried out, by depot; the data itself is left alone until it is applied. */
export const trials = signal<Readonly<Record<string, Trial>>>({});

export const base = computed<Instance | undefined>(() => (validity.value.state === 'valid' ? validity.value.instance : undefined));

/** The data with what is tried out. */
export const trial = computed<Instance | undefined>(() => {
  const instance = base.value;
  return instance && { ...instance, depots: instance.depots.map((depot) => ({ ...depot, ...trials.value[depot.id] })) };
});

const baseHash = computed(() => base.value && routingHash(base.value));

/** Prices that belong to the data at hand. */
export const pricing = computed(() => (baseHash.value !== undefined && prices.value?.hash === baseHash.value ? prices.value : undefined));

export const curve = computed(() => (trial.value && pricing.value ? costByCount(pricing.value.sets, trial.value) : []));
export const curveBefore = computed(() => (base.value && pricing.value ? costByCount(pricing.value.sets, base.value) : []));
export const worth = computed(() => (trial.value && pricing.value ? worthOfSites(pricing.value.sets, trial.value) : []));
/** As the data has it, whatever is tried out. */
export const worthNow = computed(() => (base.value && pricing.value ? worthOfSites(pricing.value.sets, base.value) : []));

export function tryOut(id: string, change: Trial): void {
  trials.value = { ...trials.value, [id]: { ...trials.value[id], ...change } };
}

export function applyTrials(): void {
  const tried = trials.value;
  change((draft) => ({ ...draft, depots: draft.depots.map((depot) => ({ ...depot, ...tried[depot.id] })) }));
  trials.value = {};
}

// What is tried out on one document means nothing to the next.
effect(() => {
  if (documentKey.value) trials.value = {};
});

/** Milliseconds of quiet before the thread is asked anew. */
const quiet = 120;

/** Asks while somebody looks, and not while a run needs the machine. */
export function answerQuestions(): void {
  let thread: Worker | undefined;
  const ask = (question: Question) => {
    thread ??= startThread();
    thread.postMessage(question);
  };
  effect(() => {
    const current = plan.value;
    if (!current || tab.value !== 'plan' || running.value || predicted.peek()?.key === keyOf(current)) return;
    ask({ kind: 'predict', key: keyOf(current), instance: current.instance, assignment: current.solution.assignment });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const instance = trial.value;
    const wanted = instance && (tab.value === 'what-if' || tab.value === 'plan') && !running.value;
    clearTimeout(timer);
    if (!wanted) return;
    timer = setTimeout(() => ask({ kind: 'explore', instance }), quiet);
  });
}

function startThread(): Worker {
  const thread = new Worker(new URL('../solver/what-if.worker.ts', import.meta.url), { type: 'module', name: 'what-if' });
  thread.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.kind === 'predicted') {
      predicted.value = data;
      return;
    }
    const before = !data.all && prices.value?.hash === data.hash ? prices.value.sets : [];
    prices.value = { hash: data.hash, sets: [...before, ...data.sets], complete: data.complete, error: data.error, fault: data.fault };
  };
  return thread;
}
