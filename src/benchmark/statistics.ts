/** Averages and quantiles. Those that end in `Of` skip missing values and return null if there are none. */
import { quantile as quantileOfSorted } from '../training/evaluate.ts';

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const quantile = (values: readonly number[], share: number): number => quantileOfSorted(Float64Array.from(values).sort(), share);

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const orNull =
  (of: (values: readonly number[]) => number) =>
  (values: readonly (number | null)[]): number | null =>
    present(values).length > 0 ? of(present(values)) : null;

export const meanOf = orNull(mean);
export const medianOf = orNull(median);
