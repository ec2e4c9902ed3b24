/** Ctrl-C and SIGTERM: the first asks the run to finish, the second ends the process. */

import { setMaxListeners } from 'node:events';

/** Exit statuses as shells count them. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const;

export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>, onInterrupt: () => void): Promise<T> {
  const controller = new AbortController();
  // A study has as many listeners as it has parts under way.
  setMaxListeners(0, controller.signal);
  const interrupt = (name: keyof typeof signals) => {
    if (controller.signal.aborted) process.exit(signals[name]);
    onInterrupt();
    controller.abort();
  };
  const names = Object.keys(signals) as (keyof typeof signals)[];
  for (const name of names) process.on(name, interrupt);
  try {
    return await run(controller.signal);
  } finally {
    for (const name of names) process.off(name, interrupt);
  }
}
