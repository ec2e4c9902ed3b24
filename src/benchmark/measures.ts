/** What tables can show for a method on an instance. */
import type { Score } from './scores.ts';

export interface Measure {
  readonly label: string;
  readonly digits: number;
  readonly of: (score: Score) => number | null;
  /** A sentence for the caption, if the label needs one. */
  readonly words?: string;
}

export const gapMeasure: Measure = { label: 'gap', digits: 2, of: ({ gap }) => gap };
/** The time until depots and assignment are decided. */
export const allocationTime: Measure = { label: 'T_LA', digits: 2, of: ({ allocation }) => allocation };
export const totalTime: Measure = { label: 'T_total', digits: 2, of: ({ total }) => total };
export const predictionError: Measure = {
  label: 'E_pred',
  digits: 1,
  of: ({ predictionError }) => predictionError,
  words: 'E_pred: by how many percent the predicted routing cost of an open depot was off, on average.',
};
export const modelGap: Measure = {
  label: 'MIP gap',
  digits: 2,
  of: ({ modelGap }) => modelGap,
  words:
    "MIP gap: percent between the surrogate's objective and its bound when the allocation ended, over the instances whose runs all proved a bound within 10 %.",
};
