/** One capacitated vehicle routing problem in, its routes out. A CVRP is an instance with exactly one depot. */
import type { Instance } from '../problem/instance.ts';
import type { Route } from '../problem/solution.ts';
import type { Stop, StopReason } from '../run/stop.ts';

export interface RouterOptions {
  readonly stop: Stop;
  readonly seed: number;
}

export interface Routing {
  readonly routes: readonly Route[];
  readonly stop: StopReason;
  /** Proven lower bound on travel plus vehicle cost, from exact routers only. */
  readonly bound?: number;
}

export interface Router {
  readonly name: string;
  /** Of the program that answers, where it is not built in. */
  readonly version?: string;
  solve(cvrp: Instance, options: RouterOptions): Promise<Routing>;
  /** Several depots at once, whose customers rules bind to them; for those that share vehicles. Not every router can. */
  solveTogether?(instance: Instance, options: RouterOptions): Promise<Routing>;
}
