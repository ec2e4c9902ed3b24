/**
 * What roads cost and what they are worth, on the in-process engine.
 * usage: node scripts/run.mjs bench/roads.ts [--osm FILE] [--first 1] [--cases 20] [--seconds 10] [--only matrix|cases|asymmetric]
 * Cases: places drawn along roads, planned by great circles times the true mean detour and on roads, both judged on roads.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuClock, cpuSeconds } from '../src/node/cpu-clock.ts';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { fileCache } from '../src/roads/cache.ts';
import { crowMetres, type LonLat, roundPlace } from '../src/roads/engine.ts';
import { openRoads } from '../src/roads/open.ts';
import { measureRoads, placesOf } from '../src/roads/roads.ts';
import { roadTable } from '../src/roads/table.ts';
import { Random } from '../src/run/random.ts';
import { search } from '../src/search/search.ts';

const { values: options } = parseArgs({
  options: {
    osm: { type: 'string', default: '../shared/roads/liechtenstein.osm.pbf' },
    first: { type: 'string', default: '1' },
    cases: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: 'matrix cases asymmetric' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-roads-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const engine = await openRoads({ source: options.osm, folder }, { profile: 'truck' });
const stop = { seconds: Number(options.seconds), clock: cpuClock };

/** Within 150 m of a road that leads to the country's capital and back, between the bounds of the extract. */
async function placesNearRoads(count: number, random: Random): Promise<LonLat[]> {
  const capital: LonLat[] = [[9.5209, 47.141]];
  const places: LonLat[] = [];
  while (places.length < count) {
    const drawn = Array.from({ length: count }, () => roundPlace([9.475 + 0.145 * random.float(), 47.055 + 0.21 * random.float()]));
    const [to, back] = [await engine.matrix(drawn, capital), await engine.matrix(capital, drawn)];
    const isReached = (k: number) => to.distances[k][0] !== null && back.distances[0][k] !== null;
    places.push(...drawn.filter((place, k) => isReached(k) && crowMetres(place, to.from[k] ?? [0, 0]) < 150));
  }
  return places.slice(0, count);
}

function instanceAt(name: string, places: readonly LonLat[], sites: number, random: Random): Instance {
  const at = ([x, y]: LonLat, id: string) => ({ id, x, y });
  return createInstance({
    name,
    depots: places
      .slice(0, sites)
      .map((place, k) => ({ ...at(place, `D${k + 1}`), capacity: 500 + Math.floor(random.float() * 300), openingCost: 40 })),
    customers: places.slice(sites).map((place, k) => ({ ...at(place, `C${k + 1}`), demand: 10 + Math.floor(random.float() * 30) })),
    vehicleCapacity: 180,
    vehicleCost: 20,
    travel: { kind: 'great-circle' },
  });
}

if (options.only.includes('matrix')) {
  const places = await placesNearRoads(300, new Random(1));
  const cache = fileCache(folder, engine.key);
  const timed = async (what: string, list: readonly LonLat[]) => {
    const began = cpuSeconds();
    const table = await roadTable(engine, list, { cache });
    const gaps = table.distances.filter((value) => value === Number.POSITIVE_INFINITY).length;
    console.log(`${what}: ${table.asked.length} pairs asked, ${(cpuSeconds() - began).toFixed(2)} CPU s, ${gaps} pairs without a way`);
    return table;
  };
  const { distances } = await timed('300 x 300', places);
  await timed('the same again', places);
  await timed('one customer moved', places.with(17, [9.5205, 47.1405]));
  const random = new Random(2);
  let [single, line] = [0, 0];
  for (let k = 0; k < 200; k++) {
    const [a, b] = [random, random].map((source) => Math.floor(source.float() * 300));
    const alone = (await engine.matrix([places[a]], [places[b]])).distances[0][0] ?? Number.POSITIVE_INFINITY;
    if (a !== b && Math.abs(alone - distances[a * 300 + b]) > 1) single++;
    const route = (await engine.line([places[a], places[b]]))?.distance ?? Number.POSITIVE_INFINITY;
    if (a !== b && Math.abs(route - distances[a * 300 + b]) > Math.max(50, 0.01 * route)) line++;
  }
  console.log(`of 200 pairs, ${single} differ from a single answer, ${line} from the route by more than 1 % and 50 m`);
}

if (options.only.includes('cases')) {
  const ratios: number[] = [];
  let others = 0;
  for (let k = Number(options.first); k <= Number(options.cases); k++) {
    const random = new Random(100 + k);
    const customers = 42 + Math.floor(random.float() * 8);
    const crow = instanceAt(`case ${k}`, await placesNearRoads(customers + 7, random), 7, random);
    const { instance: roads } = await measureRoads(crow, engine);
    const places = placesOf(crow);
    if (roads.travel.kind !== 'matrix') throw new Error('no matrix');
    let [driven, straight] = [0, 0];
    roads.travel.values.forEach((row, i) => {
      row.forEach((value, j) => {
        if (value === null) return;
        driven += value;
        straight += crowMetres(places[i], places[j]) / 1000;
      });
    });
    const detour = driven / straight;
    const planned = await search(createInstance({ ...crow, travel: { kind: 'great-circle', detour } }), { stop, seed: k });
    const judged = describeRoutes(roads, planned.routes);
    const onRoads = describeRoutes(roads, (await search(roads, { stop, seed: k })).routes);
    const ratio = judged.cost.total / onRoads.cost.total;
    ratios.push(ratio);
    const same = judged.openDepots.join() === onRoads.openDepots.join();
    if (!same) others++;
    console.log(
      `${crow.name}: ${customers} customers, detour ${detour.toFixed(2)}, straight lines ${judged.cost.total.toFixed(1)}, roads ${onRoads.cost.total.toFixed(1)}, +${(100 * (ratio - 1)).toFixed(1)} %${same ? '' : ', other depots'}`,
    );
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const sorted = ratios.toSorted((a, b) => a - b);
  console.log(
    `mean +${(100 * (mean - 1)).toFixed(1)} %, from +${(100 * (sorted[0] - 1)).toFixed(1)} to +${(100 * (sorted[sorted.length - 1] - 1)).toFixed(1)} %, other depots in ${others}`,
  );
}

if (options.only.includes('asymmetric')) {
  const random = new Random(5);
  const { instance } = await measureRoads(instanceAt('500 x 20', await placesNearRoads(520, random), 20, random), engine);
  if (instance.travel.kind !== 'matrix') throw new Error('no matrix');
  const { values, durations = [] } = instance.travel;
  // Where there is no way, a very long one, so that every plan is feasible.
  const [there, back] = [true, false].map((asIs) => {
    const mend = (rows: typeof values) =>
      rows.map((row, i) => row.map((value, j) => (asIs ? (value ?? 99) : ((value ?? 99) + (rows[j][i] ?? 99)) / 2)));
    const depots = instance.depots.map((depot) => ({ ...depot, capacity: 3000 }));
    return createInstance({ ...instance, depots, travel: { kind: 'matrix', values: mend(values), durations: mend(durations) } });
  });
  const rates: number[][] = [[], []];
  for (const seed of [1, 2, 3])
    for (const [k, one] of [there, back].entries()) {
      const { iterations } = await search(one, { stop, seed });
      rates[k].push(iterations / stop.seconds);
    }
  const sums = rates.map((list) => list.reduce((sum, rate) => sum + rate, 0) / list.length);
  console.log(
    `iterations a CPU second: as it is ${sums[0].toFixed(1)}, symmetrised ${sums[1].toFixed(1)}, ratio ${(sums[0] / sums[1]).toFixed(2)}`,
  );
}
