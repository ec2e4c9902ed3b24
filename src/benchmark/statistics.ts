/** Averages and quantiles. Those that end in `Of` skip missing values and return null if there are none. */
import { quantile as quantileOfSorted } from '../training/evaluate.ts';

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const quantile = (values: readonly number[], share: number): number => quantileOfSorted(Float64Array.from(values).sort(), share);

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quartiles = (values: readonly number[]) => ({
  lowerQuartile: quantile(values, 0.25),
  median: median(values),
  upperQuartile: quantile(values, 0.75),
});
export type Quartiles = Readonly<ReturnType<typeof quartiles>>;

const orNull =
  (of: (values: readonly number[]) => number) =>
  (values: readonly (number | null)[]): number | null => {
    const present = values.filter((value) => value !== null);
    return present.length > 0 ? of(present) : null;
  };

export const meanOf = orNull(mean);
export const medianOf = orNull(median);
