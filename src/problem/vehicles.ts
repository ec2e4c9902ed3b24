/** The vehicle types of an instance in their normal form: whatever the file says, this is what search, verifier and reports work with. */
import type { Customer, Instance } from './instance.ts';
import type { TimeUnit } from './vehicle-schema.ts';

export interface VehicleType {
  readonly id: string;
  readonly name?: string;
  /** Of each quantity, in the order of the model's `quantities`; Infinity where it has no limit. */
  readonly capacity: readonly number[];
  readonly fixedCost: number;
  readonly costPerDistance: number;
  /** Of a unit of the instance's time. */
  readonly costPerTime: number;
  /** Infinity: unlimited. */
  readonly available: number;
  /** How many each depot has, by position; 0 where it may not start. */
  readonly availableAt: readonly number[];
  readonly maxDistance: number;
  readonly maxDuration: number;
  readonly maxStops: number;
  /** Earliest start and latest end of a route. */
  readonly shift: readonly [number, number];
  readonly speedFactor: number;
  /** In kg. */
  readonly emissionPerDistance: number;
}

/** The id of the one type of an instance that lists none, and the fields of the instance that describe it, by those of a type. */
const onlyType = 'vehicle';
export const shortFields = { capacity: 'vehicleCapacity', fixedCost: 'vehicleCost', maxDistance: 'maxRouteDistance' } as const;

const hours: Readonly<Record<TimeUnit, number>> = { s: 3600, min: 60, h: 1 };

/** Units of the instance's time in an hour. */
export const timePerHour = ({ units }: Pick<Instance, 'units'>): number => hours[units.time ?? 'min'];

export function vehicleTypesOf(instance: Instance, quantities: readonly string[]): readonly VehicleType[] {
  const { depots, vehicles, vehicleCapacity, vehicleCost, costPerDistance, maxRouteDistance } = instance;
  const unlimited = Number.POSITIVE_INFINITY;
  const whole = { available: unlimited, maxDuration: unlimited, maxStops: unlimited, shift: [0, unlimited] as const };
  if (vehicles === undefined)
    return [
      {
        ...whole,
        id: onlyType,
        capacity: quantities.map((name) => (name === demandName ? vehicleCapacity : unlimited)),
        fixedCost: vehicleCost,
        costPerDistance,
        costPerTime: 0,
        availableAt: depots.map(() => unlimited),
        maxDistance: maxRouteDistance ?? unlimited,
        speedFactor: 1,
        emissionPerDistance: 0,
      },
    ];
  const perHour = timePerHour(instance);
  return vehicles.map((type) => ({
    id: type.id,
    ...(type.name !== undefined && { name: type.name }),
    capacity: quantities.map((name) => capacityFor(type.capacity, name)),
    fixedCost: type.fixedCost,
    costPerDistance: type.costPerDistance ?? costPerDistance,
    costPerTime: type.costPerHour / perHour,
    available: type.available ?? unlimited,
    availableAt: depots.map(({ id }) => {
      if (type.depots && !type.depots.includes(id)) return 0;
      const { availablePerDepot: each = unlimited } = type;
      return typeof each === 'number' ? each : Object.hasOwn(each, id) ? each[id] : 0;
    }),
    maxDistance: type.maxDistance ?? unlimited,
    maxDuration: type.maxDuration ?? unlimited,
    maxStops: type.maxStops ?? unlimited,
    shift: type.shift ?? whole.shift,
    speedFactor: type.speedFactor,
    emissionPerDistance: type.emissionPerDistance,
  }));
}

/** The name of the demand among the quantities that vehicles carry. */
export const demandName = 'demand';

/** One number is for the demand; of several, a quantity that is not named has no limit. */
export function capacityFor(capacity: number | Readonly<Record<string, number>>, name: string): number {
  if (typeof capacity === 'number') return name === demandName ? capacity : Number.POSITIVE_INFINITY;
  return Object.hasOwn(capacity, name) ? capacity[name] : Number.POSITIVE_INFINITY;
}

/** The demand first, then what customers name besides, in the order of their first mention. */
export const quantitiesOf = (customers: Instance['customers']): readonly string[] => [
  ...new Set([demandName, ...customers.flatMap(({ quantities }) => (quantities ? Object.keys(quantities) : []))]),
];

/** How much of a quantity a customer needs. */
export const quantityOf = ({ demand, quantities }: Customer, name: string): number =>
  name === demandName ? demand : quantities && Object.hasOwn(quantities, name) ? quantities[name] : 0;

/** Whether the type may serve the customer. */
export const mayServe = ({ vehicles }: Customer, { id }: Pick<VehicleType, 'id'>): boolean =>
  vehicles === undefined || vehicles.includes(id);

/** The one with most capacity, and of equals the cheapest. */
export const largestOf = (types: readonly VehicleType[]): VehicleType =>
  types.reduce((best, type) =>
    type.capacity[0] > best.capacity[0] || (type.capacity[0] === best.capacity[0] && type.fixedCost < best.fixedCost) ? type : best,
  );

/** Whether times are part of the problem, so that routes have a timetable. */
export const usesTime = ({ customers, depots, vehicles = [] }: Pick<Instance, 'customers' | 'depots' | 'vehicles'>): boolean =>
  vehicles.some(({ costPerHour, maxDuration, shift }) => costPerHour > 0 || maxDuration !== undefined || shift !== undefined) ||
  depots.some(({ openingHours, loadingTime }) => openingHours !== undefined || loadingTime !== undefined) ||
  customers.some(({ serviceTime, timeWindows }) => serviceTime !== undefined || timeWindows !== undefined);
