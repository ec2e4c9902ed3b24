/**
 * Whether nine of ten predictions are within their bands (src/pipeline/known-sets.ts): on each document sets of depots are predicted and all
 * of them solved; the bands that the first plans give, in the order in which a what-if solves, are held against the others.
 * usage: node scripts/run.mjs bench/bands.ts [--model local] [--each 3] [--sets 30] [--plans 12] [--descents 16]
 */
import { parseArgs } from 'node:util';
import { SetPrices } from '../src/allocation/set-prices.ts';
import { loadModel } from '../src/node/model-files.ts';
import { bandOf, differenceBand, expectedOf, type KnownSet, openingOf, seenErrors, type WeighedSet } from '../src/pipeline/known-sets.ts';
import { keyOf } from '../src/problem/depot-set.ts';
import type { Instance } from '../src/problem/instance.ts';
import { modelOf } from '../src/problem/model.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { onlyOpen, unbound, withoutCounts } from '../src/problem/unbound.ts';
import { Random } from '../src/run/random.ts';
import { StopWatch } from '../src/run/stop.ts';
import { searchData } from '../src/search/data.ts';
import { proposeDepotSets } from '../src/search/depots/ranking.ts';
import { search } from '../src/search/search.ts';
import { NetworkSurrogate } from '../src/surrogate/network-surrogate.ts';
import { drawLocation } from '../src/training/location-instances.ts';
import { region, withRoads } from './location-instances.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'local' },
    each: { type: 'string', default: '3' },
    sets: { type: 'string', default: '30' },
    plans: { type: 'string', default: '12' },
    descents: { type: 'string', default: '16' },
  },
});
const [each, mostSets, plans, descents] = [values.each, values.sets, values.plans, values.descents].map(Number);
const surrogate = new NetworkSurrogate(await loadModel(values.model));

/** Those with enough sets of depots to say something. */
function* drawn(kind: 'cells' | 'countries'): Generator<Instance> {
  for (let index = 0; ; index++) {
    const { instance } = drawLocation(kind, 77, index);
    if (instance.depots.length >= 9 && instance.customers.length <= 250) yield instance;
  }
}
const someOf = (instances: Iterator<Instance>) => Array.from({ length: each }, () => instances.next().value as Instance);
const documents: Readonly<Record<string, readonly Instance[]>> = {
  cells: someOf(drawn('cells')),
  countries: someOf(drawn('countries')),
  regions: Array.from({ length: each }, (_, k) => region(80 + 40 * k, 10, k + 1)),
  roads: Array.from({ length: each }, (_, k) => withRoads(60 + 30 * k, 10, k + 1)),
};

async function knownSets(instance: Instance): Promise<KnownSet[]> {
  const rules = modelOf(instance).depotRules;
  const watch = new StopWatch({ seconds: 20 });
  const prices = await SetPrices.of(unbound(instance), surrogate);
  const proposed = await proposeDepotSets(searchData(withoutCounts(instance)), new Random(1), watch, 0.5);
  const priced = [...new Map(proposed.map((open) => [keyOf(open), open])).values()].flatMap((open) => {
    const predicted = prices.price(open);
    return predicted ? [{ open, predicted, total: openingOf(open, rules) + predicted.reduce((a, b) => a + b, 0) }] : [];
  });
  const sets: KnownSet[] = [];
  for (const { open, predicted } of priced.sort((a, b) => a.total - b.total).slice(0, mostSets)) {
    const { routes } = await search(onlyOpen(instance, open), { stop: { iterations: descents }, seed: 1 });
    const { total } = describeRoutes(instance, routes).cost;
    sets.push({ open, predicted, solved: { routing: total - openingOf(open, rules) } });
  }
  return sets;
}

const sum = (costs: Float64Array = new Float64Array()) => costs.reduce((a, b) => a + b, 0);
const tally = { level: [0, 0], difference: [0, 0] };
for (const [kind, instances] of Object.entries(documents))
  for (const instance of instances) {
    const sets = await knownSets(instance);
    const opening = ({ open }: KnownSet) => openingOf(open, modelOf(instance).depotRules);
    const errors = seenErrors(sets.slice(0, plans), opening);
    const asked = (set: KnownSet): WeighedSet => ({ set, total: 0, opening: opening(set), isPredicted: true });
    const [best] = sets.slice(0, plans).toSorted((a, b) => (a.solved?.routing ?? 0) - (b.solved?.routing ?? 0));
    const own = { level: [0, 0], difference: [0, 0] };
    const widths: number[] = [];
    for (const set of sets.slice(plans)) {
      const routing = set.solved?.routing ?? 0;
      const band = bandOf(asked(set), errors);
      const expected = expectedOf(sum(set.predicted), opening(set), errors);
      if (band !== undefined) {
        own.level[0] += Number(Math.abs(routing - expected) <= band);
        own.level[1]++;
        widths.push(band / expected);
      }
      const between = differenceBand(asked(set), asked(best), errors);
      if (between === undefined) continue;
      const apart = expected - expectedOf(sum(best.predicted), opening(best), errors);
      own.difference[0] += Number(Math.abs(routing - (best.solved?.routing ?? 0) - apart) <= between);
      own.difference[1]++;
    }
    for (const key of ['level', 'difference'] as const) for (const k of [0, 1]) tally[key][k] += own[key][k];
    const width = widths.length > 0 ? `±${((100 * sum(Float64Array.from(widths))) / widths.length).toFixed(1)} %` : 'none';
    console.log(
      `${kind.padEnd(10)} ${instance.name.padEnd(18)} ${sets.length} sets: level ${own.level.join(' of ')} (${width}), difference ${own.difference.join(' of ')}, bias ${((errors.bias - 1) * 100).toFixed(1)} %`,
    );
  }
for (const [key, [within, all]] of Object.entries(tally)) console.log(`${key}: ${within} of ${all}, ${(within / all).toFixed(3)}`);
