/** Scenarios solved one after the other: the same data with other sites, prices or demands, so that their plans can be compared. */
import { indexRoutes } from '../formats/indexed-plan.ts';
import type { Scenario } from '../formats/scenarios.ts';
import { isObject, isText, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import { changeInstance } from '../problem/change.ts';
import { requireOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { explainInfeasibility } from '../problem/feasibility.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type Plan, type Solution } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import type { Stop } from '../run/stop.ts';
import { solve } from './solve.ts';

export interface ScenarioOptions {
  /** When the run of each scenario ends. */
  readonly stop: Stop;
  readonly seed?: number;
  /** Of each run. */
  readonly threads?: number;
  /** Solves one, in place of `solve`; `start` is the best plan so far that keeps its rules. */
  readonly solveOne?: (instance: Instance, start: Plan | undefined, scenario: Scenario) => Promise<Solution>;
  /** Called as soon as a scenario is solved. A better plan may still turn up with a later one. */
  readonly onSolved?: (answer: ScenarioAnswer, k: number) => unknown;
}

const optionNames: Names<ScenarioOptions> = { stop: 0, seed: 0, threads: 0, solveOne: 0, onSolved: 0 };

/** A scenario with its data, and its plan or the reason why it has none. */
export interface ScenarioAnswer extends Scenario {
  readonly instance: Instance;
  readonly solution?: Solution;
  /** Why no plan keeps its rules. */
  readonly reason?: string;
}

/** Solves scenarios. A plan that is found for one and keeps the rules of another serves there too, so no scenario looks worse than it is. */
export async function solveScenarios(
  given: Instance,
  scenarios: readonly Scenario[],
  options: ScenarioOptions,
): Promise<readonly ScenarioAnswer[]> {
  requireArgument(isObject(options), 'options', 'options, such as { stop: { seconds: 10 } }');
  requireKnown(options, optionNames);
  const instance = requireInstance(given);
  requireOneDay(instance);
  requireArgument(Array.isArray(scenarios) && scenarios.length > 0, 'scenarios', 'a list of scenarios, each { name, changes }');
  const { stop, seed, threads, onSolved } = options;
  const { solveOne = (of: Instance, start?: Plan) => solve(of, { stop, seed, threads, ...(start && { start }) }) } = options;
  // All changes are tried before the first run begins.
  const cases = scenarios.map((scenario) => ({ ...scenario, instance: changed(instance, scenario) }));
  const answers: ScenarioAnswer[] = [];
  const plans: Bare[] = [];
  for (const [k, one] of cases.entries()) {
    const fault = explainInfeasibility(one.instance);
    const found = fault ? { reason: fault.message } : await attempt(() => solveOne(one.instance, bestOf(one.instance, plans)?.plan, one));
    if (found.solution) plans.push(bare(found.solution));
    answers.push({ ...one, ...found });
    onSolved?.(answers[k], k);
  }
  return answers.map((answer) => shared(answer, plans));
}

/** The plan, or why there is none. */
async function attempt(run: () => Promise<Solution>): Promise<Pick<ScenarioAnswer, 'solution' | 'reason'>> {
  try {
    return { solution: await run() };
  } catch (error) {
    if (!(error instanceof NeoLrpError) || ![3, 5].includes(error.exitStatus)) throw error;
    return { reason: error.message };
  }
}

function changed(instance: Instance, { name, changes }: Scenario): Instance {
  requireArgument(isText(name) && isObject(changes), 'scenarios', 'scenarios, each { name, changes }');
  return Object.keys(changes).length === 0 ? instance : changeInstance(instance, changes);
}

/** Routes alone: loads and costs that a plan states are those of its own instance. */
interface Bare extends Plan {
  readonly routes: { depot: string; stops: string[]; vehicle?: string }[];
}

const bare = ({ routes }: Solution): Bare => ({
  routes: routes.map(({ depot, stops, vehicle }) => ({ depot, stops: [...stops], ...(vehicle !== undefined && { vehicle }) })),
});

interface Priced {
  readonly plan: Bare;
  readonly cost: number;
}

/** The cheapest of the plans that keep the rules of the instance. */
function bestOf(instance: Instance, plans: readonly Bare[]): Priced | undefined {
  return plans
    .map((plan) => ({ plan, ...verify(instance, plan) }))
    .filter(({ feasible }) => feasible)
    .map(({ plan, cost }) => ({ plan, cost: cost.total }))
    .reduce<Priced | undefined>((best, one) => (best && best.cost <= one.cost ? best : one), undefined);
}

/** Cheaper by less is the same. */
const negligible = 1e-6;

/** With a plan of another scenario, where that is better. */
function shared(answer: ScenarioAnswer, plans: readonly Bare[]): ScenarioAnswer {
  const { instance, solution, changes } = answer;
  const best = bestOf(instance, plans);
  if (!solution || !best) return answer;
  const isBetter = best.cost < solution.cost.total * (1 - negligible);
  const better = isBetter ? describeRoutes(instance, indexRoutes(instance, best.plan)) : {};
  return { ...answer, solution: { ...solution, ...better, ...(Object.keys(changes).length > 0 && { changes }) } };
}
