/** The search kernel of assembly/search, one instance a search: its arrays as views on linear memory, its functions as they are. */
import { searchKernelBytes } from './generated.ts';

export interface SearchKernelSize {
  readonly customers: number;
  readonly depots: number;
  /** Most routes at a time, empty ones included. */
  readonly slots: number;
  /** Length of a row of neighbours, and how many of them local search looks at. */
  readonly stride: number;
  readonly degree: number;
}

type Address = WebAssembly.Global<'i32'>;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly cost: Address;
  readonly x: Address;
  readonly y: Address;
  readonly demand: Address;
  readonly depotCapacity: Address;
  readonly openingCost: Address;
  readonly neighbours: Address;
  readonly allowed: Address;
  readonly nearestDepot: Address;
  readonly depotOrder: Address;
  readonly open: Address;
  readonly alwaysPaid: Address;
  readonly routes: Address;
  allocate(customers: number, depots: number, slots: number, stride: number, degree: number): void;
  configure(symmetric: boolean, restricts: boolean, vehicleCapacity: number, vehicleCost: number, epsilon: number): void;
  price(vehicle: number, depot: number): void;
  loadRoutes(): void;
  saveRoutes(): void;
  localSearch(seed: number): void;
  startAnnealing(): void;
  anneal(seed: number, iterations: number, hot: number, cooling: number): void;
  /** Writes the best solution of the annealing to `routes`. */
  saveBest(): void;
}

let compiled: WebAssembly.Module | undefined;

export function searchKernel({ customers: n, depots: m, slots, stride, degree }: SearchKernelSize, interrupted: () => boolean) {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(searchKernelBytes), (char) => char.charCodeAt(0)));
  const env = { interrupted: () => Number(interrupted()), log: Math.log };
  const exports = new WebAssembly.Instance(compiled, { env }).exports as unknown as Exports;
  exports.allocate(n, m, slots, stride, degree);
  const { buffer } = exports.memory;
  const reals = (address: Address, length: number) => new Float64Array(buffer, address.value, length);
  const ints = (address: Address, length: number) => new Int32Array(buffer, address.value, length);
  const places = n + m;
  return {
    ...exports,
    arrays: {
      cost: reals(exports.cost, places * places),
      x: reals(exports.x, places),
      y: reals(exports.y, places),
      demand: reals(exports.demand, n),
      depotCapacity: reals(exports.depotCapacity, m),
      openingCost: reals(exports.openingCost, m),
      neighbours: ints(exports.neighbours, n * stride),
      allowed: ints(exports.allowed, n * m),
      nearestDepot: reals(exports.nearestDepot, n),
      depotOrder: ints(exports.depotOrder, n * m),
      open: ints(exports.open, m),
      alwaysPaid: ints(exports.alwaysPaid, m),
      routes: ints(exports.routes, 1 + 2 * slots + n),
    },
  };
}
