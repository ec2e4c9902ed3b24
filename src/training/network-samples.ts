/**
 * Samples as a network of some kind sees them. Inside the MIP a Graph Transformer attends to all customers of the instance, and the
 * customers of one depot are summed; so its samples hold whole instances, drawn again from the seeds of the data set, which stores the
 * customers of the sets only.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Architecture } from '../surrogate/architecture.ts';
import { type Dataset, toSamples } from './dataset.ts';
import type { SampleSet } from './sample.ts';
import { setStreams } from './set-streams.ts';
import { concatenate, customersOf, customerWidths, mapColumns, selectSets } from './set-table.ts';

/** Sets of instances with more than `mostCustomers` are left out, where whole instances are seen. */
export function samplesFor(dataset: Dataset, kind: Architecture['kind'], mostCustomers = Number.POSITIVE_INFINITY): SampleSet {
  const samples = toSamples(dataset);
  return kind === 'graph-transformer' ? inWholeInstances(samples, dataset, mostCustomers) : samples;
}

type Row = Pick<SampleSet, 'x' | 'y' | 'load'> & { readonly context: Float32Array };

function inWholeInstances(samples: SampleSet, dataset: Dataset, mostCustomers: number): SampleSet {
  const picks: number[] = [];
  const rows: Row[] = [];
  let k = 0;
  for (const { kind, seed, first, sets } of dataset.sources) {
    const end = k + sets;
    for (const { x, depot, capacity, others } of setStreams[kind](seed, first)) {
      if (k === end) break;
      if (x.length !== samples.start[k + 1] - samples.start[k] || Math.fround(x[0] - depot.x) !== samples.x[samples.start[k]])
        throw new NeoLrpError(
          'E_DATASET',
          `set ${k} is not the one that its seed draws, so its instance is not known; generate the data again for a Graph Transformer`,
        );
      if (x.length + (others?.x.length ?? 0) <= mostCustomers) {
        picks.push(k);
        rows.push({
          x: Float32Array.from(others?.x ?? [], (value) => value - depot.x),
          y: Float32Array.from(others?.y ?? [], (value) => value - depot.y),
          load: Float32Array.from(others?.demand ?? [], (demand) => demand / capacity),
          context: Float32Array.from(others?.context ?? []),
        });
      }
      k++;
    }
  }
  return withOthers(selectSets(samples, picks), rows);
}

/** Each sample's own customers first, then the others of its instance. */
function withOthers(own: SampleSet, others: readonly Row[]): SampleSet {
  const members = Int32Array.from(others, (_, k) => customersOf(own, k));
  const start = new Int32Array(own.count + 1);
  for (let k = 0; k < own.count; k++) start[k + 1] = start[k] + members[k] + others[k].x.length;
  const interleaved = mapColumns(own, (column, name) => {
    const { [name]: width } = customerWidths;
    if (width === undefined) return column;
    const rest = (row: Row) => row[name as keyof Row];
    return concatenate([
      new Float32Array(),
      ...others.flatMap((row, k) => [column.subarray(own.start[k] * width, own.start[k + 1] * width) as Float32Array, rest(row)]),
    ]);
  });
  return { ...interleaved, start, members };
}
