/** What files of benchmarks state where there is no limit in time or distance. */
import type { Instance } from '../problem/instance.ts';

/** Longer than any plan lasts or drives, unless `mayReachEnd`. */
export const noEnd = 1e9;

/** Where a unit of distance takes a unit of time. */
export function mayReachEnd({ depots, customers, travel }: Instance): boolean {
  const most = (values: readonly number[]) => values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  const arc =
    travel.kind === 'matrix'
      ? most(travel.values.flat().map((value) => value ?? 0))
      : 3 * most([...depots, ...customers].flatMap(({ x, y }) => [x, y])) + 1;
  const busy = customers.reduce((sum, { serviceTime = 0, timeWindows = [] }) => sum + serviceTime + (timeWindows[0]?.[0] ?? 0), 0);
  return most(depots.map(({ openingHours: [from] = [0, 0] }) => from)) + busy + 2 * customers.length * arc >= noEnd;
}
