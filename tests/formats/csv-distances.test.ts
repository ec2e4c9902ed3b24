import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { csvTown, faultOf, csvFile as file } from './samples.ts';

const { customers, depots, settings } = csvTown;

describe('a table of distances', () => {
  const distances = (...rows: string[]) => file('distances.csv', 'From,To,Distance (km)', ...rows);
  const read = (...rows: string[]) => readInstance([customers, depots, settings, distances(...rows)]).travel;

  it('fills the matrix: both ways where one is given, none where neither is', () => {
    // Depots D and E, then customers a and b.
    expect(read('D,a,5', 'a,D,6', 'D,b,7', 'a,b,', 'E,b,-')).toEqual({
      kind: 'matrix',
      values: [
        [0, null, 5, 7],
        [null, 0, null, null],
        [6, null, 0, null],
        [7, null, null, 0],
      ],
    });
  });

  it.each([
    [['D,a,5', 'D,z,1'], /^distances\.csv:3, To: there is no depot and no customer 'z'/],
    [['D,a,5', 'D,a,6'], /^distances\.csv:3, From: this pair is already given on line 2/],
    [['D,a,far'], /^distances\.csv:2, Distance \(km\): expected a number, but found 'far'/],
    [['D,a,-5'], /^distances\.csv:2, .*cannot be negative/],
  ] as const)('refuses %j, saying where', (rows, message) => {
    expect(faultOf(() => read(...rows)).message).toMatch(message);
  });

  it.each([
    ['from', 'to', 'distance (km)', 'duration (min)'],
    ['Von', 'Nach', 'Entfernung (km)', 'Fahrzeit (min)'],
    ['De', 'Vers', 'Distance (km)', 'Durée (min)'],
    ['Origen', 'Destino', 'Distancia (km)', 'Duración (min)'],
    ['Da', 'A', 'Distanza (km)', 'Durata (min)'],
    ['Van', 'Naar', 'Afstand (km)', 'Reistijd (min)'],
    ['Od', 'Do', 'Odległość (km)', 'Czas przejazdu (min)'],
    ['De', 'Para', 'Distância (km)', 'Duração (min)'],
  ])('may have durations: %s, %s, %s, %s', (...names) => {
    const both = file('distances.csv', names.join(','), 'D,a,5,9', 'a,D,6,0:11', 'D,b,7,12');
    const warnings: string[] = [];
    const { travel } = readInstance([customers, depots, settings, both], { onWarning: ({ message }) => warnings.push(message) });
    expect(travel).toMatchObject({
      values: [
        [0, null, 5, 7],
        [null, 0, null, null],
        [6, null, 0, null],
        [7, null, null, 0],
      ],
      durations: [
        [0, null, 9, 12],
        [null, 0, null, null],
        [11, null, 0, null],
        [12, null, null, 0],
      ],
    });
    expect(warnings.join()).toContain('8 of 12 pairs of places have no distance, which means that there is no way: D to E, E to D, E to a');
  });

  it('asks which is meant where a depot and a customer share an id', () => {
    const shops = file('customers.csv', 'id,x,y,demand', 'D,3,4,1');
    const files = [shops, file('depots.csv', 'id,x,y', 'D,0,0'), settings];
    expect(faultOf(() => readInstance([...files, distances('D,D,5')])).message).toMatch(/'D' may be one of several places/);
    const kinds = file('distances.csv', 'from,to,distance,from kind,to kind', 'D,D,5,depot,customer');
    expect(readInstance([...files, kinds]).travel).toMatchObject({
      values: [
        [0, 5],
        [5, 0],
      ],
    });
  });

  it('and a setting of travel contradict each other', () => {
    const travel = file('settings.csv', 'vehicle capacity,5', 'travel,euclidean');
    expect(faultOf(() => readInstance([customers, depots, travel, distances('D,a,5')])).message).toMatch(
      /^distances\.csv: the settings say/,
    );
  });
});
