/**
 * The search on several threads: one island each, which send their best around a ring.
 *
 * Under a time budget an island goes on as soon as its round is over. Without one all wait for each other after equally many descents, so
 * that the same seed, threads and iteration budget give the same result on any machine.
 */
import { Worker, WorkerClient } from '../../parallel/worker.ts';
import { requireFeasible } from '../../problem/feasibility.ts';
import type { Instance } from '../../problem/instance.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import { sharedClock } from '../../run/clock.ts';
import { Random } from '../../run/random.ts';
import { lateness, type StopReason, StopWatch } from '../../run/stop.ts';
import { requireSize } from '../data.ts';
import { mergedEvidence, type SearchEvidence } from '../evidence.ts';
import type { SearchProgress } from '../hybrid-search.ts';
import { type SearchParameters, searchParameters } from '../parameters.ts';
import { lastResort, requireEnd, type SearchOptions, type SearchResult, search } from '../search.ts';
import type { Round, RoundResult } from './island.worker.ts';

export interface ParallelOptions extends SearchOptions {
  readonly threads?: number;
  /** Another worker that speaks the same protocol; tests break it on purpose. */
  readonly spawn?: () => Worker;
}

/** What a search on one thread takes. */
const aloneOf = ({ threads: _, spawn: __, ...alone }: ParallelOptions): SearchOptions => alone;

export interface ParallelResult extends SearchResult {
  /** Why islands were lost, if any. The best solutions that they had reported are kept. */
  readonly lost: readonly string[];
}

/** Seconds below which workers cost more than they gain. */
const worthWorkers = 0.5;
/** Customers above which a single step takes longer than a caller wants to wait after an abort. */
const longSteps = 1000;
/**
 * An island is sent its neighbour's best only after this many descents without a better solution: earlier, the immigrant's offspring crowd out
 * what the island is about to find (docs/lab/search-parameters.md).
 */
const stuckAfter = 1000;
/** Seconds between two looks at that, and descents where no clock counts. */
const exchangeEvery = (seconds: number) => Math.max(0.05, Math.min(1, 0.02 * seconds));
const exchangeDescents = 200;

/** `stop.iterations` and `stop.stall` count the descents of each island; those of the result are of all. */
export async function searchParallel(instance: Instance, options: ParallelOptions): Promise<ParallelResult> {
  const { stop, threads = 1 } = options;
  requireEnd(stop);
  requireSize(instance);
  requireFeasible(instance);
  const worthwhile = threads > 1 && (stop.seconds ?? Number.POSITIVE_INFINITY) >= worthWorkers;
  const inProcess = stop.clock !== undefined || (!worthwhile && instance.customers.length <= longSteps);
  if (inProcess) return { ...(await search(instance, aloneOf(options))), lost: [] };
  const archipelago = new Archipelago(instance, options, Math.max(1, threads));
  try {
    return await archipelago.search();
  } finally {
    archipelago.close();
  }
}

interface IslandBest {
  readonly cost: number;
  readonly routes: readonly IndexedRoute[];
}

class Island {
  /** Why it was lost. */
  lost: string | undefined;
  best: IslandBest | undefined;
  iterations = 0;
  sinceImprovement = 0;
  evidence: SearchEvidence | undefined;
  settled = 0;
  started = false;
  /** The last solution that it was sent. */
  immigrant: IslandBest | undefined;

  constructor(
    readonly index: number,
    readonly client: WorkerClient<Round, SearchProgress, RoundResult>,
    readonly seed: number,
  ) {}
}

class Archipelago {
  private readonly islands: readonly Island[];
  private readonly watch: StopWatch;
  private readonly parameters: SearchParameters;
  /** Ends all rounds under way. */
  private readonly halt = new AbortController();
  private shown: SearchProgress | undefined;

  constructor(
    private readonly instance: Instance,
    private readonly options: ParallelOptions,
    threads: number,
  ) {
    this.watch = new StopWatch(options.stop);
    this.parameters = searchParameters(options.parameters);
    const spawn = options.spawn ?? (() => new Worker(new URL('./island.worker.js', import.meta.url), { type: 'module' }));
    const { seed = 1 } = options;
    const random = new Random(seed);
    this.islands = Array.from(
      { length: threads },
      (_, k) => new Island(k, new WorkerClient(spawn), k === 0 ? seed : random.split(k).uint32()),
    );
  }

  async search(): Promise<ParallelResult> {
    const { signal, seconds, auto } = this.options.stop;
    const abort = () => this.halt.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const reason = await (seconds === undefined || auto ? this.inStep() : this.freely());
      return await this.conclude(reason);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  close(): void {
    for (const { client } of this.islands) client.close();
  }

  private get alive(): readonly Island[] {
    return this.islands.filter((island) => island.lost === undefined);
  }

  /** Lowest cost; of equals, the first island's, however the messages came in. */
  private get best(): IslandBest | undefined {
    return this.islands.reduce<IslandBest | undefined>(
      (best, island) => (island.best && (!best || island.best.cost < best.cost) ? island.best : best),
      undefined,
    );
  }

  private get iterations(): number {
    return this.islands.reduce((sum, island) => sum + island.iterations, 0);
  }

  /** Why to stop after a round, if at all. */
  private reason(): StopReason | undefined {
    const { alive } = this;
    if (alive.length === 0) return this.halt.signal.aborted ? 'aborted' : undefined;
    const least = (of: (island: Island) => number) => Math.min(...alive.map(of));
    return this.watch.reason(
      least((island) => island.iterations),
      least((island) => island.sinceImprovement),
      this.best?.cost ?? Number.POSITIVE_INFINITY,
      alive.every(({ evidence }) => evidence?.settled === 1),
    );
  }

  /** Rounds of equally many descents, with a barrier after each. */
  private async inStep(): Promise<StopReason | undefined> {
    const { iterations = Number.POSITIVE_INFINITY, stall, target } = this.options.stop;
    const step = Math.min(exchangeDescents, stall ?? Number.POSITIVE_INFINITY);
    const left = this.watch.remaining();
    const end = left === Number.POSITIVE_INFINITY ? undefined : sharedClock() + 1000 * left;
    for (let reach = step; this.alive.length > 0; reach += step) {
      const rounds = this.alive.map((island) => ({
        island,
        round: this.roundFor(island, { iterations: Math.min(reach, iterations), target, until: end, end }),
      }));
      await Promise.all(rounds.map(({ island, round }) => this.play(island, round)));
      const reason = this.reason();
      if (reason) return reason;
    }
    return this.reason();
  }

  /** Each island at its own pace until the time is over; the first to see another criterion met ends it for all. */
  private async freely(): Promise<StopReason | undefined> {
    const { seconds = 0, iterations = Number.POSITIVE_INFINITY, target } = this.options.stop;
    const end = sharedClock() + 1000 * this.watch.remaining();
    const pause = 1000 * exchangeEvery(seconds);
    let reason: StopReason | undefined;
    const runFreely = async (island: Island) => {
      while (island.lost === undefined && island.iterations < iterations) {
        const next = sharedClock() + pause;
        // No last round too short for more than taking in an immigrant.
        const until = next + 0.5 * pause > end ? end : next;
        await this.play(island, this.roundFor(island, { until, end, iterations, target }), end - sharedClock() + 1000 * lateness(seconds));
        reason ??= this.reason();
        if (reason && reason !== 'time') this.halt.abort();
        if (reason || until === end) return;
      }
    };
    await Promise.all(this.islands.map(runFreely));
    return reason ?? (this.alive.length > 0 ? 'time' : undefined);
  }

  /** Includes the neighbour's best if it is new and the island is stuck. */
  private roundFor(island: Island, round: Omit<Round, 'immigrants' | 'begin'>): Round {
    const { alive, instance, options, parameters } = this;
    const { best } = alive[(alive.indexOf(island) + alive.length - 1) % alive.length];
    const isStuck = island.sinceImprovement >= stuckAfter;
    const isNew = isStuck && best !== undefined && best !== island.immigrant && best.cost !== island.best?.cost;
    if (isNew) island.immigrant = best;
    const { seed, started } = island;
    const { iterations, auto } = options.stop;
    island.started = true;
    return {
      ...round,
      immigrants: isNew ? [best.routes] : [],
      ...(!started && { begin: { instance, seed, start: options.start ?? [], iterations, auto, parameters } }),
    };
  }

  private async play(island: Island, round: Round, limit?: number): Promise<void> {
    const outcome = await island.client.ask(round, {
      limit,
      signal: this.halt.signal,
      onProgress: (progress) => this.report(island, progress),
    });
    if (outcome.kind === 'failed') island.lost = `island ${island.index + 1} of ${this.islands.length} was lost: ${outcome.reason}`;
    else if (outcome.kind === 'reply') {
      island.iterations = outcome.reply.iterations;
      island.sinceImprovement = outcome.reply.sinceImprovement;
      island.evidence = outcome.reply.evidence;
    }
  }

  /** Shows the best of all islands; routes only where they are better than all before. */
  private report(island: Island, progress: SearchProgress): void {
    const { cost, feasible, iterations, routes, settled = 0 } = progress;
    island.iterations = iterations;
    island.settled = settled;
    if (routes) island.best = { cost, routes };
    const { shown } = this;
    const isBetter = !shown || (feasible && !shown.feasible) || (feasible === shown.feasible && cost <= shown.cost);
    if (isBetter) this.shown = progress;
    this.options.onProgress?.({
      ...(this.shown ?? progress),
      seconds: this.watch.elapsed(),
      iterations: this.iterations,
      settled: Math.min(...this.alive.map((island) => island.settled)),
      routes: isBetter ? routes : undefined,
    });
  }

  /** With no island left, the search goes on in this thread from the best reported. */
  private async conclude(reason: StopReason | undefined): Promise<ParallelResult> {
    const lost = this.islands.flatMap((island) => island.lost ?? []);
    const { best, iterations, instance, options, watch } = this;
    if (reason === undefined) {
      const found = await search(instance, { ...aloneOf(options), stop: watch.rest(), start: best ? [best.routes] : options.start });
      return { ...found, iterations: iterations + found.iterations, lost };
    }
    if (!best) return { ...lastResort(instance, iterations, reason, watch, options), lost };
    const evidence = mergedEvidence(this.islands.flatMap((island) => island.evidence ?? []));
    return { routes: best.routes, cost: best.cost, iterations, stop: reason, evidence, lost };
  }
}
