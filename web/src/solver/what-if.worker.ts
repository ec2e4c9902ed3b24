/** The thread that prices sets of depots. A new question takes the place of the one before; prices stay as long as they hold. */
import {
  defaultModel,
  type Instance,
  type PredictionError,
  type PricedSet,
  predictionError,
  routingHash,
  SetPrices,
} from '../../../src/index.ts';
import { type Fault, faultOf } from './protocol.ts';
import { loadSurrogate } from './sources.ts';

export type Question =
  /** Which sets of depots are worth what? */
  | { readonly kind: 'explore'; readonly instance: Instance }
  /** What does the network expect of the depots of a plan? */
  | { readonly kind: 'predict'; readonly key: string; readonly instance: Instance; readonly assignment: readonly string[] };

export type Answer =
  | ({ readonly kind: 'sets' } & Sets)
  /** Travel and vehicles, by id of the depot. */
  | {
      readonly kind: 'predicted';
      readonly key: string;
      readonly routing: Readonly<Record<string, number>>;
      readonly error?: PredictionError;
    };

export interface Sets {
  /** Of the instance that the prices belong to. */
  readonly hash: string;
  /** Those that are new; `all`: these are all. */
  readonly sets: readonly PricedSet[];
  readonly all: boolean;
  /** Nothing is left that could matter. */
  readonly complete: boolean;
  /** As the model's card tells it. */
  readonly error?: PredictionError;
  readonly fault?: Fault;
}

/** Seconds after which the answer is good enough. */
const patience = 20;
/** Milliseconds between two parts of an answer: each is drawn. */
const tellEvery = 200;

let abort = new AbortController();
let known: { readonly hash: string; readonly prices: SetPrices } | undefined;

const post = (answer: Answer) => self.postMessage(answer);

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.kind === 'predict') return void predict(data);
  abort.abort();
  abort = new AbortController();
  return void explore(data.instance, abort.signal);
});

async function explore(instance: Instance, signal: AbortSignal): Promise<void> {
  const hash = routingHash(instance);
  try {
    const surrogate = await loadSurrogate(defaultModel);
    if (signal.aborted) return;
    if (known?.hash !== hash) known = { hash, prices: new SetPrices(instance, surrogate) };
    const { prices } = known;
    const error = predictionError(surrogate.model.card);
    post({ kind: 'sets', hash, sets: bare(prices.sets), all: true, complete: false, error });
    let told = prices.sets.length;
    let next = performance.now() + tellEvery;
    const tell = (complete: boolean) => {
      post({ kind: 'sets', hash, sets: bare(prices.sets.slice(told)), all: false, complete, error });
      told = prices.sets.length;
      next = performance.now() + tellEvery;
    };
    const reason = await prices.explore(instance, { signal, seconds: patience }, () => {
      if (performance.now() >= next) tell(false);
    });
    if (reason !== 'aborted') tell(true);
  } catch (error) {
    post({ kind: 'sets', hash, sets: [], all: false, complete: true, fault: faultOf(error) });
  }
}

/** Silent where the model is missing: the exploration says so. */
async function predict({ key, instance, assignment }: Extract<Question, { kind: 'predict' }>): Promise<void> {
  const surrogate = await loadSurrogate(defaultModel).catch(() => undefined);
  if (!surrogate) return;
  const routing = instance.depots.flatMap(({ id }, depot) => {
    const customers = assignment.flatMap((served, customer) => (served === id ? [customer] : []));
    if (customers.length === 0) return [];
    return [[id, surrogate.appraise?.(instance, depot, customers) ?? surrogate.predict(instance, depot, customers)] as const];
  });
  post({ kind: 'predicted', key, routing: Object.fromEntries(routing), error: predictionError(surrogate.model.card) });
}

/** Without the allocations behind them, which the page has no use for. */
const bare = (sets: readonly PricedSet[]): PricedSet[] => sets.map(({ open, routing, predicted }) => ({ open, routing, predicted }));
