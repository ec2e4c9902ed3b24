/** States of the search for tests of its parts, with an engine that notes what it is asked for. */
import type { DepotSet } from '../../src/problem/depot-set.ts';
import type { Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { coreModule } from '../../src/search/core-module.ts';
import { searchData } from '../../src/search/data.ts';
import { Engine } from '../../src/search/engine.ts';
import { type SearchParametersInput, searchParameters } from '../../src/search/parameters.ts';
import type { Penalties } from '../../src/search/population/penalties.ts';
import type { RouteList } from '../../src/search/routes.ts';
import { SearchState } from '../../src/search/search-state.ts';

export class NotingEngine extends Engine {
  /** Temperatures and iterations of each part of an annealing, refinements left out. */
  readonly parts: { readonly hot: number; readonly cold: number; readonly iterations: number }[] = [];
  /** First temperature of each annealing. */
  readonly annealings: number[] = [];
  readonly loaded: string[] = [];
  private fresh = false;
  private refining = false;

  override load(routes: RouteList, open: DepotSet, penalties: Penalties): void {
    this.loaded.push(open.join(''));
    super.load(routes, open, penalties);
  }

  override refine(seed: number, iterations: number): void {
    this.refining = true;
    super.refine(seed, iterations);
    this.refining = false;
  }

  override startAnnealing(): void {
    this.fresh = !this.refining;
    super.startAnnealing();
  }

  override anneal(seed: number, iterations: number, hot: number, cold: number): void {
    if (!this.refining) this.parts.push({ hot, cold, iterations });
    if (this.fresh) this.annealings.push(hot);
    this.fresh = false;
    super.anneal(seed, iterations, hot, cold);
  }
}

export interface StateOptions {
  readonly depotSets?: readonly DepotSet[];
  readonly parameters?: SearchParametersInput;
  readonly spent?: (iterations: number) => number;
}

/** On all depots unless told otherwise. */
export async function stateOn(instance: Instance, { depotSets, parameters, spent = () => 0 }: StateOptions = {}) {
  const data = searchData(instance);
  const engine = new NotingEngine(data, await coreModule(data));
  const all = new Uint8Array(data.m).fill(1);
  const state = new SearchState(data, new Random(1), engine, depotSets ?? [all], searchParameters(parameters), spent);
  return { state, engine, data };
}
