/** Scenarios side by side, a row each: what they cost, what differs from the reference, and which of them to recommend. */
import { changeInstance, type InstanceChanges } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Language } from '../problem/languages.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { amountsOf } from './amounts.ts';
import { type Column, column, useful } from './columns.ts';
import { comparePlans } from './comparison.ts';
import { type CostKind, costKinds, costSplit } from './cost-split.ts';
import { placeNames } from './place-names.ts';
import { type PlanNumbers, planNumbers } from './plan-numbers.ts';
import { type Words, wordsOf } from './words.ts';

/** A scenario that was solved, or why it has no plan. */
export interface SolvedScenario {
  readonly name: string;
  readonly changes: InstanceChanges;
  /** With the changes. */
  readonly instance: Instance;
  readonly solution?: Plan | Solution;
  readonly reason?: string;
}

export interface ScenarioRow {
  readonly scenario: SolvedScenario;
  readonly isReference: boolean;
  readonly numbers?: PlanNumbers;
  /** Its cost, rounded so that the parts add up to the total. */
  readonly total?: number;
  readonly parts: ReadonlyMap<CostKind, number>;
  readonly openDepots: readonly string[];
  /** Customers that another depot serves than in the reference. */
  readonly moved: readonly { readonly customer: string; readonly from: string; readonly to: string }[];
  /** What it costs more than the reference; null where one of the two has no plan. */
  readonly difference: number | null;
}

/** With totals from here on, cents would only be read. */
const largeCost = 1000;

/** `reference`: the name of the scenario that all are compared with; by default the one without changes, or the first. */
export function scenarioRows(scenarios: readonly SolvedScenario[], reference?: string): readonly ScenarioRow[] {
  const base =
    scenarios.find(({ name }) => name === reference) ?? scenarios.find(({ changes }) => Object.keys(changes).length === 0) ?? scenarios[0];
  const limit = base?.solution && planNumbers(base.instance, base.solution).reach?.limit;
  const costs = scenarios.flatMap(({ instance, solution }) => (solution ? [planNumbers(instance, solution).cost.total] : []));
  const perUnit = costs.some((cost) => cost >= largeCost) ? 1 : 100;
  const rounded = (cost: number) => Math.round(cost * perUnit) / perUnit;
  const from = base?.solution && rounded(planNumbers(base.instance, base.solution).cost.total);
  return scenarios.map((scenario) => {
    const { instance, solution, name } = scenario;
    const isReference = scenario === base;
    if (!solution) return { scenario, isReference, parts: new Map(), openDepots: [], moved: [], difference: null };
    const numbers = planNumbers(instance, solution, limit);
    const total = rounded(numbers.cost.total);
    const pair = base?.solution && [
      { name: base.name, plan: base.solution, instance: base.instance },
      { name, plan: solution, instance },
    ];
    const compared = pair && comparePlans(pair);
    return {
      ...{ scenario, isReference, numbers, total },
      parts: new Map(costSplit(numbers.cost, perUnit).map(({ kind, value }) => [kind, value])),
      openDepots: compared?.plans[1].openDepots ?? comparePlans([{ name, plan: solution, instance }]).plans[0].openDepots,
      moved: compared?.changes[0].moved ?? [],
      difference: from === undefined ? null : Number((total - from).toFixed(2)),
    };
  });
}

export interface ScenarioColumns {
  readonly name: Column<ScenarioRow>;
  /** The total, what differs, and the cost of each kind. */
  readonly costs: readonly Column<ScenarioRow>[];
  /** Depots, vehicles, distance and so on. */
  readonly figures: readonly Column<ScenarioRow>[];
}

/** Columns that the instance and the plans have a use for. `words`: as headings. */
export function scenarioColumns(instance: Instance, rows: readonly ScenarioRow[], words: Words): ScenarioColumns {
  const { heading, number, distance } = amountsOf(instance, instance.units.language);
  const names = placeNames(instance.depots);
  const some = (of: (numbers: PlanNumbers) => unknown) => rows.some(({ numbers }) => numbers && of(numbers) != null);
  const figure =
    (of: (numbers: PlanNumbers) => number | null | undefined) =>
    ({ numbers }: ScenarioRow) =>
      (numbers && of(numbers)) ?? undefined;
  const percent = (of: (numbers: PlanNumbers) => number | null | undefined) =>
    figure((numbers) => {
      const share = of(numbers);
      return share == null ? undefined : Math.round(1000 * share) / 10;
    });
  const reach = rows.find(({ numbers }) => numbers?.reach)?.numbers?.reach;
  const limit = reach && (reach.unit === 'time' ? hours(reach.limit) : distance(reach.limit));
  const total = rows.find(({ isReference }) => isReference)?.total;
  const moneyOf = (kind: CostKind) => column<ScenarioRow>(heading.cost(words[kind]), 'money', ({ parts }) => parts.get(kind));
  const name = column<ScenarioRow>(words.scenario, 'text', ({ scenario }) => scenario.name);
  const costs: readonly Column<ScenarioRow>[] = [
    column(heading.cost(words.total), 'money', ({ total: cost, scenario }) => cost ?? `${words.noPlan}: ${scenario.reason ?? ''}`),
    column(heading.cost(words.difference), 'money', ({ difference, isReference }) =>
      isReference ? words.reference : (difference ?? undefined),
    ),
    column(`${words.difference} (%)`, 'number', ({ difference, isReference }) =>
      isReference || difference === null || !total ? undefined : Math.round((1000 * difference) / total) / 10,
    ),
    ...costKinds.flatMap((kind) => (some(({ cost }) => cost[kind]) ? [moneyOf(kind)] : [])),
  ];
  const figures = useful<ScenarioRow>([
    column(words.open, 'text', ({ openDepots }) => openDepots.map((id) => names.get(id) ?? id).join(', ')),
    column(
      words.vehicles,
      'number',
      figure(({ vehicles }) => vehicles),
    ),
    column(
      heading.distance(words.distance),
      'length',
      figure((numbers) => numbers.distance),
    ),
    modelOf(instance).usesTime &&
      column(
        heading.duration(words.duration),
        'duration',
        figure((numbers) => numbers.hours && numbers.hours * timePerHour(instance)),
      ),
    some(({ emission }) => emission) &&
      column(
        'kg CO₂',
        'length',
        figure(({ emission }) => emission),
      ),
    column(
      words.vehicleUse,
      'number',
      percent(({ vehicleUse }) => vehicleUse),
    ),
    some(({ depotUse }) => depotUse) &&
      column(
        words.depotUse,
        'number',
        percent(({ depotUse }) => depotUse),
      ),
    column(
      heading.cost(words.costPerStop),
      'money',
      figure(({ costPerStop }) => costPerStop),
    ),
    limit !== undefined &&
      column(
        `${words.demandWithin} ${limit}`,
        'number',
        percent((numbers) => numbers.reach?.share),
      ),
    column(words.movedCustomers, 'number', ({ moved, isReference, numbers }) => (isReference || !numbers ? undefined : moved.length)),
  ]);
  return { name, costs, figures };

  function hours(limitInHours: number): string {
    const minutes = Math.round(60 * limitInHours);
    return minutes < 120 ? `${number(minutes)} min` : `${number(limitInHours)} h`;
  }
}

/** What a planner decides; anything else, such as prices and demands, is a circumstance. */
const decisions = /^(?:depots\.(?:.*\.)?status|(?:rules\.)?(?:minOpen|maxOpen|openingBudget)|vehicles\.(?:.*\.)?available(?:PerDepot)?)$/;

export const isDecision = ({ changes }: Pick<SolvedScenario, 'changes'>): boolean =>
  Object.keys(changes).every((path) => decisions.test(path));

/** The cheapest plan among those that differ by decisions alone; the reference where none is cheaper. */
export function recommended(rows: readonly ScenarioRow[]): ScenarioRow | undefined {
  const possible = rows.filter(({ scenario, numbers }) => isDecision(scenario) && numbers?.feasible);
  const inOrder = [...possible.filter(({ isReference }) => isReference), ...possible];
  return inOrder.reduce<ScenarioRow | undefined>((best, row) => (best && (best.total ?? 0) <= (row.total ?? 0) ? best : row), undefined);
}

/** It in one sentence. */
export function recommendation(rows: readonly ScenarioRow[], language?: Language): string | undefined {
  const best = recommended(rows);
  if (!best?.numbers) return undefined;
  const { instance, name } = best.scenario;
  const [{ cost, number }, words] = [amountsOf(instance, language), wordsOf(language)];
  const names = placeNames(instance.depots);
  const sites = best.openDepots.map((id) => names.get(id) ?? id).join(', ');
  const first = filled(words.recommend, { sites, cost: cost(best.total ?? 0) });
  const reference = rows.find(({ isReference }) => isReference);
  const from = reference?.total;
  if (best.isReference || best.difference === null || !from) return `${first} (${name}).`;
  const values = {
    amount: cost(Math.abs(best.difference)),
    percent: number(Math.abs(Math.round((1000 * best.difference) / from) / 10)),
    reference: reference?.scenario.name ?? '',
  };
  return `${first} (${name}), ${filled(best.difference <= 0 ? words.cheaper : words.dearer, values)}.`;
}

const filled = (text: string, values: Readonly<Record<string, string>>) => text.replaceAll(/\{(\w+)\}/g, (_, key) => values[key] ?? '');

/** The questions that are asked of any plan: dearer driving, more and less demand, dearer sites. */
export function usualScenarios(instance: Instance, words: Words): readonly { readonly name: string; readonly changes: InstanceChanges }[] {
  const acts = (changes: InstanceChanges) => {
    try {
      return changeInstance(instance, changes) !== undefined;
    } catch (error) {
      if (error instanceof NeoLrpError) return false;
      throw error;
    }
  };
  const questions: { readonly name: string; readonly changes: InstanceChanges }[] = [
    { name: `${words.fuel} +20 %`, changes: { costPerDistance: '*1.2' } },
    { name: `${words.fuel} −20 %`, changes: { costPerDistance: '*0.8' } },
    { name: `${words.demand} +10 %`, changes: { demandFactor: 1.1 } },
    { name: `${words.demand} −10 %`, changes: { demandFactor: 0.9 } },
    { name: `${words.rent} +20 %`, changes: { 'depots.openingCost': '*1.2' } },
  ];
  return questions.filter(({ changes }) => acts(changes));
}
