/**
 * The engine with its hot part in WebAssembly (src/kernels/assembly/search). Same answers to the bit as `PlainEngine`, 2.0 to 3.0
 * times as fast over the first 150 steps of a search (bench/kernel). Rules that couple customers stay with the plain engine.
 */
import { searchKernel } from '../../kernels/search-kernel.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import { createIndividual, type Individual, paysOpening } from '../population/individual.ts';
import type { Penalties } from '../population/penalties.ts';
import type { Engine } from './engine.ts';
import { relocateDepots } from './moves/relocate-depots.ts';
import { coolingOver, nearestDepots, refinement } from './ruin-recreate.ts';
import { RoutingState } from './state.ts';

export class KernelEngine implements Engine {
  private readonly data: SearchData;
  private readonly kernel: ReturnType<typeof searchKernel>;
  private readonly open: Uint8Array;
  private penalties: Penalties = { vehicle: 0, depot: 0, rule: 0 };
  /** Depot moves work on a copy: they are rare, and read every route anyway. */
  private readonly state: RoutingState;

  constructor(data: SearchData, interrupted?: () => boolean) {
    const { n, m, slots, stride, degree } = data;
    this.data = data;
    this.open = new Uint8Array(m);
    this.state = new RoutingState(data);
    this.kernel = searchKernel({ customers: n, depots: m, slots, stride, degree }, interrupted ?? (() => false));
    const { arrays, configure } = this.kernel;
    arrays.cost.set(data.cost);
    arrays.x.set(data.x);
    arrays.y.set(data.y);
    arrays.demand.set(data.demand);
    arrays.depotCapacity.set(data.depotCapacity);
    arrays.openingCost.set(data.openingCost);
    arrays.neighbours.set(data.neighbours);
    arrays.allowed.set(data.rules.allowed);
    arrays.nearestDepot.set(nearestDepots(data));
    arrays.depotOrder.set(data.depotOrder);
    configure(data.symmetric, data.rules.restricts, data.vehicleCapacity, data.vehicleCost, data.epsilon);
  }

  /** Whether the kernel honours all that the instance asks for. */
  static fits(data: SearchData): boolean {
    return !data.rules.couples && !data.rules.restricts;
  }

  load(routes: readonly IndexedRoute[], open: Uint8Array, penalties: Penalties): void {
    const { arrays, loadRoutes, price } = this.kernel;
    this.open.set(open);
    this.penalties = penalties;
    let at = 1;
    let count = 0;
    for (const { depot, stops } of routes) {
      if (stops.length === 0) continue;
      count++;
      this.open[depot] = 1;
      arrays.routes[at++] = depot;
      arrays.routes[at++] = stops.length;
      arrays.routes.set(stops, at);
      at += stops.length;
    }
    arrays.routes[0] = count;
    for (let d = 0; d < this.data.m; d++) {
      arrays.open[d] = this.open[d];
      arrays.alwaysPaid[d] = Number(paysOpening(this.data, this.open, d, false));
    }
    price(penalties.vehicle, penalties.depot);
    loadRoutes();
  }

  descend(seed: number): void {
    this.kernel.localSearch(seed);
  }

  refine(seed: number, iterations: number): void {
    this.startAnnealing();
    this.anneal(seed, iterations, refinement.hot, refinement.cold);
    this.kernel.saveBest();
    this.kernel.loadRoutes();
  }

  startAnnealing(): void {
    this.kernel.startAnnealing();
  }

  anneal(seed: number, iterations: number, hot: number, cold: number): void {
    this.kernel.anneal(seed, iterations, hot, coolingOver(iterations, hot, cold));
  }

  annealed(): Individual {
    this.kernel.saveBest();
    return createIndividual(this.data, this.savedRoutes(), this.open);
  }

  relocateDepots(): boolean {
    this.state.load(this.routes(), this.open, this.penalties);
    const changed = relocateDepots(this.state);
    this.load(this.state.routes(), this.state.open, this.penalties);
    return changed;
  }

  toIndividual(): Individual {
    return createIndividual(this.data, this.routes(), this.open);
  }

  private routes(): IndexedRoute[] {
    this.kernel.saveRoutes();
    return this.savedRoutes();
  }

  private savedRoutes(): IndexedRoute[] {
    const { arrays } = this.kernel;
    const routes: IndexedRoute[] = [];
    for (let count = arrays.routes[0], at = 1; count > 0; count--) {
      const depot = arrays.routes[at++];
      const size = arrays.routes[at++];
      routes.push({ depot, stops: arrays.routes.slice(at, at + size) });
      at += size;
    }
    return routes;
  }
}
