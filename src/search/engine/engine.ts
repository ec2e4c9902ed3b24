/** The working solution under the genetic search: takes routes in, improves them, gives them back. One engine, two makes. */
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import { createIndividual, type Individual } from '../population/individual.ts';
import type { Penalties } from '../population/penalties.ts';
import { LocalSearch } from './local-search.ts';
import { relocateDepots } from './moves/relocate-depots.ts';
import { RuinRecreate, refinement } from './ruin-recreate.ts';
import { RoutingState } from './state.ts';

export interface Engine {
  load(routes: readonly IndexedRoute[], open: Uint8Array, penalties: Penalties): void;
  /** Descends to a local optimum. */
  descend(seed: number): void;
  /** A short annealing by ruin and recreate; expects a feasible solution and leaves the best found. */
  refine(seed: number, iterations: number): void;
  /** A long annealing, in as many parts as one likes: begins at the solution loaded, which must be feasible. */
  startAnnealing(): void;
  /** One part, between two temperatures in mean arcs. */
  anneal(seed: number, iterations: number, hot: number, cold: number): void;
  /** The best solution of the annealing so far. */
  annealed(): Individual;
  /** Opens, closes and exchanges depots under the routes; true when anything changed. */
  relocateDepots(): boolean;
  toIndividual(): Individual;
}

/** In TypeScript throughout: knows every side constraint, and is the oracle of the kernel. */
export class PlainEngine implements Engine {
  private readonly state: RoutingState;
  private readonly localSearch: LocalSearch;
  private readonly ruinRecreate: RuinRecreate;
  private readonly interrupted: (() => boolean) | undefined;

  constructor(data: SearchData, interrupted?: () => boolean) {
    this.state = new RoutingState(data);
    this.localSearch = new LocalSearch(data);
    this.ruinRecreate = new RuinRecreate(data);
    this.interrupted = interrupted;
  }

  load(routes: readonly IndexedRoute[], open: Uint8Array, penalties: Penalties): void {
    this.state.load(routes, open, penalties);
  }

  descend(seed: number): void {
    this.localSearch.run(this.state, seed, this.interrupted);
  }

  refine(seed: number, iterations: number): void {
    this.startAnnealing();
    this.anneal(seed, iterations, refinement.hot, refinement.cold);
    this.state.replace(this.ruinRecreate.bestRoutes(this.state));
  }

  startAnnealing(): void {
    this.ruinRecreate.start(this.state);
  }

  anneal(seed: number, iterations: number, hot: number, cold: number): void {
    this.ruinRecreate.anneal(this.state, seed, iterations, hot, cold, this.interrupted);
  }

  annealed(): Individual {
    return createIndividual(this.state.data, this.ruinRecreate.bestRoutes(this.state), this.state.open);
  }

  relocateDepots(): boolean {
    // Reloading orders the routes as the kernel's copy does, so that both makes break ties alike.
    this.state.refreshAll();
    const changed = relocateDepots(this.state);
    this.state.refreshAll();
    return changed;
  }

  toIndividual(): Individual {
    return createIndividual(this.state.data, this.state.routes(), this.state.open);
  }
}
