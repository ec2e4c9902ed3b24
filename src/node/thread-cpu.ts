/** CPU seconds of the thread that asks. */
import { readFileSync } from 'node:fs';

/** Nanoseconds on the CPU come first (Linux). */
const schedule = '/proc/thread-self/schedstat';
const microseconds = () => (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.();

/** How to read it; undefined where neither Node nor the system tells. */
export function threadCpuClock(): (() => number) | undefined {
  if (microseconds()) return () => ((usage) => (usage ? (usage.user + usage.system) / 1e6 : 0))(microseconds());
  const read = () => Number.parseInt(readFileSync(schedule, 'latin1'), 10) / 1e9;
  try {
    return Number.isFinite(read()) ? read : undefined;
  } catch {
    return undefined;
  }
}
