/**
 * The race as a stage: each set of depots gets a first solution by construction and descent; those that stay run heats, which are short
 * annealings.
 */
import type { Individual } from '../population/individual.ts';
import { Annealing } from './annealing.ts';
import { Champions } from './champions.ts';
import { Evolution } from './evolution.ts';
import type { Stage } from './stage.ts';
import type { Construction, Workbench } from './workbench.ts';

export class Racing implements Stage {
  private heat: Annealing | undefined;
  private begun: Construction | undefined;

  constructor(private readonly bench: Workbench) {}

  step(): Stage {
    if (!this.heat) {
      // A guest may have been given the turn in the meantime.
      const { begun } = this;
      const ready = begun?.open === this.bench.race.next.open ? begun : this.begin();
      return this.endTurn(this.bench.enter(ready));
    }
    const best = this.heat.step();
    if (!best) return this;
    this.heat = undefined;
    return this.endTurn(best);
  }

  /** The next construction, made before its turn so that a large instance has a plan to show. */
  begin(): Construction {
    this.begun = this.bench.construct(this.bench.race.next.open);
    return this.begun;
  }

  private endTurn(individual: Individual): Stage {
    const { bench } = this;
    this.begun = undefined;
    const { race, data } = bench;
    race.record(individual, bench.spent());
    if (race.over) return this.conclude();
    const best = race.next.best;
    if (race.round > 0 && best?.feasible && !data.rules.couples) {
      const most = bench.parameters.race.heatIterations * data.n * 2 ** (race.round - 1);
      this.heat = new Annealing(bench, best, { kind: 'heat', end: bench.spent() + race.heatShare, most });
    }
    return this;
  }

  private conclude(): Stage {
    const { bench } = this;
    const { best, race, data } = bench;
    const evolution = new Evolution(bench);
    if (!best || data.rules.couples) return evolution;
    // A given plan had more effort than the race's entrants, so the champion is the race's winner, not the best plan.
    return new Champions(bench, race.finalists(), race.winner ?? best, evolution);
  }
}
