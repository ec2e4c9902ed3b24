/** An instance in whole numbers, each rounded so that no plan becomes dearer or impossible, and the names of what is left out. */
import { NeoLrpError } from '../problem/errors.ts';
import { usedFeatures } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import { type Model, modelOf } from '../problem/model.ts';
import { withNoise } from '../problem/tolerance.ts';
import type { VehicleType } from '../problem/vehicles.ts';
import { type Limits, limitsOf, servedBy, workingTime } from './resources.ts';

/** A vehicle type: what its routes cost, carry and use up. */
export interface Kind {
  /** By depot, rows and columns are the depot and then the customers; fixed costs are on the first arc. */
  readonly arcs: readonly Float64Array[];
  readonly capacity: number;
  /** By depot. */
  readonly limits: readonly Limits[];
  readonly serves: Uint8Array;
  readonly available: number;
  readonly availableAt: readonly number[];
}

export interface Relaxation {
  readonly model: Model;
  readonly n: number;
  readonly m: number;
  readonly relaxed: readonly string[];
  /** Units of the numbers below in a unit of cost. */
  readonly scale: number;
  readonly openingCost: Float64Array;
  readonly kinds: readonly Kind[];
  readonly loads: Int32Array;
  readonly loadScale: number;
  /** Of the largest vehicle. */
  readonly capacity: number;
  /** Customers whose load is lifted to 1; the capacities have room for them. */
  readonly lifted: number;
  readonly supply: Float64Array;
  /** allowed[d·n + i] */
  readonly allowed: Uint8Array;
  readonly lockedOpen: Uint8Array;
  readonly lockedClosed: Uint8Array;
  readonly maxRoutes: readonly number[];
  readonly maxRoutesInAll: number;
  /** Whether every plan's cost is a whole number. */
  readonly wholeCosts: boolean;
}

/** Features that columns and rows express. */
const expressed = [
  ...['vehicles', 'vehicles.costPerHour', 'vehicles.maxDuration', 'customers.serviceTime', 'customers.timeWindows'],
  ...['depots.openingHours', 'depots.loadingTime', 'depots.handlingCost', 'depots.maxVehicles', 'rules.oneOf'],
];

/** What else it leaves out, with the test for its use. */
const leftOut: Readonly<Record<string, (model: Model) => boolean>> = {
  // Only what has to be waited for between two customers in a row is paid, and counts as work.
  waiting: ({ instance: { customers }, types }) =>
    customers.some(({ timeWindows }) => timeWindows) &&
    types.some(({ costPerTime, maxDuration }) => costPerTime > 0 || maxDuration < Number.POSITIVE_INFINITY),
  'rules.openingBudget': ({ instance: { rules } }) => rules.openingBudget !== undefined,
  'rules.together': ({ instance: { rules } }) => rules.together.length > 0,
  'rules.apart': ({ instance: { rules } }) => rules.apart.length > 0,
};

const relaxedFields = (model: Model): readonly string[] => [
  ...usedFeatures(model.instance).filter((name) => !expressed.includes(name)),
  ...Object.keys(leftOut).filter((name) => leftOut[name](model)),
];

/** More would take more memory than a proof may have. */
const mostCustomers = 1000;
/** The largest capacity in whole loads; where demands need more, they are rounded down. */
const finestCapacity = 4000;
/** Sums of this many whole numbers stay exact in floating point. */
const exact = 2 ** 51;

export function relax(instance: Instance): Relaxation {
  const { depots, customers } = instance;
  const [n, m] = [customers.length, depots.length];
  const model = modelOf(instance);
  const { types, travel } = model;
  if (n > mostCustomers || n * n * m * types.length > 1e7)
    throw new NeoLrpError('E_TOO_LARGE', `a bound can be proven for about 1,000 customers and 10 depots; this instance has ${n} and ${m}`, {
      field: 'customers',
    });
  const limit = Math.max(...types.map(({ capacity }) => capacity[0]));
  const load = wholeLoads(
    Float64Array.from(customers, ({ demand }) => demand),
    limit,
  );
  const arcCost = (type: VehicleType, d: number, from: number, to: number) => {
    const places = [from === 0 ? d : m + from - 1, to === 0 ? d : m + to - 1] as const;
    const length = travel.distance(...places);
    if (length === Number.POSITIVE_INFINITY || from === to) return Number.POSITIVE_INFINITY;
    const handling = to === 0 ? 0 : (depots[d].handlingCost ?? 0) * customers[to - 1].demand;
    const perDistance = type.costPerDistance + (instance.emissionPrice ?? 0) * type.emissionPerDistance;
    return perDistance * length + type.costPerTime * workingTime(model, type, ...places) + handling + (from === 0 ? type.fixedCost : 0);
  };
  const size = n + 1;
  const costs = types.map((type) =>
    depots.map((_, d) => Float64Array.from({ length: size * size }, (_, k) => arcCost(type, d, Math.floor(k / size), k % size))),
  );
  const finite = (values: Float64Array) =>
    values.reduce((most, value) => (value < Number.POSITIVE_INFINITY ? Math.max(most, value) : most), 0);
  const largest = Math.max(1e-300, ...costs.flat().map(finite));
  const opening = Float64Array.from(depots, ({ openingCost }) => openingCost);
  const together = opening.reduce((sum, cost) => sum + cost, 0) + largest * 2 * n;
  const scale = Math.min(2 ** 60, 2 ** Math.floor(Math.log2(exact / (4 * (load.capacity + 2) * together))));
  const whole = (values: Float64Array) => values.map((value) => Math.floor(value * scale));
  const isWhole = (value: number) => value === Number.POSITIVE_INFINITY || Number.isInteger(value);
  const supply = Float64Array.from(depots, ({ capacity }) =>
    capacity === null ? Number.POSITIVE_INFINITY : Math.floor(withNoise(capacity) * load.scale + 1e-3) + load.lifted,
  );
  const total = load.loads.reduce((sum, value) => sum + value, 0);
  return {
    model,
    n,
    m,
    relaxed: relaxedFields(model),
    scale,
    openingCost: whole(opening),
    kinds: types.map((type, k) => ({
      arcs: costs[k].map(whole),
      capacity: Math.min(load.capacity, Math.floor(withNoise(Math.min(load.most, type.capacity[0])) * load.scale + 1e-3) + load.lifted),
      limits: limitsOf(model, type),
      serves: servedBy(model, type),
      available: type.available,
      availableAt: type.availableAt,
    })),
    loads: load.loads,
    loadScale: load.scale,
    capacity: load.capacity,
    lifted: load.lifted,
    supply: supply.map((value) => Math.min(value, total)),
    allowed: allowedPairs(instance),
    lockedOpen: Uint8Array.from(depots, ({ status }) => Number(status === 'open')),
    lockedClosed: Uint8Array.from(depots, ({ status }) => Number(status === 'closed')),
    maxRoutes: depots.map(({ maxVehicles = Number.POSITIVE_INFINITY }) => maxVehicles),
    maxRoutesInAll: types.reduce((sum, { available }) => sum + available, 0),
    wholeCosts:
      model.types.length === 1 && !extraPrices(model) && opening.every(isWhole) && costs[0].every((values) => values.every(isWhole)),
  };
}

/** Costs that the arcs do not hold. */
const extraPrices = ({ instance, types }: Model) => types.some(({ costPerTime }) => costPerTime > 0) || (instance.emissionPrice ?? 0) > 0;

/**
 * Demands as whole loads of at least 1, so that routes end. Exact where a common unit is found; else rounded down. What is lifted to 1 adds
 * as much to every capacity.
 */
function wholeLoads(demands: Float64Array, limit: number) {
  const sum = demands.reduce((total, demand) => total + demand, 0);
  const most = Math.min(limit, sum);
  const scale = commonScale(demands, limit) ?? (most > 0 ? finestCapacity / most : 1);
  const floors = demands.map((demand) => Math.floor(demand * scale + 1e-7));
  const lifted = floors.filter((load) => load === 0).length;
  const loads = Int32Array.from(floors, (load) => Math.max(1, load));
  const capacity = Math.floor(withNoise(most) * scale + 1e-3) + lifted;
  return { loads, scale, lifted, most, capacity };
}

/** Loads in a unit of demand by which all demands are whole. */
function commonScale(demands: Float64Array, limit: number): number | undefined {
  const isWhole = (load: number) => Math.abs(load - Math.round(load)) < 1e-9 && (load === 0 || Math.round(load) > 0);
  const factor = [1, 10, 100, 1000].find((f) => demands.every((demand) => isWhole(demand * f)));
  if (factor === undefined) return undefined;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const unit = demands.reduce((common, demand) => divisor(common, Math.round(demand * factor)), 0);
  // With this many to each unit, those that are lifted do not add up to one.
  const parts = 1 + demands.reduce((count, demand) => count + Number(demand === 0), 0);
  const most = Math.min(
    limit,
    demands.reduce((sum, demand) => sum + demand, 0),
  );
  const coarse = factor / Math.max(1, unit);
  return [coarse * parts, coarse].find((scale) => most * scale <= finestCapacity);
}

function allowedPairs({ depots, customers, rules }: Instance): Uint8Array {
  const n = customers.length;
  const allowed = new Uint8Array(depots.length * n).fill(1);
  customers.forEach(({ id }, i) => {
    const only = Object.hasOwn(rules.allowed, id) ? rules.allowed[id] : undefined;
    const barred = Object.hasOwn(rules.forbidden, id) ? rules.forbidden[id] : [];
    depots.forEach((depot, d) => {
      if ((only && !only.includes(depot.id)) || barred.includes(depot.id)) allowed[d * n + i] = 0;
    });
  });
  return allowed;
}
