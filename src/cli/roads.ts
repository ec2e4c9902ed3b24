/** `neo-lrp roads FILE`: measures all distances and durations of an instance on roads and writes it with them. */
import { writeInstance } from '../formats/write.ts';
import { requireWritableFile, saveFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { wantsRoads } from '../problem/travel.ts';
import { defineCommand, option, required } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { loadRoads, roadOptions } from './road-options.ts';

export const register = defineCommand({
  description:
    'Measures distances and durations between all places on roads and writes the instance with them: solving it needs no engine. A map extract is read by Valhalla on this machine (npm install @valhallajs/valhallajs); servers are asked only if they are named. Answers are kept, so that a stopped run goes on, and a moved customer costs one row and one column.',
  arguments: [['<file>', 'instance file with longitudes and latitudes, folder of CSV files, or -']],
  options: {
    ...instanceOptions,
    ...roadOptions,
    out: required(option('--out <file>', 'JSON file to write; an existing file is replaced')),
  },
  notes:
    'Doubts are notes: places far from any road, pairs without a way, long ways between near places, and pairs where the engine contradicts itself.',
  examples: [
    'roads customers.csv,depots.csv --osm region.osm.pbf --profile truck --weight 12 --out region.json',
    'roads city.json --roads osrm=http://localhost:5000 --out city-roads.json',
  ],
  async run(options, output, file) {
    await requireWritableFile(options.out);
    const { instance: read } = await loadNoted(file, options, output);
    if (options.osm === undefined && options.roads === undefined && !wantsRoads(read))
      throw new NeoLrpError('E_USAGE', 'name a map extract (--osm) or a server of roads (--roads)', { field: '--osm' });
    const { instance, notes, asked, engine } = await interruptible(output, 'the answers so far are kept', (signal) =>
      loadRoads(read, options, output, signal),
    );
    const [written] = writeInstance(instance, 'json');
    await saveFile(options.out, written);
    const places = instance.depots.length + instance.customers.length;
    const facts = {
      written: options.out,
      places,
      pairs: places * (places - 1),
      asked,
      estimated: (instance.travel.kind === 'matrix' && instance.travel.roads?.estimated) || 0,
      engine: engine?.name,
      profile: engine?.profile,
      data: engine?.data,
    };
    output.result(
      { ...facts, notes },
      () =>
        `${places} places on roads: ${facts.pairs} pairs, ${asked} asked now (${engine?.name}, ${engine?.profile}, ${engine?.data})\nwrote ${options.out}`,
    );
  },
});
