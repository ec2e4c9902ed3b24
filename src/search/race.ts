/**
 * The race: which set of depots to spend the budget on. Round 0 gives every set a first solution; then come heats of equal effort, from which the better
 * half goes on with twice as much. One descent says little, so half of the places in the first heats go to the head of the line whatever its
 * cost. Sets that must be filled completely show their worth late: favourites of that kind reach the finals in any case.
 */
import { type DepotSet, keyOf } from '../problem/depot-set.ts';
import { anneal } from './annealing.ts';
import type { SearchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';
import type { SearchState } from './search-state.ts';

export interface Entrant {
  readonly open: DepotSet;
  best?: Individual;
}

export interface RaceRules {
  /** Compares solutions, infeasible ones too. */
  costOf(individual: Individual | undefined): number;
  /** Whether these depots must be filled almost completely. */
  isTight(open: DepotSet): boolean;
}

export class Race {
  over = false;
  /** 0: first solutions; then heats. */
  round = 0;
  /** Share of the budget that a heat of this round may take. */
  heatShare = 0;
  private turn = 0;
  /** Turns in this round. */
  private turns: number;
  private readonly entrants: Entrant[];
  private readonly favourites: Entrant[];

  /** The most promising set comes first. */
  constructor(
    depotSets: readonly DepotSet[],
    private readonly parameters: SearchParameters['race'],
    private readonly rules: RaceRules,
  ) {
    this.entrants = depotSets.map((open) => ({ open }));
    this.turns = Math.max(parameters.leastSolutions, depotSets.length);
    this.favourites = this.entrants.slice(0, parameters.favoured).filter(({ open }) => rules.isTight(open));
  }

  /** Whose turn it is. */
  get next(): Entrant {
    return this.entrants[this.turn % this.entrants.length];
  }

  /** Gives a set the next turn, as long as some still wait for their first. */
  invite(open: DepotSet): void {
    if (this.over || this.round > 0 || this.turn >= this.entrants.length) return;
    const key = keyOf(open);
    const at = this.entrants.findIndex((entrant) => keyOf(entrant.open) === key);
    if (at >= 0 && at < this.turn) return;
    const [entrant] = at >= 0 ? this.entrants.splice(at, 1) : [{ open }];
    this.entrants.splice(this.turn, 0, entrant);
    this.turns = Math.max(this.parameters.leastSolutions, this.entrants.length);
    if (this.rules.isTight(open) && !this.favourites.includes(entrant)) this.favourites.push(entrant);
  }

  /** Notes the result of a turn; `spent` is the share of the budget used so far. */
  record(individual: Individual, spent: number): void {
    const entrant = this.next;
    this.turn++;
    if (entrant.best === undefined || this.rules.costOf(individual) < this.rules.costOf(entrant.best)) entrant.best = individual;
    const late =
      this.round === 0
        ? spent >= this.parameters.screenShare && this.turn >= this.parameters.leastEntrants
        : spent >= this.parameters.raceShare;
    if (this.turn < this.turns && !late) return;
    if (this.round === 0) this.entrants.length = Math.min(this.turn, this.entrants.length);
    this.over = this.entrants.length <= this.parameters.lastHeats || spent >= this.parameters.raceShare;
    const line = this.round === 0 ? [...this.entrants] : [];
    this.entrants.sort((a, b) => this.rules.costOf(a.best) - this.rules.costOf(b.best));
    if (!this.over) this.startHeats(line, spent);
  }

  /**
   * Half of the places go to the head of the line, the others to the cheapest. Several entrants may have ended on the same depots, since
   * descents move depots; such depots keep all their chances.
   */
  private startHeats(line: readonly Entrant[], spent: number): void {
    const places = Math.min(this.parameters.firstHeats, Math.ceil(this.entrants.length / 2));
    const field = new Set([...line.slice(0, places / 2), ...this.entrants]);
    this.entrants.splice(0, this.entrants.length, ...[...field].slice(0, places));
    this.turn = 0;
    this.turns = places;
    this.round++;
    const rounds = 1 + Math.ceil(Math.log2(Math.max(1, places / this.parameters.lastHeats)));
    this.heatShare = (this.parameters.raceShare - spent) / (rounds * places);
  }

  /** The race's best, if it is feasible. */
  get winner(): Individual | undefined {
    const [{ best }] = this.entrants;
    return best?.feasible ? best : undefined;
  }

  /** Feasible solutions of the favourites, then of the winners, the best last; none where there is nothing to decide. */
  finalists(): Individual[] {
    const feasible = ({ best }: Entrant) => (best?.feasible ? best : []);
    const favourites = this.favourites.flatMap(feasible);
    const winners = this.entrants.flatMap(feasible).slice(0, this.parameters.lastHeats);
    if (favourites.every((favourite) => favourite === winners[0])) return [];
    return [...new Set([...winners, ...favourites])].reverse();
  }
}

/** One first solution, or one part of a heat, a step. */
export function* runRace(state: SearchState): Generator<void, void> {
  const { race, data, parameters } = state;
  while (!race.over) {
    const { best } = race.next;
    if (race.round > 0 && best?.feasible) {
      const most = parameters.race.heatIterations * data.n * 2 ** (race.round - 1);
      race.record(yield* anneal(state, best, { kind: 'heat', end: state.spent() + race.heatShare, most }), state.spent());
    } else {
      yield;
      race.record(state.improve(state.construct(race.next.open)), state.spent());
    }
  }
}
