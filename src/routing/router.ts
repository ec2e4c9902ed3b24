/** One capacitated vehicle routing problem in, its routes out. A CVRP is an instance with exactly one depot. */
import type { Instance } from '../problem/instance.ts';
import type { Route } from '../problem/solution.ts';
import type { Stop, StopReason } from '../run/stop.ts';

/** What a router is told. */
export interface RouterOptions {
  /** When the run ends. */
  readonly stop: Stop;
  /** Seed of all random numbers. */
  readonly seed: number;
}

/** What a router answers. */
export interface Routing {
  /** A round trip for each vehicle. */
  readonly routes: readonly Route[];
  /** Why it ended. */
  readonly stop: StopReason;
  /** Proven lower bound on travel plus vehicle cost, from exact routers only. */
  readonly bound?: number;
}

/** Finds the routes of one depot. Write one of your own, or take `hgsRouter` or `findRouter(name)`. */
export interface Router {
  /** How results name it. */
  readonly name: string;
  /** Of the program that answers, where it is not built in. */
  readonly version?: string;
  /** Routes an instance of one depot. */
  solve(cvrp: Instance, options: RouterOptions): Promise<Routing>;
  /** Several depots at once, whose customers rules bind to them; for those that share vehicles. Not every router can. */
  solveTogether?(instance: Instance, options: RouterOptions): Promise<Routing>;
}
