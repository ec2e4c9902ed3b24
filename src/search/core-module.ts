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
  readonly durations: Address;
  readonly rivals: Address;
  readonly rivalsFrom: Address;
  readonly typeCapacity: Address;
  readonly fixedCost: Address;
  readonly surcharge: Address;
  readonly costPerTime: Address;
  readonly typeMaxDistance: Address;
  readonly maxDuration: Address;
  readonly maxStops: Address;
  readonly slowness: Address;
  readonly available: Address;
  readonly availableAt: Address;
  readonly earliest: Address;
  readonly latest: Address;
  readonly handling: Address;
  readonly minLoad: Address;
  readonly maxVehicles: Address;
  readonly loading: Address;
  readonly amount: Address;
  readonly quantityCapacity: Address;
  readonly barred: Address;
  readonly service: Address;
  readonly opens: Address;
  readonly closes: Address;
  readonly windowsFrom: Address;
  readonly windowOpens: Address;
  readonly windowCloses: Address;
  allocate(
    customers: number,
    depots: number,
    types: number,
    slots: number,
    stride: number,
    degree: number,
    ruled: boolean,
    foes: number,
    rivals: number,
    windows: number,
    quantities: number,
    lengthsApart: boolean,
    timesApart: boolean,
    someBarred: boolean,
    surcharged: boolean,
  ): void;
  configure(
    symmetric: boolean,
    vehicleCapacity: number,
    vehicleCost: number,
    epsilon: number,
    minOpen: number,
    maxOpen: number,
    openingBudget: number,
  ): void;
  configureTravel(onGlobe: boolean, scale: number, costPerDistance: number, timePerLength: number, rounding: number): void;
  limitDistance(limit: number): void;
  penalise(vehicle: number, depot: number, rule: number, length: number, time: number): void;
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
export function buildFor({ travel, rules, maxDistance, fleet }: SearchData): BuildName {
  const kind = 'matrix' in travel.source ? travel.source.kind : 'coordinates';
  if (fleet) return `${kind}-${fleet.hours ? 'hours' : 'fleet'}`;
  if (maxDistance < Number.POSITIVE_INFINITY) return `${kind}-limits`;
  return `${kind}-${rules.couples || rules.restricts ? 'rules' : 'plain'}`;
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
