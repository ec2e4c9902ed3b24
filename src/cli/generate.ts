/** `neo-lrp generate`: routing problems to train on. */
import { join } from 'node:path';
import { writeInstance } from '../formats/write.ts';
import { makeFolder, requireWritableFile, requireWritableFolder, saveText } from '../node/files.ts';
import { formatNumber } from '../report/number.ts';
import { collectSets, setKinds } from '../training/dataset.ts';
import { saveDataset } from '../training/dataset-file.ts';
import { setStreams } from '../training/generator.ts';
import { classCode } from '../training/instance-class.ts';
import { type RoutingSet, routingInstance } from '../training/routing-set.ts';
import { nonNegativeInteger, positiveInteger } from './arguments.ts';
import { choice, defineCommand, option, required, type ValuesOf } from './command.ts';
import { WorkProgress } from './work-progress.ts';

const generateOptions = {
  count: required(option('--count <n>', 'number of problems', positiveInteger)),
  out: required(option('--out <path>', 'the data set file, or the folder for .vrp files')),
  kind: choice('--kind <kind>', 'where problems come from', setKinds, 'paper'),
  format: choice('--format <format>', 'one data set, or a VRPLIB file per problem', ['dataset', 'vrp'], 'dataset'),
  seed: option('--seed <n>', 'seed of the stream of problems', nonNegativeInteger, 1),
  first: option('--first <n>', 'skip this many problems (except for paper: location instances) of the stream', nonNegativeInteger, 0),
};
type GenerateOptions = ValuesOf<typeof generateOptions>;

export const register = defineCommand({
  description:
    'Generates single-depot routing problems: the XML100 instances of the paper (paper), or the customer sets of depots in random location problems, spread over a box (cells) or a country (countries). Problem k depends only on the seed and k.',
  arguments: [],
  options: generateOptions,
  examples: [
    'generate --count 110000 --out data/paper.set',
    'generate --count 120000 --kind cells --seed 7 --out data/cells.set',
    'generate --count 20 --format vrp --out problems/',
  ],
  async run(options, output) {
    const { count, out, kind, seed, first, format } = options;
    await (format === 'vrp' ? requireWritableFolder(out) : requireWritableFile(out));
    const progress = new WorkProgress(output, count, 'problems');
    const stream = counted(setStreams[kind](seed, first), () => progress.advance());
    const customers = format === 'vrp' ? await saveInstances(stream, options) : await saveSets(stream, options);
    const summary = { out, kind, format, problems: count, customers, seed, first };
    output.result(
      summary,
      () => `${out}: ${formatNumber(count)} problems, ${formatNumber(customers)} customers (${kind}, seed ${seed}, from ${first})`,
    );
  },
});

function* counted<T>(stream: Iterable<T>, onItem: () => void): Generator<T> {
  for (const item of stream) {
    yield item;
    onItem();
  }
}

async function saveSets(stream: Iterable<RoutingSet>, { count, out, kind, seed, first }: GenerateOptions): Promise<number> {
  const dataset = collectSets(stream, count, kind, seed, first);
  await saveDataset(out, dataset);
  return dataset.x.length;
}

async function saveInstances(stream: Iterable<RoutingSet>, { count, out, kind, seed, first }: GenerateOptions): Promise<number> {
  await makeFolder(out);
  let customers = 0;
  let index = 0;
  for (const set of stream) {
    const name = `${kind}-${seed}-${first + index}-n${set.x.length}-c${classCode(set.class)}`;
    const [file] = writeInstance(routingInstance(set, name, { vehicleCost: 0, distanceScale: 1 }), 'vrp');
    await saveText(join(out, `${name}.vrp`), file.text);
    customers += set.x.length;
    if (++index === count) break;
  }
  return customers;
}
