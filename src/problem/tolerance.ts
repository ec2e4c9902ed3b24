/** How much floating-point noise a feasible solution may carry: part of the problem's definition, so that nobody is stricter than the verifier. */

/** Sums taken in another order differ by this much at most. */
export const agrees = (stated: number, actual: number): boolean => Math.abs(stated - actual) <= 1e-6 + 1e-9 * Math.abs(actual);

/** The most that still counts as within `limit` (a capacity, a budget). */
export const withNoise = (limit: number): number => limit + 1e-9 * Math.max(1, limit);

export const exceeds = (amount: number, limit: number): boolean => amount > withNoise(limit);
