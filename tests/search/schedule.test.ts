import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { Random } from '../../src/run/random.ts';
import { StopWatch } from '../../src/run/stop.ts';
import { searchData } from '../../src/search/data.ts';
import { proposeDepotSets } from '../../src/search/depots/ranking.ts';
import { Engine } from '../../src/search/engine.ts';
import { Schedule } from '../../src/search/schedule.ts';

const data = searchData(readInstance({ name: 'plain.json', text: readFileSync('examples/plain.json', 'utf8') }));
const sets = await proposeDepotSets(data, new Random(1), new StopWatch({}));
const last = sets.at(-1) ?? new Uint8Array();

it('races the sets of depots that it is given, in their order', async () => {
  const schedule = new Schedule(data, new Random(1), [last, ...sets.slice(0, 3)], await Engine.create(data));
  schedule.step();
  expect(schedule.incumbent?.open).toEqual(last);
  const own = new Schedule(data, new Random(1), sets, await Engine.create(data));
  own.step();
  expect(own.incumbent?.open).not.toEqual(last);
});

it('completes a plan that leaves customers out or has them twice', async () => {
  const schedule = new Schedule(data, new Random(1), sets, await Engine.create(data));
  schedule.welcome([
    { depot: 0, stops: [3, 1] },
    { depot: 1, stops: [1, 2] },
  ]);
  expect(Array.from(schedule.incumbent?.tour ?? []).sort((a, b) => a - b)).toEqual(Array.from({ length: data.n }, (_, i) => i));
});
