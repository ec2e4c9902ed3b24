/** The smallest and the largest of many numbers. */

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A loop, because spreading tens of thousands of arguments into Math.min overflows the stack. */
export function rangeOf(values: readonly number[]): Range {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}
