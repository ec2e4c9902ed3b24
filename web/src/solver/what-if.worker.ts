/** The worker that asks the network what a plan's depots should cost, and what other sets of depots would. Prices are kept while they hold. */
import {
  defaultModel,
  handleRequests,
  type NetworkSurrogate,
  type PricedSet,
  predictionError,
  routingHash,
  SetPrices,
} from '../../../src/page.ts';
import { loadSurrogate } from './sources.ts';
import type { Answer, AssignedCustomers, Question } from './what-if.ts';

/** Seconds after which the answer is good enough. */
const enough = 20;
/** Milliseconds between two parts of an answer: each is drawn. */
const reportEvery = 200;

let known: { readonly hash: string; readonly prices: SetPrices } | undefined;

handleRequests<Question, Answer, undefined>(async ({ instance, plan }, report, signal) => {
  const surrogate = await loadSurrogate(defaultModel);
  const error = predictionError(surrogate.model.card);
  if (plan) report({ kind: 'predicted', key: plan.key, routing: predict(surrogate, plan), error });
  if (!instance || signal.aborted) return undefined;

  const hash = routingHash(instance);
  if (known?.hash !== hash) known = { hash, prices: new SetPrices(instance, surrogate) };
  const { prices } = known;
  let from = 0;
  let last = 0;
  const tell = (complete: boolean) => {
    report({ kind: 'sets', hash, from, sets: prices.sets.slice(from).map(bare), complete, error });
    from = prices.sets.length;
    last = performance.now();
  };
  tell(false);
  const reason = await prices.explore(instance, { signal, seconds: enough }, () => {
    if (performance.now() >= last + reportEvery) tell(false);
  });
  if (reason !== 'aborted') tell(true);
  return undefined;
});

/** Travel and vehicles of each depot that serves anybody, by id. */
function predict(surrogate: NetworkSurrogate, { instance, assignment }: AssignedCustomers): Readonly<Record<string, number>> {
  const routing: Record<string, number> = {};
  for (const [depot, { id }] of instance.depots.entries()) {
    const customers = assignment.flatMap((served, customer) => (served === id ? [customer] : []));
    if (customers.length > 0)
      routing[id] = surrogate.appraise?.(instance, depot, customers) ?? surrogate.predict(instance, depot, customers);
  }
  return routing;
}

/** Without the allocations behind it, which the page does not use. */
const bare = ({ open, routing, predicted }: PricedSet): PricedSet => ({ open, routing, predicted });
