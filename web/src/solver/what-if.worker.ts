/** The worker of what-if questions: what a plan's depots should cost, and what other sets of depots do. What it found is kept while it holds. */
import {
  defaultModel,
  type ExploredSet,
  exploreSets,
  handleRequests,
  type KnownSet,
  type NetworkSurrogate,
  predictionError,
  routingHash,
  type SetsByKey,
  StopWatch,
} from '../../../src/page.ts';
import { loadSurrogate } from './sources.ts';
import type { Answer, AssignedCustomers, Question } from './what-if.ts';

/** Seconds after which the answer is good enough. */
const enough = 20;

let known: { readonly hash: string; readonly sets: SetsByKey } | undefined;

handleRequests<Question, Answer, undefined>(async ({ instance, plan }, report, signal) => {
  const surrogate = await loadSurrogate(defaultModel);
  const { card } = surrogate.model;
  if (plan && surrogate.unseen(plan.instance).length === 0)
    report({ kind: 'predicted', key: plan.key, routing: predict(surrogate, plan), error: predictionError(card) });
  if (!instance || signal.aborted) return undefined;

  const hash = routingHash(instance);
  if (known?.hash !== hash) known = { hash, sets: new Map() };
  const { sets } = known;
  const unseen = surrogate.unseen(instance);
  const tell = (news: Iterable<ExploredSet>, complete: boolean) =>
    report({ kind: 'sets', hash, sets: Array.from(news, withoutRoutes), complete, unseen });
  tell(sets.values(), false);
  const watch = new StopWatch({ seconds: enough, signal });
  const steps = exploreSets(instance, { watch, seed: 1, sets, ...(unseen.length === 0 && { surrogate }) });
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) {
      if (step.value !== 'aborted') tell([], true);
      return undefined;
    }
    tell(step.value, false);
  }
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

const withoutRoutes = ({ open, predicted, solved }: ExploredSet): KnownSet => ({
  open,
  ...(predicted && { predicted }),
  ...(solved && { solved: { routing: solved.routing } }),
});
