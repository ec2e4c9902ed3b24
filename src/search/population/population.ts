/** Two pools, feasible and infeasible, kept small, good and diverse (Vidal et al. 2012, §4.4; biased fitness). */
import type { Random } from '../../run/random.ts';
import type { SearchParameters } from '../parameters.ts';
import { brokenPairs, type Individual } from './individual.ts';
import { type Penalties, penalisedCost } from './penalties.ts';

interface Member {
  readonly individual: Individual;
  /** Other members of the pool, nearest first. */
  readonly near: { readonly distance: number; readonly other: Member }[];
  fitness: number;
}

export class Population {
  private readonly size: SearchParameters['population'];
  private readonly pools: { feasible: Member[]; infeasible: Member[] } = { feasible: [], infeasible: [] };

  constructor(size: SearchParameters['population']) {
    this.size = size;
  }

  get members(): Individual[] {
    return [...this.pools.feasible, ...this.pools.infeasible].map((member) => member.individual);
  }

  add(individual: Individual, penalties: Penalties): void {
    const pool = individual.feasible ? this.pools.feasible : this.pools.infeasible;
    const member: Member = { individual, near: [], fitness: 0 };
    for (const other of pool) {
      const distance = brokenPairs(individual, other.individual);
      insertSorted(member.near, { distance, other });
      insertSorted(other.near, { distance, other: member });
    }
    pool.push(member);
    sortByCost(pool, penalties);
    if (pool.length > this.size.survivors + this.size.newcomers) while (pool.length > this.size.survivors) this.cull(pool);
  }

  /** Binary tournament over both pools. */
  select(random: Random, penalties: Penalties): Individual {
    const { feasible, infeasible } = this.pools;
    sortByCost(infeasible, penalties);
    this.rate(feasible);
    this.rate(infeasible);
    const draw = () => {
      const k = random.int(feasible.length + infeasible.length);
      return k < feasible.length ? feasible[k] : infeasible[k - feasible.length];
    };
    const a = draw();
    const b = draw();
    return (a.fitness <= b.fitness ? a : b).individual;
  }

  clear(): void {
    this.pools.feasible.length = 0;
    this.pools.infeasible.length = 0;
  }

  get count(): number {
    return this.pools.feasible.length + this.pools.infeasible.length;
  }

  /** Removes a clone if there is one, else the worst by biased fitness; never the best. */
  private cull(pool: Member[]): void {
    this.rate(pool);
    let worst = -1;
    let worstIsClone = false;
    for (let k = 1; k < pool.length; k++) {
      const clone = pool[k].near[0].distance < 1e-9;
      if (worst < 0 || (clone && !worstIsClone) || (clone === worstIsClone && pool[k].fitness > pool[worst].fitness)) {
        worst = k;
        worstIsClone = clone;
      }
    }
    const [gone] = pool.splice(worst, 1);
    for (const { other } of gone.near) {
      const k = other.near.findIndex((entry) => entry.other === gone);
      other.near.splice(k, 1);
    }
  }

  /** Biased fitness: rank by cost plus rank by diversity, the latter weighing less the larger the elite. Expects the pool sorted by cost. */
  private rate(pool: Member[]): void {
    const count = pool.length;
    if (count === 0) return;
    if (count === 1) {
      pool[0].fitness = 0;
      return;
    }
    const byDiversity = pool.map((member, k) => ({ k, diversity: this.diversity(member) }));
    byDiversity.sort((a, b) => b.diversity - a.diversity || a.k - b.k);
    const weight = count <= this.size.elite ? 0 : 1 - this.size.elite / count;
    byDiversity.forEach(({ k }, rank) => {
      pool[k].fitness = (k + weight * rank) / (count - 1);
    });
  }

  private diversity(member: Member): number {
    const count = Math.min(this.size.closest, member.near.length);
    let sum = 0;
    for (let k = 0; k < count; k++) sum += member.near[k].distance;
    return sum / count;
  }
}

function insertSorted(near: Member['near'], entry: Member['near'][number]): void {
  let k = near.length;
  while (k > 0 && near[k - 1].distance > entry.distance) k--;
  near.splice(k, 0, entry);
}

function sortByCost(pool: Member[], penalties: Penalties): void {
  pool.sort((a, b) => penalisedCost(a.individual, penalties) - penalisedCost(b.individual, penalties));
}
