import { describe, expect, it } from 'vitest';
import { searchParameters } from '../../src/search/parameters.ts';
import type { Individual } from '../../src/search/population/individual.ts';
import { Race } from '../../src/search/race.ts';

/** All that a race looks at. */
const plan = (cost: number, feasible = true) => ({ cost, feasible }) as Individual;
const rules = {
  costOf: (individual: Individual | undefined) => individual?.cost ?? Number.POSITIVE_INFINITY,
  isTight: (open: Uint8Array) => open[2] === 0,
};
/** Set k opens depot k alone. */
const depotSets = Array.from({ length: 8 }, (_, k) => Uint8Array.from({ length: 8 }, (_, d) => Number(d === k)));
const depotOf = ({ open }: { open: Uint8Array }) => open.indexOf(1);

describe('a race of depot sets', () => {
  it('gives all a turn, half of the first heats to the ranking, and the last to the better half', () => {
    const race = new Race(depotSets, searchParameters().race, rules);
    const turns: number[] = [];
    while (!race.over) {
      const depot = depotOf(race.next);
      turns.push(depot);
      race.record(plan(100 - depot - race.round), 0);
    }
    expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 7, 6, 7, 6]);
  });

  it('has heats of equal length within a round that fit into its part of the budget', () => {
    const many = Array.from({ length: 30 }, (_, k) => Uint8Array.from({ length: 30 }, (_, d) => Number(d === k)));
    const race = new Race(many, searchParameters().race, rules);
    const heats: number[] = [];
    let spent = 0;
    while (!race.over) {
      spent += race.round === 0 ? 0.001 : race.heatShare;
      if (race.round > 0) heats.push(race.heatShare);
      race.record(plan(depotOf(race.next)), spent);
    }
    expect(heats).toHaveLength(8 + 4 + 2);
    for (const [from, to] of [
      [0, 8],
      [8, 12],
      [12, 14],
    ])
      expect(new Set(heats.slice(from, to)).size).toBe(1);
    expect(spent).toBeCloseTo(0.25);
  });

  it('sends its first two and the favourites of before it to the finals, the best last', () => {
    const race = new Race(depotSets, searchParameters().race, rules);
    while (!race.over) race.record(plan(100 - depotOf(race.next), depotOf(race.next) !== 1), 0);
    // The second favourite has nothing feasible to show.
    expect(race.finalists().map(({ cost }) => cost)).toEqual([100, 94, 93]);
  });

  it('lets a guest run next, and counts it among the favourites', () => {
    const race = new Race(depotSets, searchParameters().race, rules);
    race.record(plan(50), 0);
    race.invite(depotSets[5]);
    expect(depotOf(race.next)).toBe(5);
    while (!race.over) race.record(plan(60 + depotOf(race.next)), 0);
    expect(race.finalists().map(({ cost }) => cost)).toEqual([65, 61, 50]);
  });

  it('needs no finals where its winner is the only favourite, or none is tight', () => {
    const race = new Race(depotSets.slice(0, 1), searchParameters().race, rules);
    while (!race.over) race.record(plan(1), 0);
    expect(race.finalists()).toEqual([]);
    const loose = new Race(depotSets, searchParameters().race, { ...rules, isTight: () => false });
    while (!loose.over) loose.record(plan(100 - depotOf(loose.next)), 0);
    expect(loose.finalists()).toEqual([]);
  });

  it('gives a few sets several turns for their first solutions', () => {
    const race = new Race(depotSets.slice(0, 3), searchParameters().race, rules);
    const turns: number[] = [];
    while (!race.over) {
      turns.push(depotOf(race.next));
      race.record(plan(100 - depotOf(race.next)), 0);
    }
    expect(turns).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 0, 2]);
  });

  it('ends early when its part of the budget is spent, with four entrants at the least', () => {
    const race = new Race(depotSets, searchParameters().race, rules);
    for (let k = 0; k < 4; k++) {
      expect(race.over).toBe(false);
      race.record(plan(k), 0.5);
    }
    expect(race.over).toBe(true);
  });
});
