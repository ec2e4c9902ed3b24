/** Questions to the network. A worker prices sets of depots; all else is answered here, at once, from those prices. */
import { computed, effect, signal } from '@preact/signals';
import {
  costByCount,
  type Depot,
  differenceBand,
  type Fault,
  type Instance,
  type PricedSet,
  predictionBand,
  routingHash,
  unseenByNetworks,
  type WeighedSet,
  worthOfSites,
} from '../../../src/page.ts';
import { type Answer, askNetwork, type PredictedPlan, type PricedSets, type Question, stopAsking } from '../solver/what-if.ts';
import { change, documentKey, knownPlans, type Plan, plan, validity } from './document.ts';
import { running } from './run.ts';
import { tab } from './view.ts';

interface Prices extends Omit<PricedSets, 'kind' | 'from'> {
  readonly fault?: Fault;
}

const prices = signal<Prices | undefined>(undefined);

/** What the network expects of the depots of the plan. */
const predicted = signal<PredictedPlan | undefined>(undefined);
const keyOf = ({ solution: { instanceHash, cost, openDepots } }: Plan) => [instanceHash, cost.total, ...openDepots].join(' ');

/** Undefined where the network does not see all of the data. */
export function predictedRouting(of: Plan): Readonly<Record<string, number>> | undefined {
  if (unseenByNetworks(of.instance).length > 0) return undefined;
  return predicted.value?.key === keyOf(of) ? predicted.value.routing : {};
}

/** How far the prediction for a depot of the plan may be off, as a share of it. */
export const shareOfError = computed(() => predicted.value?.error?.alone ?? 0);

/** How far the predicted cost of a set may be off. */
export const bandOf = (set: PricedSet): number => predictionBand(set, prices.value?.error?.embedded ?? 0);

/** How much more one set costs than another, and how far that may be off. Within the band, the two are a tie. */
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
/** What is tried out, by depot. The data stays as it is until trials are applied. */
export const trials = signal<Readonly<Record<string, Trial>>>({});

export const base = computed<Instance | undefined>(() => (validity.value.state === 'valid' ? validity.value.instance : undefined));

/** The data with the trials. */
export const trial = computed<Instance | undefined>(() => {
  const instance = base.value;
  return instance && { ...instance, depots: instance.depots.map((depot) => ({ ...depot, ...trials.value[depot.id] })) };
});

/** What the network does not see of the data: if anything, nothing is predicted for it. */
export const unseen = computed<readonly string[]>(() => (base.value ? unseenByNetworks(base.value) : []));

const baseHash = computed(() => base.value && routingHash(base.value));

/** Prices that belong to the data. */
export const pricing = computed(() => (baseHash.value !== undefined && prices.value?.hash === baseHash.value ? prices.value : undefined));

/** Answers a question from the prices; an empty list while there is nothing to answer it from. */
const answered = <T>(
  instance: { readonly value: Instance | undefined },
  of: (sets: readonly PricedSet[], instance: Instance) => readonly T[],
) => computed(() => (instance.value && pricing.value ? of(pricing.value.sets, instance.value) : []));

export const curve = answered(trial, costByCount);
export const curveBefore = answered(base, costByCount);
export const worth = answered(trial, worthOfSites);
export const worthBefore = answered(base, worthOfSites);

const problems = new WeakMap<Instance, string>();
/** Equal for instances whose plans cost the same, whatever their locks and counts. */
function problemOf(instance: Instance): string {
  const known = problems.get(instance) ?? [routingHash(instance), ...instance.depots.map(({ openingCost }) => openingCost)].join();
  problems.set(instance, known);
  return known;
}

/** Plans that were really found for this problem, the cheapest first. They answer better than a prediction. */
export function plansFor(instance: Instance): readonly Plan[] {
  const problem = problemOf(instance);
  return knownPlans.value
    .filter((one) => problemOf(one.instance) === problem)
    .sort((a, b) => a.solution.cost.total - b.solution.cost.total);
}

export function tryOut(id: string, change: Trial): void {
  trials.value = { ...trials.value, [id]: { ...trials.value[id], ...change } };
}

export function applyTrials(): void {
  const tried = trials.value;
  change((draft) => ({ ...draft, depots: draft.depots.map((depot) => ({ ...depot, ...tried[depot.id] })) }));
  trials.value = {};
}

// Trials on one document mean nothing to the next.
effect(() => {
  if (documentKey.value) trials.value = {};
});

/** Milliseconds without a change before the worker is asked again. */
const quiet = 120;

/** Asks while the answers are in sight, and not while a run needs the machine. */
export function askWhileShown(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const shown = tab.value === 'plan' || tab.value === 'what-if';
    const [instance, current] = [trial.value, tab.value === 'plan' ? plan.value : undefined];
    clearTimeout(timer);
    stopAsking();
    if (!shown || running.value) return;
    const isNew = current && unseenByNetworks(current.instance).length === 0 && predicted.peek()?.key !== keyOf(current);
    const asked = isNew ? { key: keyOf(current), instance: current.instance, assignment: current.solution.assignment } : undefined;
    const priced = unseen.value.length === 0 ? instance : undefined;
    if (asked || priced) timer = setTimeout(() => void inquire({ instance: priced, plan: asked }), quiet);
  });
}

async function inquire(question: Question): Promise<void> {
  const outcome = await askNetwork(question, hear);
  if (outcome.kind !== 'failed' || !question.instance) return;
  prices.value = { hash: routingHash(question.instance), sets: [], complete: true, fault: outcome };
}

function hear(answer: Answer): void {
  if (answer.kind === 'predicted') predicted.value = answer;
  else
    prices.value = {
      ...answer,
      sets: [...(prices.value?.hash === answer.hash ? prices.value.sets.slice(0, answer.from) : []), ...answer.sets],
    };
}
