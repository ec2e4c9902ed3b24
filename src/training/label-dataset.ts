/**
 * Labels for a whole data set, or for one shard of it. Every label goes to a log at once: a killed run continues where it was when it is
 * repeated, and the logs of shards made on several machines are merged.
 */
import { NeoLrpError } from '../problem/errors.ts';
import { formatNumber } from '../report/number.ts';
import { type Dataset, type LabelCard, withLabels } from './dataset.ts';
import { LabelLogFile, mergeLogs } from './dataset-file.ts';
import { completeLabels, drawSample, type LabelPlan, meanExcess, shardOf } from './label.ts';
import type { Label } from './label-log.ts';
import { type LabelSomewhere, labelOnThreads } from './label-threads.ts';

/** Counted from 1. */
export type Shard = readonly [part: number, of: number];

interface Labour {
  readonly threads: number;
  /** Who labels in place of threads of this process. */
  readonly label?: LabelSomewhere;
  readonly signal?: AbortSignal;
  /** Called before the first: how many labels are to be made. */
  readonly onStart?: (wanted: number) => void;
  readonly onLabel?: () => void;
}

export interface LabellingOptions extends Labour {
  /** File of the log. */
  readonly log: string;
  readonly shard?: Shard;
  /** Called first where the log holds labels of an earlier run. */
  readonly onEarlier?: (count: number) => void;
}

export interface Labelling {
  readonly card: LabelCard;
  /** By the number of the set, those of earlier runs included. */
  readonly labels: ReadonlyMap<number, Label>;
  /** In this run. */
  readonly made: number;
  /** Wall seconds, in this run. */
  readonly seconds: number;
}

const labelBy = ({ threads, label }: Labour): LabelSomewhere =>
  label ?? ((dataset, picks, plan, work) => labelOnThreads(dataset, picks, plan, { threads, ...work }));

/** Throws E_BUDGET where the signal ended it. */
export async function labelDataset(dataset: Dataset, plan: LabelPlan, options: LabellingOptions): Promise<Labelling> {
  const { shard = [1, 1], signal, onEarlier, onStart, onLabel } = options;
  const card: LabelCard = { ...plan, quality: null };
  const log = await LabelLogFile.open(options.log, dataset, card);
  const began = performance.now();
  try {
    if (log.labels.size > 0) onEarlier?.(log.labels.size);
    const wanted = [...shardOf(dataset.count, ...shard)].filter((index) => !log.labels.has(index));
    onStart?.(wanted.length);
    const keep = async (set: number, label: Label) => {
      await log.append(set, label);
      onLabel?.();
    };
    await labelBy(options)(dataset, wanted, plan, { signal, onLabel: keep });
    if (!signal?.aborted) return { card, labels: log.labels, made: wanted.length, seconds: (performance.now() - began) / 1000 };
  } finally {
    await log.close();
  }
  const reason = `interrupted with ${formatNumber(log.labels.size)} labels in the log; repeat the command to continue`;
  throw new NeoLrpError('E_BUDGET', reason, { file: options.log });
}

/** The labels of all shards; refuses logs that lack some. */
export async function mergeShards(logs: readonly string[], dataset: Dataset): Promise<Labelling> {
  const { card, labels } = await mergeLogs(logs, dataset);
  const { missing } = completeLabels(dataset.count, labels);
  if (missing)
    throw new NeoLrpError(
      'E_DATASET',
      `the logs lack ${missing.length} of ${dataset.count} labels, the first for set ${missing[0]}; finish the shards`,
    );
  return { card, labels, made: 0, seconds: 0 };
}

export interface CheckOptions extends Labour {
  /** How many labels are checked. */
  readonly sample: number;
  /** With how many times the effort. */
  readonly factor: number;
}

/** Routes a sample again with more effort: how far the labels lie above what that finds. Throws E_BUDGET where the signal ended it. */
export async function checkLabels(dataset: Dataset, { card, labels }: Labelling, options: CheckOptions): Promise<LabelCard['quality']> {
  const { sample, factor, signal, onStart, onLabel } = options;
  if (sample === 0) return null;
  const picks = drawSample(dataset.count, sample, card.seed);
  const plan: LabelPlan = {
    ...card,
    iterations: card.iterations === null ? null : Math.round(card.iterations * factor),
    seconds: card.seconds === null ? null : card.seconds * factor,
  };
  onStart?.(picks.length);
  const better = new Map<number, Label>();
  const keep = (set: number, label: Label) => {
    better.set(set, label);
    onLabel?.();
  };
  await labelBy(options)(dataset, picks, plan, { signal, onLabel: keep });
  if (signal?.aborted)
    throw new NeoLrpError('E_BUDGET', 'interrupted in the quality check; repeat the command to make it, or add --check 0 to leave it out');
  return { sample: picks.length, factor, meanExcess: meanExcess(labels, better) };
}

/** The data set with its labels, all of which must be there, and the card that says how good they are. */
export function labelled(dataset: Dataset, { card, labels }: Labelling, quality: LabelCard['quality']): Dataset {
  const complete = completeLabels(dataset.count, labels);
  if (complete.missing) throw new NeoLrpError('E_DATASET', `${complete.missing.length} of ${dataset.count} labels are missing`);
  return withLabels(dataset, complete.labels, { ...card, quality });
}
