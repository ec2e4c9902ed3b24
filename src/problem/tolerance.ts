/**
 * How much floating-point noise a feasible solution may carry. It is part of the problem's definition, so that every solver is exactly as
 * strict as the verifier; it is relative, since loads and costs come in any unit.
 */
const noise = 1e-9;

/** Sums in a different order differ by at most this much. */
export const agrees = (stated: number, actual: number): boolean =>
  Math.abs(stated - actual) <= noise * Math.max(Math.abs(stated), Math.abs(actual));

/** The most that still counts as within `limit` (a capacity, a budget). */
export const withNoise = (limit: number): number => limit * (1 + noise);

/** For running sums: the other half of the noise is left for their drift. */
export const withHalfNoise = (limit: number): number => limit * (1 + noise / 2);

export const exceeds = (amount: number, limit: number): boolean => amount > withNoise(limit);
