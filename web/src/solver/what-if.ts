/** Questions to the network. One is asked at a time; a new one takes the place of the one before. */
import { type Instance, type PredictionError, type PricedSet, Worker, WorkerClient, type WorkerOutcome } from '../../../src/page.ts';

/** Who is served from where, by id of the depot. */
export interface AssignedCustomers {
  readonly instance: Instance;
  readonly assignment: readonly string[];
}

export interface Question {
  /** Whose sets of depots to price. */
  readonly instance?: Instance;
  /** Whose depots to predict; the answer carries the key. */
  readonly plan?: AssignedCustomers & { readonly key: string };
}

export type Answer = PredictedPlan | PricedSets;

export interface PredictedPlan {
  readonly kind: 'predicted';
  readonly key: string;
  /** Travel and vehicles, by id of the depot. */
  readonly routing: Readonly<Record<string, number>>;
  /** As the model's card states it. */
  readonly error?: PredictionError;
}

export interface PricedSets {
  readonly kind: 'sets';
  /** Of the instance that the prices belong to. */
  readonly hash: string;
  /** How many sets were sent before these. */
  readonly from: number;
  readonly sets: readonly PricedSet[];
  /** No other set could matter. */
  readonly complete: boolean;
  readonly error?: PredictionError;
}

/** Milliseconds that the worker has to end a question. It keeps its prices where it does. */
const patience = 5000;

const network = new WorkerClient<Question, Answer, undefined>(
  () => new Worker(new URL('./what-if.worker.ts', import.meta.url), { type: 'module', name: 'what-if' }),
);
let abort = new AbortController();
let last: Promise<unknown> = Promise.resolve();

export function stopAsking(): void {
  abort.abort();
}

export function askNetwork(question: Question, onProgress: (answer: Answer) => void): Promise<WorkerOutcome<undefined>> {
  stopAsking();
  abort = new AbortController();
  const { signal } = abort;
  const outcome = last.then(() => network.ask(question, { signal, grace: patience, onProgress }));
  last = outcome;
  return outcome;
}
