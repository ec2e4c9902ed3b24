/**
 * How much floating-point noise a feasible solution may carry: part of the problem's definition, so that nobody is stricter or laxer than
 * the verifier. It is relative, since loads and costs come in any unit.
 */
const noise = 1e-9;

/** Sums taken in another order differ by this much at most. */
export const agrees = (stated: number, actual: number): boolean =>
  Math.abs(stated - actual) <= noise * Math.max(Math.abs(stated), Math.abs(actual));

/** The most that still counts as within `limit` (a capacity, a budget). */
export const withNoise = (limit: number): number => limit * (1 + noise);

/** For those who keep running sums, which drift: the other half of the noise is left to the drift. */
export const withHalfNoise = (limit: number): number => limit * (1 + noise / 2);

export const exceeds = (amount: number, limit: number): boolean => amount > withNoise(limit);
