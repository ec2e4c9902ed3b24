/** The thread that solves: the library's own pipeline, and news of it for the page. */
import { defaultModel, type SolveProgress, solve } from '../../../src/index.ts';
import { type FromSolver, faultOf, isPlanNews, type PlanNews, type RunOptions, type ToSolver } from './protocol.ts';
import { loadSurrogate, methodNamed } from './sources.ts';

/** Milliseconds between two reports: as often as an eye can follow. */
const reportEvery = 80;

const post = (message: FromSolver) => self.postMessage(message);
let abort = new AbortController();
// At hand when it is needed; a failure is told then.
loadSurrogate(defaultModel).catch(() => {});

self.addEventListener('message', ({ data }: MessageEvent<ToSolver>) => {
  if (data.kind === 'stop') abort.abort();
  else void run(data);
});

async function run({ instance, options }: Extract<ToSolver, { kind: 'solve' }>): Promise<void> {
  abort = new AbortController();
  const reporter = new Reporter();
  try {
    const { decide, notes } = await methodNamed(options.method);
    const solution = await solve(instance, {
      ...options,
      stop: stopOf(options),
      decide,
      notes,
      onProgress: (progress) => reporter.hear(progress),
      versions: { 'neo-lrp': __VERSION__, browser: navigator.userAgent },
    });
    post({ kind: 'solved', solution });
  } catch (error) {
    post({ kind: 'failed', fault: faultOf(error) });
  }
}

const stopOf = ({ seconds, iterations }: RunOptions) => ({ seconds, iterations, signal: abort.signal });

/** Tells the latest now and then, and every new stage at once; a plan found in between is not lost, but told with the next report. */
class Reporter {
  private last = Number.NEGATIVE_INFINITY;
  private stage: SolveProgress['stage'] | undefined;
  private plan: PlanNews['routes'];

  hear(progress: SolveProgress): void {
    if (isPlanNews(progress)) this.plan = progress.routes ?? this.plan;
    const now = performance.now();
    if (progress.stage === this.stage && now < this.last + reportEvery) return;
    this.last = now;
    this.stage = progress.stage;
    post({ kind: 'progress', progress: isPlanNews(progress) ? { ...progress, routes: this.plan } : progress });
    // A plan found while nothing more is told of plans waits for the next that is.
    if (isPlanNews(progress)) this.plan = undefined;
  }
}
