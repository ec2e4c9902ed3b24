/** What-if questions. A worker predicts and solves sets of depots; all else is answered here, at once, from what is known of them. */
import { computed, effect, signal } from '@preact/signals';
import {
  answersFrom,
  type Depot,
  differenceBand,
  type Fault,
  type Instance,
  type KnownSet,
  keyOf as keyOfSet,
  routingHash,
  type SetAnswers,
  unseenByNetworks,
  type WeighedSet,
} from '../../../src/page.ts';
import { type Answer, askWhatIf, type PredictedPlan, type Question, stopAsking } from '../solver/what-if.ts';
import { change, documentKey, knownPlans, type Plan, plan, validity } from './document.ts';
import { running } from './run.ts';
import { tab } from './view.ts';

interface Found {
  /** Of the instance that the sets belong to. */
  readonly hash: string;
  readonly sets: ReadonlyMap<string, KnownSet>;
  readonly complete: boolean;
  readonly unseen: readonly string[];
  readonly fault?: Fault;
}

const found = signal<Found | undefined>(undefined);

/** What the network expects of the depots of the plan. */
const predicted = signal<PredictedPlan | undefined>(undefined);
const keyOf = ({ solution: { instanceHash, cost, openDepots } }: Plan) => [instanceHash, cost.total, ...openDepots].join(' ');

/** Undefined where the network cannot predict the data. */
export function predictedRouting(of: Plan): Readonly<Record<string, number>> | undefined {
  if (unseen.value.length > 0 || unseenByNetworks(of.instance).length > 0) return undefined;
  return predicted.value?.key === keyOf(of) ? predicted.value.routing : {};
}

/** How far the prediction for a depot of the plan may be off, as a share of it. */
export const shareOfError = computed(() => predicted.value?.error?.alone ?? 0);

/** How much more one set costs than another, and how far that may be off, where that is known. Within the band, the two are a tie. */
export interface Difference {
  readonly amount: number;
  readonly isPredicted: boolean;
  readonly band: number | undefined;
  readonly tie: boolean;
}

export function differenceOf(a: WeighedSet, b: WeighedSet, { errors }: SetAnswers): Difference {
  const amount = a.total - b.total;
  const band = differenceBand(a, b, errors);
  return { amount, isPredicted: a.isPredicted || b.isPredicted, band, tie: a.set !== b.set && Math.abs(amount) <= (band ?? 0) };
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

const baseHash = computed(() => base.value && hashOf(base.value));

const hashes = new WeakMap<Instance, string>();
function hashOf(instance: Instance): string {
  const hash = hashes.get(instance) ?? routingHash(instance);
  hashes.set(instance, hash);
  return hash;
}

/** What the worker found for the data. */
export const finding = computed(() => (baseHash.value !== undefined && found.value?.hash === baseHash.value ? found.value : undefined));

/** Why the network cannot predict the data: if anything, nothing is predicted for it. */
export const unseen = computed<readonly string[]>(() => finding.value?.unseen ?? []);

/** What is known of sets, with the plans of this document. */
const sets = computed<readonly KnownSet[]>(() => {
  const all = new Map(finding.value?.sets);
  for (const { instance, solution } of knownPlans.value) {
    if (hashOf(instance) !== baseHash.value) continue;
    const open = Uint8Array.from(instance.depots, ({ id }) => Number(solution.openDepots.includes(id)));
    const known = all.get(keyOfSet(open));
    const routing = Math.min(solution.cost.total - solution.cost.opening, known?.solved?.routing ?? Number.POSITIVE_INFINITY);
    all.set(keyOfSet(open), { open, ...known, solved: { routing } });
  }
  return [...all.values()];
});

const answersFor = (instance: { readonly value: Instance | undefined }) =>
  computed(() => instance.value && answersFrom(sets.value, instance.value));

export const answers = answersFor(trial);
export const answersBefore = answersFor(base);

/** How many sets were looked at, and how many of them have a plan. */
export const progress = computed(() => ({ sets: sets.value.length, solved: sets.value.filter(({ solved }) => solved).length }));

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
    if (asked || instance) timer = setTimeout(() => void inquire({ instance, plan: asked }), quiet);
  });
}

async function inquire(question: Question): Promise<void> {
  const outcome = await askWhatIf(question, hear);
  if (outcome.kind !== 'failed' || !question.instance) return;
  found.value = { hash: hashOf(question.instance), sets: new Map(), complete: true, unseen: [], fault: outcome };
}

function hear(answer: Answer): void {
  if (answer.kind === 'predicted') {
    predicted.value = answer;
    return;
  }
  const { hash, complete, unseen } = answer;
  const before = found.value?.hash === hash ? found.value.sets : [];
  found.value = { hash, complete, unseen, sets: new Map([...before, ...answer.sets.map((set) => [keyOfSet(set.open), set] as const)]) };
}
