/** Ctrl-C: the first asks the run to come to an end, the second ends it. */

export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>, onInterrupt: () => void): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    onInterrupt();
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  try {
    return await run(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}
