/** Averages and quantiles. Those that end in `Of` leave out what is not there, and are null for nothing. */

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Linear between order statistics (type 7 of Hyndman & Fan 1996), as numpy and R do. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const orNull =
  (of: (values: readonly number[]) => number) =>
  (values: readonly (number | null)[]): number | null =>
    present(values).length > 0 ? of(present(values)) : null;

export const meanOf = orNull(mean);
export const medianOf = orNull(median);
