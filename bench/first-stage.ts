/**
 * Is the first stage worth its time? The full pipeline beside the search alone, in the same CPU seconds on one thread, by size and by kind
 * of instance.
 * usage: node scripts/run.mjs bench/first-stage.ts [--kinds plain,hours,roads] [--sizes 100x10,200x10,400x20] [--seeds 2] [--seconds 5] [--model NAME]
 */
import { parseArgs } from 'node:util';
import { cpuClock } from '../src/node/cpu-clock.ts';
import { solve } from '../src/node.ts';
import { region, withHours, withRoads } from './location-instances.ts';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'plain,hours,roads' },
    sizes: { type: 'string', default: '100x10,200x10,400x20' },
    seeds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '5' },
    model: { type: 'string', default: 'models/local' },
  },
});
const kinds = { plain: region, hours: withHours, roads: withRoads };
for (const kind of values.kinds.split(',') as (keyof typeof kinds)[])
  for (const size of values.sizes.split(',')) {
    const [customers, depots] = size.split('x').map(Number);
    const differences: number[] = [];
    for (let seed = 1; seed <= Number(values.seeds); seed++) {
      const instance = kinds[kind](customers, depots, seed);
      const stop = { seconds: Number(values.seconds), clock: cpuClock };
      const full = await solve(instance, { model: values.model, stop });
      const alone = await solve(instance, { method: 'search', stop });
      differences.push((100 * full.cost.total) / alone.cost.total - 100);
    }
    console.log(
      `${kind} ${size}, ${values.seconds} s: full against search alone ${differences.map((difference) => `${difference.toFixed(2)} %`).join(', ')}`,
    );
  }
