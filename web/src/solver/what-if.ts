/** Questions of what if. One is asked at a time; a new one takes the place of the one before. */
import { type Instance, type KnownSet, type PredictionError, Worker, WorkerClient, type WorkerOutcome } from '../../../src/page.ts';

/** Who is served from where, by id of the depot. */
export interface AssignedCustomers {
  readonly instance: Instance;
  readonly assignment: readonly string[];
}

export interface Question {
  /** Whose sets of depots to predict and solve. */
  readonly instance?: Instance;
  /** Whose depots to predict; the answer carries the key. */
  readonly plan?: AssignedCustomers & { readonly key: string };
}

export type Answer = PredictedPlan | SetsFound;

export interface PredictedPlan {
  readonly kind: 'predicted';
  readonly key: string;
  /** Travel and vehicles, by id of the depot. */
  readonly routing: Readonly<Record<string, number>>;
  /** As the model's card states it. */
  readonly error?: PredictionError;
}

export interface SetsFound {
  readonly kind: 'sets';
  /** Of the instance that they belong to. */
  readonly hash: string;
  /** Those of which more is known than before. */
  readonly sets: readonly KnownSet[];
  /** No search could change an answer. */
  readonly complete: boolean;
  /** Why nothing is predicted, in words. */
  readonly unseen: readonly string[];
}

/** Milliseconds that the worker has to end a question. It keeps what it found where it does. */
const patience = 5000;

const answers = new WorkerClient<Question, Answer, undefined>(
  () => new Worker(new URL('./what-if.worker.ts', import.meta.url), { type: 'module', name: 'what-if' }),
);
let abort = new AbortController();
let last: Promise<unknown> = Promise.resolve();

export function stopAsking(): void {
  abort.abort();
}

export function askWhatIf(question: Question, onProgress: (answer: Answer) => void): Promise<WorkerOutcome<undefined>> {
  stopAsking();
  abort = new AbortController();
  const { signal } = abort;
  const outcome = last.then(() => answers.ask(question, { signal, grace: patience, onProgress }));
  last = outcome;
  return outcome;
}
