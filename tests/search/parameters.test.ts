import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';
import { searchData } from '../../src/search/data.ts';
import { Engine } from '../../src/search/engine.ts';
import { moveNames, type SearchParametersInput, searchParameters } from '../../src/search/parameters.ts';
import { randomInstance, randomRoutes } from './random-instance.ts';

const penalties = { vehicle: 10, depot: 10, rule: 100, distance: 100, time: 1 };

/** Cost of random routes before and after a descent. */
async function descent(given: SearchParametersInput) {
  const random = new Random(2);
  const data = searchData(randomInstance(random, { customers: 40, depots: 3 }));
  const engine = await Engine.create(data, undefined, searchParameters(given));
  engine.load(randomRoutes(random, data), new Uint8Array(data.m).fill(1), penalties);
  const before = engine.toIndividual();
  engine.descend(1);
  return { before, after: engine.toIndividual() };
}

describe('moves that are left out', () => {
  it('are not made: without all of them a descent changes nothing', async () => {
    const { before, after } = await descent({ descent: { without: [...moveNames] } });
    expect([...after.routes]).toEqual([...before.routes]);
  });

  it.each(moveNames)('leave the others: %s alone changes routes', async (move) => {
    const alone = await descent({ descent: { without: moveNames.filter((other) => other !== move) } });
    expect([...alone.after.routes]).not.toEqual([...alone.before.routes]);
  });

  it('have names', () => {
    expect(() => searchParameters({ descent: { without: ['fly' as never] } })).toThrow('descent.without');
  });
});

it('numbers of the core are checked against their range', () => {
  expect(() => searchParameters({ recreate: { wide: 200 } })).toThrow();
  expect(searchParameters({ ruin: { removed: 5 } }).ruin).toMatchObject({ removed: 5, longestString: 10 });
});
