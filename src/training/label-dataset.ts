/**
 * Labels for a whole data set, or for one shard of it. Every label goes to a journal at once, so that a killed run continues when it is
 * repeated, and the journals of shards from several machines can be merged.
 */

import * as z from 'zod';
import { Journal, type JournalForm, readHead, readJournal } from '../node/journal.ts';
import { isObject, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatNumber } from '../report/number.ts';
import { Random } from '../run/random.ts';
import { isInShard, type Shard, wholeWork } from '../run/shard.ts';
import { StopWatch } from '../run/stop.ts';
import { type Dataset, type LabelCard, type Labels, labelCardSchema, requireDataset, withLabels } from './dataset.ts';
import { datasetChecksum } from './dataset-file.ts';
import { type Label, type LabelPlan, type LabelSomewhere, labelOnThreads } from './label.ts';

interface LabelOptions {
  readonly threads: number;
  /** Who labels in place of threads of this process. */
  readonly label?: LabelSomewhere;
  readonly signal?: AbortSignal;
  /** Called before the first label with the number of labels to make. */
  readonly onStart?: (wanted: number) => void;
  readonly onLabel?: () => void;
}

interface LabellingOptions extends LabelOptions {
  readonly log: string;
  readonly shard?: Shard;
  /** Called first if the log has labels of an earlier run. */
  readonly onEarlier?: (count: number) => void;
}

export interface Labelling {
  readonly card: LabelCard;
  /** By the number of the set, including those of earlier runs. */
  readonly labels: ReadonlyMap<number, Label>;
  readonly made: number;
  readonly seconds: number;
}

const headSchema = z.strictObject({ dataset: z.number().int(), card: labelCardSchema });
const entrySchema = z.strictObject({
  set: z.number().int().nonnegative(),
  routes: z.number().int().positive(),
  travel: z.number().nonnegative(),
  cost: z.number().nonnegative(),
});
type Entry = z.output<typeof entrySchema>;
const remedy = 'delete the log to start again';

function formOf(file: string, dataset: Dataset, card: LabelCard): JournalForm<Entry> {
  const checksum = datasetChecksum(dataset);
  return {
    schema: entrySchema,
    remedy,
    head: { dataset: checksum, card },
    refuse: (head) => {
      const begun = headSchema.safeParse(head).data;
      const reason =
        begun?.dataset === checksum
          ? `the log was started with other options (${JSON.stringify(begun.card)}); shards and repeated runs need the same`
          : 'the log belongs to another data set; name the one it was made for, or another log';
      return new NeoLrpError('E_DATASET', reason, { file });
    },
    syncAtEnd: true,
  };
}

/** Adds entries to the labels; a set may be labelled twice, but not differently. */
function addLabels(labels: Map<number, Label>, entries: readonly Entry[], file: string): void {
  for (const { set, ...label } of entries) {
    const earlier = labels.get(set);
    if (earlier && (earlier.travel !== label.travel || earlier.routes !== label.routes))
      throw new NeoLrpError('E_DATASET', `set ${set} is labelled a second time, and differently; ${remedy}`, { file });
    labels.set(set, label);
  }
}

/** Throws E_BUDGET where the signal ended it. */
export async function labelDataset(dataset: Dataset, plan: LabelPlan, options: LabellingOptions): Promise<Labelling> {
  requireDataset(dataset);
  requireArgument(isObject(plan, 'router', 'seed'), 'plan', 'a plan: { router, iterations, seconds, seed, vehicleCost }');
  requireArgument(isObject(options, 'log', 'threads'), 'options', 'options { log, threads }');
  const { log, shard = wholeWork, threads, label = labelOnThreads(threads), signal, onEarlier, onStart, onLabel } = options;
  const card: LabelCard = { ...plan, quality: null };
  const journal = await Journal.open(log, formOf(log, dataset, card));
  const watch = new StopWatch({});
  const labels = new Map<number, Label>();
  try {
    addLabels(labels, journal.entries, log);
    if (labels.size > 0) onEarlier?.(labels.size);
    const wanted = [...Array(dataset.count).keys()].filter((index) => isInShard(index, shard) && !labels.has(index));
    onStart?.(wanted.length);
    const keep = async (set: number, { travel, routes, cost }: Label) => {
      await journal.append({ set, routes, travel, cost });
      labels.set(set, { travel, routes, cost });
      onLabel?.();
    };
    await label(dataset, wanted, plan, { signal, onLabel: keep });
    if (!signal?.aborted) return { card, labels, made: wanted.length, seconds: watch.elapsed() };
  } finally {
    await journal.close();
  }
  const reason = `interrupted with ${formatNumber(labels.size)} labels in the log; repeat the command to continue`;
  throw new NeoLrpError('E_BUDGET', reason, { file: log });
}

/** The labels of all shards, made with the same plan; throws if some are missing. */
export async function mergeShards(logs: readonly string[], dataset: Dataset): Promise<Labelling> {
  const { card } = await readHead(logs[0], headSchema, remedy);
  const labels = new Map<number, Label>();
  for (const file of logs) addLabels(labels, (await readJournal(file, formOf(file, dataset, card))).entries, file);
  completeLabels(dataset.count, labels);
  return { card, labels, made: 0, seconds: 0 };
}

interface CheckOptions extends LabelOptions {
  readonly sample: number;
  /** How many times the effort. */
  readonly factor: number;
}

/** Routes a sample again with more effort, to see how far the labels are above that. Throws E_BUDGET if the signal ends it. */
export async function checkLabels(dataset: Dataset, { card, labels }: Labelling, options: CheckOptions): Promise<LabelCard['quality']> {
  const { sample, factor, threads, label = labelOnThreads(threads), signal, onStart, onLabel } = options;
  if (sample === 0) return null;
  const picks = drawSample(dataset.count, sample, card.seed);
  const plan: LabelPlan = {
    ...card,
    iterations: card.iterations === null ? null : Math.round(card.iterations * factor),
    seconds: card.seconds === null ? null : card.seconds * factor,
  };
  onStart?.(picks.length);
  const better = new Map<number, Label>();
  const keep = (set: number, found: Label) => {
    better.set(set, found);
    onLabel?.();
  };
  await label(dataset, picks, plan, { signal, onLabel: keep });
  if (signal?.aborted)
    throw new NeoLrpError('E_BUDGET', 'interrupted during the quality check; repeat the command to run it, or add --check 0 to skip it');
  return { sample: picks.length, factor, meanExcess: meanExcess(labels, better) };
}

/** The data set with all of its labels, and the card that says how good they are. */
export function labelled(dataset: Dataset, labelling: Labelling, quality: LabelCard['quality']): Dataset {
  requireArgument(isObject(labelling, 'card', 'labels'), 'labelling', 'labels, as labelDataset returns them');
  const { card, labels } = labelling;
  return withLabels(requireDataset(dataset), completeLabels(dataset.count, labels), { ...card, quality });
}

/** All labels in set order; throws if some are missing. */
export function completeLabels(count: number, found: ReadonlyMap<number, Label>): Labels {
  const missing = [...Array(count).keys()].filter((index) => !found.has(index));
  if (missing.length > 0)
    throw new NeoLrpError(
      'E_DATASET',
      `the logs lack ${missing.length} of ${count} labels, the first for set ${missing[0]}; finish the shards`,
    );
  const column = (name: keyof Label) => Float64Array.from({ length: count }, (_, index) => found.get(index)?.[name] ?? Number.NaN);
  return { travel: column('travel'), routes: column('routes'), cost: column('cost') };
}

/** How far labels are above better ones for a sample: mean over the sample, as a share of the best. */
export function meanExcess(labels: ReadonlyMap<number, Label>, better: ReadonlyMap<number, Label>): number {
  let sum = 0;
  for (const [index, { cost: longer }] of better) {
    const cost = labels.get(index)?.cost ?? longer;
    sum += cost / Math.min(cost, longer) - 1;
  }
  return better.size === 0 ? 0 : sum / better.size;
}

/** `size` set numbers, drawn without repetition. */
export function drawSample(count: number, size: number, seed: number): number[] {
  const order = new Random(seed).shuffle(Int32Array.from({ length: count }, (_, k) => k));
  return Array.from(order.subarray(0, Math.min(size, count))).sort((a, b) => a - b);
}
