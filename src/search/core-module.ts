/** The core of the search (core/, in WebAssembly): the build that an instance needs, and what it exports. */
import type { SearchData } from './data.ts';
import { builds } from './generated/index.ts';
import type { Block, Layout } from './layout.ts';

type BuildName = keyof typeof builds;

/** The address of each array of the layout, and each of its numbers; a truth value is 0 or 1. */
type CoreMemory = { readonly [name in keyof Layout]: WebAssembly.Global<Layout[name] extends Block ? 'i32' : 'f64'> };

/** What core/index.ts exports. */
export interface CoreExports extends CoreMemory {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  loadRoutes(): void;
  saveRoutes(): void;
  /** Prices the solution in `routes` and `routesOpen`; the results are in the numbers below. */
  priceRoutes(): void;
  readonly totalCost: WebAssembly.Global<'f64'>;
  readonly vehicleExcess: WebAssembly.Global<'f64'>;
  readonly depotExcess: WebAssembly.Global<'f64'>;
  readonly distanceExcess: WebAssembly.Global<'f64'>;
  readonly timeExcess: WebAssembly.Global<'f64'>;
  readonly ruleExcess: WebAssembly.Global<'f64'>;
  readonly exclusiveExcess: WebAssembly.Global<'f64'>;
  readonly isWhole: WebAssembly.Global<'i32'>;
  descend(seed: number): void;
  startAnnealing(): void;
  anneal(seed: number, iterations: number, hot: number, cooling: number): void;
  /** Writes the best solution of the annealing to `routes`. */
  saveBest(): void;
  relocateDepots(): number;
}

const compiled = new Map<BuildName, Promise<WebAssembly.Module>>();

/** The build without what the instance does not need, so that plain instances pay for nothing else. */
export function buildFor({ travel, rules, maxDistance, fleet }: SearchData): BuildName {
  const kind = 'matrix' in travel.source ? travel.source.kind : 'coordinates';
  if (fleet) return `${kind}-fleet`;
  const isRuled = rules.couples || rules.restricts || maxDistance < Number.POSITIVE_INFINITY;
  return `${kind}-${isRuled ? 'rules' : 'plain'}`;
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
