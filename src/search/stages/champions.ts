/**
 * What follows the race. In the finals, the race's winners and its favourites are annealed briefly, because sets of depots that must be
 * filled to capacity show their worth late. Then the champion is annealed for most of the budget.
 */
import type { Individual } from '../population/individual.ts';
import { Annealing } from './annealing.ts';
import type { Stage } from './stage.ts';
import type { Workbench } from './workbench.ts';

export class Champions implements Stage {
  private annealing: Annealing;
  private kind: 'final' | 'long' = 'final';
  private long = 0;

  constructor(
    private readonly bench: Workbench,
    private readonly finals: Individual[],
    private champion: Individual,
    private readonly next: Stage,
  ) {
    this.annealing = this.begin(bench.parameters.annealing.finalShare / finals.length);
  }

  step(): Stage {
    const { bench, annealing } = this;
    const best = annealing.step();
    if (!best) return this;
    const { longShare, mostLong, spareTime } = bench.parameters.annealing;
    if (this.kind === 'final') {
      if (best.cost < this.champion.cost) this.champion = best;
      this.annealing = this.begin(annealing.end - annealing.begin);
      return this;
    }
    // Once more where enough of the budget is left: evolution then has two very good solutions to cross.
    const left = longShare - bench.spent();
    if (++this.long >= mostLong || left <= spareTime * (bench.spent() - annealing.begin)) return this.next;
    this.annealing = this.begin(0);
    return this;
  }

  /** Anneals the next finalist for a share of the budget, or the champion for most of the rest. */
  private begin(share: number): Annealing {
    const { bench } = this;
    const { longShare, iterationsPerCustomer } = bench.parameters.annealing;
    const { n } = bench.data;
    const most = iterationsPerCustomer * n * Math.max(1, (n / 300) ** 2);
    const finalist = this.finals.shift();
    this.kind = finalist ? 'final' : 'long';
    return finalist
      ? new Annealing(bench, finalist, { kind: 'final', end: bench.spent() + share, most: Math.ceil(most / 8) })
      : new Annealing(bench, this.champion, { kind: 'long', end: longShare, most: Math.ceil(most) });
  }
}
