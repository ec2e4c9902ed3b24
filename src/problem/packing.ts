/** Whether customers can be divided among depots at all: an exhaustive search with a step limit, for small instances. */
import { NeoLrpError, namePlaces } from './errors.ts';
import type { Depot } from './instance.ts';
import type { Model } from './model.ts';
import { type CompiledRules, compileRules, joinRules, namedRules } from './rules.ts';
import { Steps } from './steps.ts';
import { exceeds } from './tolerance.ts';
import { supplyOf } from './vehicle-counts.ts';

/** With more groups of customers, or after more tries, the question stays open. */
const mostGroups = 30;
const mostTries = 100_000;
/** Depots and rules looked at, for all questions together. */
const mostSteps = 5e7;

/** Why no division satisfies capacities and rules; undefined if one does, or if there are too many to try. */
export function impossiblePacking(model: Model): NeoLrpError | undefined {
  const { instance } = model;
  let named = namedRules(instance);
  const steps = new Steps(mostSteps);
  if (!isImpossible(model, model.rules, steps)) return undefined;
  // Drop each rule that is not needed for the contradiction; those that remain form a minimal conflict.
  for (const rule of named) {
    const others = named.filter((other) => other !== rule);
    if (isImpossible(model, compileRules({ ...instance, rules: joinRules(others) }, model.reach), steps)) named = others;
  }
  if (named.length > 0)
    return new NeoLrpError(
      'E_INFEASIBLE_RULES',
      `what depots and their vehicles can supply and reach does not allow all of these together: ${named.map(({ text }) => text).join('; ')}; drop or relax one of them`,
      { field: 'rules' },
    );
  const usable = instance.depots.filter(({ status }) => status !== 'closed');
  const shown = usable.slice(0, 8).map((depot) => {
    const most = supplyOf(model, instance.depots.indexOf(depot));
    return `${namePlaces([depot])} ${most < Number.POSITIVE_INFINITY ? most : 'unlimited'}`;
  });
  const supply = `${shown.join(', ')}${usable.length > shown.length ? ', …' : ''}`;
  const [reason, field] = instance.depots.some(({ minLoad }) => minLoad)
    ? [
        `no division of the customers among the depots (${supply}) gives each open one its least load (minLoad) without overfilling another`,
        'depots.minLoad',
      ]
    : [
        `the depots could supply the demand in total, but every division of the customers among them (${supply}) overfills one, because a customer is served from a single depot; enlarge a depot or split a demand`,
        'depots.capacity',
      ];
  return new NeoLrpError('E_INFEASIBLE_CAPACITY', reason, { field });
}

/** False where it stays open. */
function isImpossible(model: Model, rules: CompiledRules, steps: Steps): boolean {
  if (!steps.take(rules.allowed.length)) return false;
  return new Set(rules.group).size <= mostGroups && new Packing(model, rules, steps).isImpossible();
}

interface Group {
  readonly number: number;
  readonly load: number;
  readonly depots: readonly number[];
}

class Packing {
  private readonly depots: readonly Depot[];
  private readonly rules: CompiledRules;
  /** The heaviest first: they leave the fewest choices. */
  private readonly groups: readonly Group[];
  private readonly load: Float64Array;
  /** What each depot can supply, and its vehicles can carry. */
  private readonly supply: readonly number[];
  private readonly open: Uint8Array;
  private readonly home = new Map<number, number>();
  private readonly steps: Steps;
  private tries = 0;
  /** Whether a limit has ended the search. */
  private ended = false;

  constructor(model: Model, rules: CompiledRules, steps: Steps) {
    this.steps = steps;
    const { customers, depots } = model.instance;
    this.depots = depots;
    this.rules = rules;
    const loads = new Map<number, number>();
    customers.forEach(({ demand }, i) => {
      loads.set(rules.group[i], (loads.get(rules.group[i]) ?? 0) + demand);
    });
    this.groups = Array.from(loads, ([number, load]) => ({
      number,
      load,
      depots: [...depots.keys()].filter((d) => rules.allowed[number * depots.length + d]),
    })).sort((a, b) => b.load - a.load || a.depots.length - b.depots.length);
    this.load = new Float64Array(depots.length);
    this.supply = depots.map((_, d) => supplyOf(model, d));
    this.open = rules.lockedOpen.slice();
  }

  isImpossible(): boolean {
    return !this.place(0) && !this.ended;
  }

  private place(k: number): boolean {
    if (k === this.groups.length) return this.enoughOpen();
    const { depots } = this;
    const { number, load, depots: choices } = this.groups[k];
    for (const d of choices) {
      this.ended ||= ++this.tries > mostTries || !this.steps.take(depots.length + this.rules.apart.length + this.rules.oneOf.length);
      if (this.ended) return false;
      const { openingCost } = depots[d];
      const before = this.load[d];
      if (exceeds(before + load, this.supply[d]) || this.meetsFoe(number, d)) continue;
      const opens = this.open[d] === 0;
      if (opens && (this.hasRival(d) || !this.mayOpen(openingCost))) continue;
      this.load[d] = before + load;
      this.open[d] = 1;
      this.home.set(number, d);
      if (this.place(k + 1)) return true;
      this.home.delete(number);
      this.load[d] = before;
      if (opens) this.open[d] = 0;
    }
    return false;
  }

  private meetsFoe(number: number, depot: number): boolean {
    return this.rules.apart.some(([a, b]) => (a === number && this.home.get(b) === depot) || (b === number && this.home.get(a) === depot));
  }

  /** Whether an open depot excludes this one. */
  private hasRival(depot: number): boolean {
    return this.rules.oneOf.some((group) => group.includes(depot) && group.some((other) => other !== depot && this.open[other]));
  }

  private mayOpen(cost: number): boolean {
    const { count, spent } = this.opened();
    return count < this.rules.maxOpen && !exceeds(spent + cost, this.rules.openingBudget);
  }

  /** Each open depot supplies its least load. If more depots must open than are needed, the cheapest others do. */
  private enoughOpen(): boolean {
    const { depots } = this;
    if (depots.some(({ minLoad = 0 }, d) => this.open[d] && exceeds(minLoad, this.load[d]))) return false;
    const { count, spent } = this.opened();
    const mayStand = (d: number) => !this.open[d] && !this.rules.lockedClosed[d] && !depots[d].minLoad && !this.hasRival(d);
    const others = depots.filter((_, d) => mayStand(d)).map(({ openingCost }) => openingCost);
    const needed = Math.max(0, this.rules.minOpen - count);
    if (others.length < needed) return false;
    const more = others.sort((a, b) => a - b).slice(0, needed);
    return !exceeds(
      more.reduce((sum, cost) => sum + cost, spent),
      this.rules.openingBudget,
    );
  }

  private opened(): { readonly count: number; readonly spent: number } {
    let count = 0;
    let spent = 0;
    this.depots.forEach(({ openingCost }, d) => {
      if (!this.open[d]) return;
      count++;
      spent += openingCost;
    });
    return { count, spent };
  }
}
