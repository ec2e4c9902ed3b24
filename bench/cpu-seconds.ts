/** CPU seconds of this process, all of its threads together: a budget that a busy machine does not shorten. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
