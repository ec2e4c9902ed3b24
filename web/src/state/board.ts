/** Scenarios to be solved in a batch: the same data with other sites, prices and demands. */
import { computed, effect, signal } from '@preact/signals';
import { type ScenarioCase, type SolvedScenario, usualScenarios, wordsOf } from '../../../src/page.ts';
import { documentKey, freshKey, isCurrent, plan, type Scenario, scenarios, step, validity } from './document.ts';
import { related } from './scenarios.ts';

/** Those that are not solved yet. */
export const board = signal<readonly ScenarioCase[]>([]);

// Those of one document mean nothing to the next.
let boardOf = documentKey.peek();
effect(() => {
  if (documentKey.value === boardOf) return;
  boardOf = documentKey.value;
  board.value = [];
});

/** One of the same name is replaced. */
export function addToBoard(more: readonly ScenarioCase[]): void {
  const names = new Set(more.map(({ name }) => name));
  board.value = [...board.value.filter(({ name }) => !names.has(name)), ...more];
}

export const removeFromBoard = (name: string): void => {
  board.value = board.value.filter((one) => one.name !== name);
};

export function addUsual(): void {
  const now = validity.value;
  if (now.state === 'valid') addToBoard(usualScenarios(now.instance, wordsOf()));
}

const asItIs = wordsOf().asItIs;

/** What the board asks, with the data as it is to compare with. */
export const casesOf = (asked: readonly ScenarioCase[]): readonly ScenarioCase[] =>
  asked.some(({ changes }) => Object.keys(changes).length === 0) ? asked : [{ name: asItIs, changes: {} }, ...asked];

/** Keeps answers, each in place of an earlier one of its name. */
export function keepAnswers(answers: readonly SolvedScenario[], shown?: Scenario['solution']): void {
  const fresh = answers.flatMap(({ name, instance, solution }) =>
    solution ? [{ key: freshKey(), name, instance, solution: solution as Scenario['solution'] }] : [],
  );
  const names = new Set(fresh.map(({ name }) => name));
  const base = fresh.find(({ solution }) => shown !== undefined && solution === shown);
  const current = plan.value;
  const isBetter = base && (!current || !isCurrent(current) || base.solution.cost.total < current.solution.cost.total);
  step({
    scenarios: [...scenarios.value.filter(({ name }) => !names.has(name)), ...fresh],
    ...(isBetter && { plan: { instance: base.instance, solution: base.solution } }),
  });
}

/** Plans that can be compared with each other: those that were kept, and the current one. */
export const comparable = computed((): readonly SolvedScenario[] => {
  const kept = scenarios.value;
  const current = plan.value;
  const [first] = current ? [current] : kept;
  if (!first) return [];
  const own = kept.filter(({ instance }) => related(first.instance, instance));
  const isKept = own.some(
    ({ solution }) => solution.instanceHash === current?.solution.instanceHash && solution.cost.total <= current.solution.cost.total,
  );
  const all = [...(current && !isKept ? [{ name: asItIs, ...current }] : []), ...own];
  return all.map(({ name, instance, solution }) => ({ name, instance, solution, changes: solution.changes ?? {} }));
});
