/** The core of the search (core/, in WebAssembly): the build that an instance needs, and its arrays as views on linear memory. */
import type { SearchData } from './data.ts';
import { builds } from './generated/index.ts';

type BuildName = keyof typeof builds;
type Address = WebAssembly.Global<'i32'>;

/** What core/index.ts exports; `bool` goes in as a number and comes out as one. */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  readonly cost: Address;
  readonly lengths: Address;
  readonly vectors: Address;
  readonly x: Address;
  readonly y: Address;
  readonly demand: Address;
  readonly depotCapacity: Address;
  readonly openingCost: Address;
  readonly neighbours: Address;
  readonly nearestDepot: Address;
  readonly depotOrder: Address;
  readonly lockedOpen: Address;
  readonly lockedClosed: Address;
  readonly open: Address;
  readonly routes: Address;
  readonly allowed: Address;
  readonly group: Address;
  readonly mate: Address;
  readonly foesFrom: Address;
  readonly foes: Address;
  allocate(customers: number, depots: number, slots: number, stride: number, degree: number, foes: number, lengthsApart: boolean): void;
  configure(
    symmetric: boolean,
    vehicleCapacity: number,
    vehicleCost: number,
    epsilon: number,
    minOpen: number,
    maxOpen: number,
    openingBudget: number,
  ): void;
  configureTravel(scale: number, costPerDistance: number, rounding: number): void;
  limitLength(limit: number): void;
  penalise(vehicle: number, depot: number, rule: number, length: number): void;
  loadRoutes(): void;
  saveRoutes(): void;
  descend(seed: number): void;
  startAnnealing(): void;
  anneal(seed: number, iterations: number, hot: number, cooling: number): void;
  /** Writes the best solution of the annealing to `routes`. */
  saveBest(): void;
  /** Once all data are there. */
  findExchanges(): void;
  relocateDepots(): number;
}

const compiled = new Map<BuildName, Promise<WebAssembly.Module>>();

/** The build without what the instance does not need, so that plain instances pay for nothing else. */
function buildFor({ travel, rules, lengthLimit }: SearchData): BuildName {
  const ruled = rules.couples || rules.restricts ? 'rules' : 'plain';
  return `${travel.source.kind}-${lengthLimit < Number.POSITIVE_INFINITY ? 'limits' : ruled}`;
}

/** Loaded when first needed, and compiled once. */
export function coreModule(data: SearchData): Promise<WebAssembly.Module> {
  const name = buildFor(data);
  const known = compiled.get(name);
  if (known) return known;
  const module = builds[name]().then(({ bytes }) => WebAssembly.compile(Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))));
  compiled.set(name, module);
  return module;
}
