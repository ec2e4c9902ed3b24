/** What text files of benchmarks can express: few fields, and a great number where there is no limit in time or distance. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';

/** Longer than any plan lasts or drives, unless `mayReachEnd`. */
export const noEnd = 1e9;

/** Where a unit of distance takes a unit of time. */
function mayReachEnd({ depots, customers, travel }: Instance): boolean {
  const most = (values: readonly number[]) => values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  const arc =
    travel.kind === 'matrix'
      ? most(travel.values.flat().map((value) => value ?? 0))
      : 3 * most([...depots, ...customers].flatMap(({ x, y }) => [x, y])) + 1;
  const busy = customers.reduce((sum, { serviceTime = 0, timeWindows = [] }) => sum + serviceTime + (timeWindows[0]?.[0] ?? 0), 0);
  return most(depots.map(({ openingHours: [from] = [0, 0] }) => from)) + busy + 2 * customers.length * arc >= noEnd;
}

/** Fields that say nothing at these values. */
const standard: Readonly<Record<string, unknown>> = {
  capacity: null,
  openingCost: 0,
  fixedCost: 0,
  costPerHour: 0,
  speedFactor: 1,
  emissionPerDistance: 0,
  vehicleCost: 0,
  costPerDistance: 1,
};
/** Ids become numbers, and what people read is left out. */
const told = ['format', 'version', 'name', 'units', 'travel', 'depots', 'customers', 'vehicles', 'vehicleCapacity', 'emissionPrice'];
const ofPlaces = ['id', 'name', 'address', 'details', 'x', 'y'];

const isNothing = (key: string, value: unknown): boolean =>
  value === undefined ||
  value === standard[key] ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([inner, member]) => isNothing(inner, member))) ||
  (Array.isArray(value) && value.length === 0);

interface Expressible {
  readonly instance: readonly string[];
  readonly depots: readonly string[];
  readonly customers: readonly string[];
  readonly vehicles: readonly string[];
  /** Whether plans cannot be longer than `noEnd` says. */
  readonly limited: boolean;
}

/** Refuses an instance with a field that matters and is not among the expressible ones. Returns how to refuse more. */
export function requireExpressible(
  instance: Instance,
  format: string,
  { limited, ...expressible }: Expressible,
): (what: string, field: string) => NeoLrpError {
  const refuse = (what: string, field: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `${format} cannot express ${what}; write JSON instead`, { field });
  const require = (object: object, known: readonly string[], path: string) => {
    for (const [key, value] of Object.entries(object))
      if (!known.includes(key) && !isNothing(key, value)) throw refuse(`${path}${key}`, `${path}${key}`);
  };
  const { name, depots, customers, vehicles = [] } = instance;
  require(instance, [...told, ...expressible.instance], '');
  depots.forEach(({ status, ...depot }, d) => {
    if (status === 'closed') throw refuse('a depot that is locked closed', `depots[${d}].status`);
    require(depot, [...ofPlaces, ...expressible.depots], `depots[${d}].`);
  });
  customers.forEach((customer, i) => {
    require(customer, [...ofPlaces, 'demand', ...expressible.customers], `customers[${i}].`);
    if (customer.timeWindows && customer.timeWindows.length > 1) throw refuse('several time windows', `customers[${i}].timeWindows`);
  });
  vehicles.forEach(({ capacity, ...type }, k) => {
    if (typeof capacity === 'object') throw refuse('several capacities of a vehicle', `vehicles[${k}].capacity`);
    require(type, ['id', 'name', ...expressible.vehicles], `vehicles[${k}].`);
  });
  if (limited && mayReachEnd(instance)) throw refuse(`plans that may last or drive ${noEnd} or more`, 'travel');
  if (name !== name.trim() || /[\r\n]/.test(name)) throw refuse('a name with line breaks or with blanks at its ends', 'name');
  return refuse;
}
