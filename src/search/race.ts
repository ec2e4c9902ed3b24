/**
 * Which configuration of depots to spend the budget on. All get equal effort, then the better half goes on with twice as much: a
 * configuration is never judged against one that had more. Where depots must be filled to the brim a configuration shows its worth late,
 * so the favourites of before the race are in its finals whatever it says.
 */
import type { Individual } from './individual.ts';

/** Shares of the budget by which the first round and the race as a whole end, and how many configurations enter it at least. */
const screenShare = 0.12;
const raceShare = 0.2;
const leastEntrants = 4;
/** The race ends with so many. */
const lastEntrants = 2;
/** First configurations of the ranking that are favourites: the leaders by each outlook. */
const favoured = 2;

export interface Entrant {
  readonly open: Uint8Array;
  best?: Individual;
}

export class Race {
  over = false;
  round = 0;
  private turn = 0;
  private readonly entrants: Entrant[];
  private readonly favourites: Entrant[];
  private readonly costOf: (individual: Individual | undefined) => number;

  /** Configurations come best first. `costOf` compares solutions, infeasible ones too. */
  constructor(configurations: readonly { readonly open: Uint8Array }[], costOf: (individual: Individual | undefined) => number) {
    this.entrants = configurations.map(({ open }) => ({ open }));
    this.favourites = this.entrants.slice(0, favoured);
    this.costOf = costOf;
  }

  /** Whose turn it is. */
  get next(): Entrant {
    return this.entrants[this.turn];
  }

  /** Lets a configuration run next while the first round lasts, as a favourite. */
  invite(open: Uint8Array): void {
    if (this.over || this.round > 0) return;
    const key = open.join('');
    const at = this.entrants.findIndex((entrant) => entrant.open.join('') === key);
    if (at >= 0 && at < this.turn) return;
    const [entrant] = at >= 0 ? this.entrants.splice(at, 1) : [{ open }];
    this.entrants.splice(this.turn, 0, entrant);
    if (!this.favourites.includes(entrant)) this.favourites.push(entrant);
  }

  /** What came of the turn, and the share of the budget that is spent by now. */
  record(individual: Individual, spent: number): void {
    const entrant = this.entrants[this.turn++];
    if (entrant.best === undefined || this.costOf(individual) < this.costOf(entrant.best)) entrant.best = individual;
    const late = this.round === 0 ? spent >= screenShare && this.turn >= leastEntrants : spent >= raceShare;
    if (this.turn < this.entrants.length && !late) return;
    if (this.round === 0) this.entrants.length = this.turn;
    this.turn = 0;
    this.round++;
    this.entrants.sort((a, b) => this.costOf(a.best) - this.costOf(b.best));
    this.over = this.entrants.length <= lastEntrants || spent >= raceShare;
    if (!this.over) this.entrants.length = Math.ceil(this.entrants.length / 2);
  }

  /** Feasible solutions of the favourites, then of the race's first ones, the best last. */
  finalists(): Individual[] {
    const feasible = ({ best }: Entrant) => (best?.feasible ? best : []);
    const winners = this.entrants.flatMap(feasible).slice(0, lastEntrants);
    return [...new Set([...winners, ...this.favourites.flatMap(feasible)])].reverse();
  }
}
