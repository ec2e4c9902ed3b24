/** The longest task of the page's main thread while something is done, in milliseconds of CPU: what others do on the machine does not count. */
import type { CDPSession, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's CPU. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'];

export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', { traceConfig: { includedCategories: categories, excludedCategories: ['*'] } });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const mainThreads = new Set(events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.ph === 'X' && /RunTask/.test(event.name) && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('Chromium told of no task at all');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
