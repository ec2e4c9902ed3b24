/** Progress of countable work: how much is done, how fast, how long it will still take. */

import { formatNumber, formatPercent } from '../report/number.ts';
import { StopWatch } from '../run/stop.ts';
import type { TrainingProgress } from '../training/train.ts';
import type { Output } from './output.ts';

const terminalEvery = 0.2;
/** Seconds between two lines in a log. */
const logEvery = 60;

export class WorkProgress {
  private readonly watch = new StopWatch({});
  private shown = 0;
  private done = 0;

  constructor(
    private readonly output: Output,
    private readonly total: number,
    private readonly noun: string,
    /** What else there is to say. */
    private readonly remark: () => string = () => '',
  ) {}

  advance(remark = this.remark()): void {
    this.done++;
    const elapsed = this.watch.elapsed();
    if (elapsed - this.shown < (process.stderr.isTTY ? terminalEvery : logEvery)) return;
    this.shown = elapsed;
    const rate = this.done / elapsed;
    const line = `${formatNumber(this.done)} of ${formatNumber(this.total)} ${this.noun} · ${rate.toPrecision(3)} a second · ${formatDuration((this.total - this.done) / rate)} left${remark}`;
    if (process.stderr.isTTY) this.output.progress(line);
    else this.output.note(line);
  }
}

/** 42 s, 7 min, 3 h 20 min. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A line about an epoch of training. */
export function describeEpoch(progress: TrainingProgress): string {
  const { epoch, epochs, trainLoss, validationError, validationMedian, rowsPerSecond, seconds, best } = progress;
  return [
    `epoch ${epoch} of ${epochs}: loss ${trainLoss.toPrecision(4)}, validation ${formatPercent(validationError)}, median ${formatPercent(validationMedian)}${best ? ' *' : ''}`,
    `${formatNumber(Math.round(rowsPerSecond))} rows/s`,
    `${formatDuration((seconds / epoch) * (epochs - epoch))} left`,
  ].join(' · ');
}
