/**
 * Labels for a whole data set, or for one shard of it. Every label is logged at once, so that a killed run continues when it is repeated,
 * and the logs of shards from several machines can be merged.
 */

import { NeoLrpError } from '../problem/errors.ts';
import { formatNumber } from '../report/number.ts';
import { StopWatch } from '../run/stop.ts';
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
  /** Called before the first label with the number of labels to make. */
  readonly onStart?: (wanted: number) => void;
  readonly onLabel?: () => void;
}

export interface LabellingOptions extends Labour {
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

const labelBy = ({ threads, label }: Labour): LabelSomewhere =>
  label ?? ((dataset, picks, plan, work) => labelOnThreads(dataset, picks, plan, { threads, ...work }));

/** Throws E_BUDGET where the signal ended it. */
export async function labelDataset(dataset: Dataset, plan: LabelPlan, options: LabellingOptions): Promise<Labelling> {
  const { shard = [1, 1], signal, onEarlier, onStart, onLabel } = options;
  const card: LabelCard = { ...plan, quality: null };
  const log = await LabelLogFile.open(options.log, dataset, card);
  const watch = new StopWatch({});
  try {
    if (log.labels.size > 0) onEarlier?.(log.labels.size);
    const wanted = [...shardOf(dataset.count, ...shard)].filter((index) => !log.labels.has(index));
    onStart?.(wanted.length);
    const keep = async (set: number, label: Label) => {
      await log.append(set, label);
      onLabel?.();
    };
    await labelBy(options)(dataset, wanted, plan, { signal, onLabel: keep });
    if (!signal?.aborted) return { card, labels: log.labels, made: wanted.length, seconds: watch.elapsed() };
  } finally {
    await log.close();
  }
  const reason = `interrupted with ${formatNumber(log.labels.size)} labels in the log; repeat the command to continue`;
  throw new NeoLrpError('E_BUDGET', reason, { file: options.log });
}

/** The labels of all shards; throws if some are missing. */
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
  readonly sample: number;
  /** How many times the effort. */
  readonly factor: number;
}

/** Routes a sample again with more effort, to see how far the labels are above that. Throws E_BUDGET if the signal ends it. */
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
    throw new NeoLrpError('E_BUDGET', 'interrupted during the quality check; repeat the command to run it, or add --check 0 to skip it');
  return { sample: picks.length, factor, meanExcess: meanExcess(labels, better) };
}

/** The data set with all of its labels, and the card that says how good they are. */
export function labelled(dataset: Dataset, { card, labels }: Labelling, quality: LabelCard['quality']): Dataset {
  const complete = completeLabels(dataset.count, labels);
  if (complete.missing) throw new NeoLrpError('E_DATASET', `${complete.missing.length} of ${dataset.count} labels are missing`);
  return withLabels(dataset, complete.labels, { ...card, quality });
}
