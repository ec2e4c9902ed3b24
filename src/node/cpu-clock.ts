import { sharedClock } from '../run/clock.ts';

/** CPU seconds of this process, all of its threads together: a budget that a busy machine does not shorten. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Milliseconds in which a thread cannot have spent more CPU time than a budget tolerates. */
const stale = 0.5;
let readAt = Number.NEGATIVE_INFINITY;
let latest = 0;

/** The same for budgets, which are looked at so often that asking the system each time would cost a search 6 % of its time. */
export function cpuClock(): number {
  const now = sharedClock();
  if (now - readAt < stale) return latest;
  readAt = now;
  latest = cpuSeconds();
  return latest;
}
