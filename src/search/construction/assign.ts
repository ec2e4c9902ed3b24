/**
 * Which depot serves whom, before any route exists: customers go to the nearest open depot with room, by regret; then they are moved until
 * no depot is overfull, and exchanged while that shortens trips. Depots that must be filled completely (the "e" files of Schneider &
 * Löffler) are packed here, because no descent finds such a packing.
 */
import { type DepotSet, depotsOf } from '../../problem/depot-set.ts';
import type { CompiledRules } from '../../problem/rules.ts';
import type { Random } from '../../run/random.ts';

/** Log-normal noise on distances to depots, so that no two assignments are alike. */
const noise = 0.08;
/** Rounding noise in sums of loads. */
const tinyLoad = 1e-9;
/** Rounds of exchanges. */
const exchangeRounds = 3;
/** Groups up to which all pairs are tried; beyond, only those of near customers. */
const mostPaired = 1500;

/** Who is to be assigned, and to what. */
export interface Assignable {
  readonly n: number;
  readonly m: number;
  readonly rules: CompiledRules;
  readonly demand: Float64Array;
  readonly depotCapacity: Float64Array;
  /** Cost of the way from depot d to customer i and back. */
  roundTrip(i: number, d: number): number;
  /** Row i, `stride` long: near customers; without, nobody changes places where customers are many. */
  readonly neighbours?: Int32Array;
  readonly stride?: number;
}

/**
 * Depot of each customer; tied groups stay together, and those who may not share a depot are kept apart where that is possible. Without
 * random numbers, distances count as they are.
 */
export function assign(data: Assignable, open: DepotSet, random?: Random): Int32Array {
  const assignment = new Assignment(data, open, random);
  assignment.byRegret();
  if (data.rules.apart.length === 0 && assignment.pack()) assignment.exchange();
  return assignment.depotOf();
}

class Assignment {
  private readonly depots: readonly number[];
  /** Customers that go as one, and their load. */
  private readonly members: readonly (readonly number[])[];
  private readonly load: Float64Array;
  /** Position in `members` of each customer's group. */
  private readonly groupAt: Int32Array;
  /** 0, 1, 2 … */
  private readonly all: Int32Array;
  /** cost[g · m + d]: round trips of group g to depot d, with noise; Infinity where rules forbid. */
  private readonly cost: Float64Array;
  private readonly home: Int32Array;
  private readonly left: Float64Array;

  constructor(
    private readonly data: Assignable,
    open: DepotSet,
    random?: Random,
  ) {
    const { n, m, rules } = data;
    this.depots = depotsOf(open);
    const groups = new Map<number, number[]>();
    rules.group.forEach((leader, i) => {
      const group = groups.get(leader);
      if (group) group.push(i);
      else groups.set(leader, [i]);
    });
    this.members = [...groups.values()];
    this.all = Int32Array.from(this.members.keys());
    this.groupAt = new Int32Array(n);
    this.load = Float64Array.from(this.members, (group) => group.reduce((sum, i) => sum + data.demand[i], 0));
    this.left = data.depotCapacity.slice();
    this.home = new Int32Array(this.members.length).fill(-1);
    this.cost = new Float64Array(this.members.length * m).fill(Number.POSITIVE_INFINITY);
    const factor = Float64Array.from({ length: m }, () => (random ? Math.exp(noise * random.normal()) : 1));
    this.members.forEach((group, g) => {
      for (const i of group) this.groupAt[i] = g;
      for (const d of this.depots)
        if (rules.allowed[rules.group[group[0]] * m + d])
          this.cost[g * m + d] = factor[d] * group.reduce((trips, i) => trips + data.roundTrip(i, d), 0);
    });
  }

  depotOf(): Int32Array {
    return this.groupAt.map((g) => this.home[g]);
  }

  /** Whoever has most to lose chooses first. */
  byRegret(): void {
    const { m, rules } = this.data;
    const wishes = this.members.map((_, g) => {
      const choices = this.depots
        .filter((d) => this.cost[g * m + d] < Number.POSITIVE_INFINITY)
        .sort((a, b) => this.cost[g * m + a] - this.cost[g * m + b] || a - b);
      const regret = choices.length > 1 ? this.cost[g * m + choices[1]] - this.cost[g * m + choices[0]] : Number.POSITIVE_INFINITY;
      return { g, choices, regret };
    });
    wishes.sort((a, b) => (a.regret === b.regret ? a.g - b.g : b.regret - a.regret));
    const foes = new Map<number, number[]>();
    for (const [a, b] of rules.apart) {
      const [g, h] = [this.groupAt[a], this.groupAt[b]];
      foes.set(g, [...(foes.get(g) ?? []), h]);
      foes.set(h, [...(foes.get(h) ?? []), g]);
    }
    for (const { g, choices } of wishes) {
      const met = (d: number) => (foes.get(g) ?? []).some((foe) => this.home[foe] === d);
      const fits = (d: number) => this.left[d] >= this.load[g];
      const pick = choices.find((d) => fits(d) && !met(d)) ?? choices.find((d) => !met(d)) ?? choices[0] ?? this.depots[0];
      this.home[g] = pick;
      this.left[pick] -= this.load[g];
    }
  }

  /** Moves and exchanges from overfull depots to those with room, least loss per unit of excess first; false where some stay overfull. */
  pack(): boolean {
    for (;;) {
      const over = this.depots.filter((d) => this.left[d] < -tinyLoad);
      if (over.length === 0) return true;
      const step = this.bestRelief(over);
      if (!step) return false;
      this.move(step.g, step.to);
      if (step.h >= 0) this.move(step.h, step.from);
    }
  }

  private bestRelief(over: readonly number[]): Relief | undefined {
    const { m } = this.data;
    const { home, load, left, cost } = this;
    let best: Relief | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const from of over)
      for (const to of this.depots) {
        if (left[to] <= tinyLoad) continue;
        const most = Math.min(-left[from], left[to]);
        const consider = (g: number, h: number, shift: number, loss: number) => {
          // Excess that goes away here, less excess that arises there.
          const relief = Math.min(shift, -left[from]) - Math.max(0, shift - left[to]);
          if (relief <= tinyLoad) return;
          const rate = (Math.max(loss, 0) + 1e-6) / Math.min(relief, most);
          if (rate < least) {
            least = rate;
            best = { g, h, from, to };
          }
        };
        for (let g = 0; g < home.length; g++) {
          if (home[g] !== from) continue;
          const away = cost[g * m + to] - cost[g * m + from];
          if (away === Number.POSITIVE_INFINITY) continue;
          consider(g, -1, load[g], away);
          for (const h of this.partners(g, home.length))
            if (home[h] === to && load[h] < load[g]) consider(g, h, load[g] - load[h], away + cost[h * m + from] - cost[h * m + to]);
        }
      }
    return best;
  }

  /** Any two customers change places, or one moves, where both depots still hold. */
  exchange(): void {
    const { m } = this.data;
    const { home, load, left, cost } = this;
    for (let round = 0, again = true; again && round < exchangeRounds; round++) {
      again = false;
      for (let g = 0; g < home.length; g++) {
        for (const to of this.depots) {
          const from = home[g];
          if (to !== from && cost[g * m + to] < cost[g * m + from] && load[g] <= left[to]) {
            this.move(g, to);
            again = true;
          }
        }
        for (const h of this.partners(g)) {
          const [a, b] = [home[g], home[h]];
          if (a === b || cost[g * m + b] + cost[h * m + a] >= cost[g * m + a] + cost[h * m + b]) continue;
          const shift = load[g] - load[h];
          if (left[b] - shift < -tinyLoad || left[a] + shift < -tinyLoad) continue;
          this.move(g, b);
          this.move(h, a);
          again = true;
        }
      }
    }
  }

  /** Groups below `end` with which g may change places. */
  private partners(g: number, end = g): Int32Array {
    if (this.members.length <= mostPaired) return this.all.subarray(0, end);
    const { neighbours = new Int32Array(), stride = 0 } = this.data;
    const [i] = this.members[g];
    return neighbours
      .subarray(i * stride, (i + 1) * stride)
      .map((j) => this.groupAt[j])
      .filter((h) => h !== g && h < end);
  }

  private move(g: number, to: number): void {
    this.left[this.home[g]] += this.load[g];
    this.home[g] = to;
    this.left[to] -= this.load[g];
  }
}

/** Group g goes from an overfull depot to one with room, group h (if any) back. */
interface Relief {
  readonly g: number;
  readonly h: number;
  readonly from: number;
  readonly to: number;
}
