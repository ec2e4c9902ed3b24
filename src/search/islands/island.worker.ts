/** An island: a search of its own in a worker, from its first round to its last. */
import { handleRequests } from '../../parallel/worker.ts';
import type { Instance } from '../../problem/instance.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import { sharedClock } from '../../run/clock.ts';
import { type StopReason, StopWatch } from '../../run/stop.ts';
import type { SearchEvidence } from '../evidence.ts';
import { HybridSearch, type SearchProgress } from '../hybrid-search.ts';
import type { SearchParameters } from '../parameters.ts';

export interface Round {
  /** Sent with the first round: what the island starts from. */
  readonly begin?: {
    readonly instance: Instance;
    readonly seed: number;
    readonly start: readonly (readonly IndexedRoute[])[];
    readonly parameters: SearchParameters;
    /** Descents that the island is given in all. */
    readonly iterations?: number;
    readonly auto?: boolean;
  };
  /** Solutions from other islands. */
  readonly immigrants: readonly (readonly IndexedRoute[])[];
  /** When the round ends, and when the whole run does, on the shared clock. Only the latter interrupts a descent. */
  readonly until?: number;
  readonly end?: number;
  /** Descents of the island since it was started, after which the round is over. */
  readonly iterations?: number;
  readonly stall?: number;
  readonly target?: number;
}

export interface RoundResult {
  readonly iterations: number;
  readonly sinceImprovement: number;
  readonly evidence: SearchEvidence;
  readonly stop: StopReason;
}

let island: HybridSearch | undefined;

handleRequests<Round, SearchProgress, RoundResult>(async (round, onProgress) => {
  const { begin, immigrants, until, end, iterations, stall, target } = round;
  const secondsTo = (time: number | undefined) => (time === undefined ? undefined : (time - sharedClock()) / 1000);
  if (begin) {
    const watch = new StopWatch({ iterations: begin.iterations, seconds: secondsTo(end), auto: begin.auto });
    island = await HybridSearch.begin(begin.instance, { ...begin, watch });
  }
  if (!island) throw new Error('a round before the island was started');
  for (const routes of immigrants) island.addSolution(routes);
  const watch = new StopWatch({ seconds: secondsTo(until), iterations, stall, target });
  const stop = await island.run(watch, { grace: until === end, onProgress });
  return { iterations: island.iterations, sinceImprovement: island.fruitless, evidence: island.evidence, stop };
});
