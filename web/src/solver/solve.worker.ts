/** The worker that solves: the library's own pipeline, with progress for the page. */
import { defaultModel, handleRequests, type Solution, type SolveProgress, solve } from '../../../src/page.ts';
import { isPlanProgress, type PlanProgress, type RunRequest, versions } from './protocol.ts';
import { loadSurrogate, methodNamed } from './sources.ts';

/** Milliseconds between two reports: as often as an eye can follow. */
const reportEvery = 80;

// Ready before it is needed; the run that needs it reports a failure.
loadSurrogate(defaultModel).catch(() => {});

handleRequests<RunRequest, SolveProgress, Solution>(async ({ instance, options }, report, signal) => {
  const { method, seconds, iterations, auto, ...rest } = options;
  const { decide } = await methodNamed(method);
  return solve(instance, { ...rest, stop: { seconds, iterations, auto, signal }, decide, versions, onProgress: throttled(report) });
});

/** Passes on every new stage at once, and anything else now and then. A plan found in between goes with the next report. */
function throttled(report: (progress: SolveProgress) => void): (progress: SolveProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  let stage: SolveProgress['stage'] | undefined;
  let plan: PlanProgress['routes'];
  return (progress) => {
    if (isPlanProgress(progress)) plan = progress.routes ?? plan;
    const now = performance.now();
    if (progress.stage === stage && now < last + reportEvery) return;
    [last, stage] = [now, progress.stage];
    if (!isPlanProgress(progress)) return report(progress);
    report({ ...progress, routes: plan });
    plan = undefined;
  };
}
