/** Ctrl-C and SIGTERM: the first asks the run to finish, the second ends the process. */
import { setMaxListeners } from 'node:events';
import type { Output } from './output.ts';

/** Exit statuses as shells count them. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** `kept`: what becomes of the work so far; none to say nothing. */
export async function interruptible<T>(output: Output, kept: string | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // A batch of jobs has a listener for each part.
  setMaxListeners(0, controller.signal);
  const interrupt = (name: keyof typeof signals) => {
    if (controller.signal.aborted) process.exit(signals[name]);
    if (kept !== undefined) output.note(`stopping; ${kept} (Ctrl-C again to quit at once)`);
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
