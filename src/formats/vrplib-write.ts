/** An instance as the lines of a VRPLIB file: plain CVRPs as on CVRPLIB, all else as PyVRP's dialect has it. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance, Rounding } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { capacityFor, demandName } from '../problem/vehicles.ts';
import { noEnd, requireEnd, timesMatter } from './benchmark-limits.ts';
import { vehicleSlots } from './vehicle-slots.ts';

const typeOfRounding = { nearest: 'EUC_2D', ceil: 'CEIL_2D', floor: 'FLOOR_2D', none: 'EXACT_2D' } as const satisfies Record<
  Rounding,
  string
>;

/** Nodes are numbered anew: depots first, then customers, in order. */
export function vrplibLines(instance: Instance): string[] {
  const { name, depots, customers, travel, vehicles, vehicleCapacity, maxRouteDistance } = instance;
  const refuse = (what: string, field: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `VRPLIB cannot express ${what}; write JSON instead`, { field });
  if (depots.length > 1 && !vehicles) throw refuse(`${depots.length} depots without a number of vehicles at each`, 'depots');
  if (travel.kind === 'great-circle') throw refuse('great-circle distances', 'travel.kind');
  if (travel.kind === 'matrix' && travel.values.some((row) => row.includes(null))) throw refuse('that there is no way', 'travel.values');
  if (timesMatter(instance) || vehicles?.some(({ maxDistance }) => maxDistance !== undefined)) requireEnd(instance, 'VRPLIB');
  const nodes = [...depots.map((depot) => ({ ...depot, demand: 0 })), ...customers];
  const numbered = (values: readonly (number | string)[]) => values.map((value, k) => `${k + 1} ${value}`);
  const timed = modelOf(instance).usesTime;
  const windows = [...depots.map(({ openingHours }) => openingHours), ...customers.map(({ timeWindows }) => timeWindows?.[0])];
  return [
    `NAME : ${name}`,
    depots.length === 1
      ? 'COMMENT : node 1 is the depot, nodes 2 to n + 1 are the customers in order'
      : `COMMENT : nodes 1 to ${depots.length} are the depots, then follow the customers in order`,
    `TYPE : ${problemType(instance)}`,
    `DIMENSION : ${nodes.length}`,
    ...(travel.kind === 'matrix'
      ? ['EDGE_WEIGHT_TYPE : EXPLICIT', 'EDGE_WEIGHT_FORMAT : FULL_MATRIX', 'NODE_COORD_TYPE : TWOD_COORDS']
      : [`EDGE_WEIGHT_TYPE : ${typeOfRounding[travel.rounding]}`]),
    ...(vehicles ? [`VEHICLES : ${vehicleSlots(instance)?.length}`] : [`CAPACITY : ${vehicleCapacity}`]),
    // DISTANCE would limit the service on a route as well.
    ...(maxRouteDistance === undefined ? [] : [`${serves(instance) ? 'VEHICLES_MAX_DISTANCE' : 'DISTANCE'} : ${maxRouteDistance}`]),
    ...(travel.kind === 'matrix' ? ['EDGE_WEIGHT_SECTION', ...travel.values.map((row) => row.join(' '))] : []),
    'NODE_COORD_SECTION',
    ...numbered(nodes.map(({ x, y }) => `${x} ${y}`)),
    'DEMAND_SECTION',
    ...numbered(nodes.map(({ demand }) => demand)),
    ...(timed
      ? ['SERVICE_TIME_SECTION', ...numbered([...depots.map(() => 0), ...customers.map(({ serviceTime = 0 }) => serviceTime)])]
      : []),
    ...(windows.some(Boolean) ? ['TIME_WINDOW_SECTION', ...numbered(windows.map((window) => (window ?? [0, noEnd]).join(' ')))] : []),
    ...(vehicles ? fleetSections(instance) : []),
    'DEPOT_SECTION',
    ...depots.map((_, d) => String(d + 1)),
    '-1',
    'EOF',
  ];
}

const serves = ({ customers }: Instance) => customers.some(({ serviceTime = 0 }) => serviceTime > 0);

function problemType(instance: Instance): string {
  const { depots, vehicles, customers } = instance;
  const windows = customers.some(({ timeWindows }) => timeWindows !== undefined);
  if (depots.length > 1) return windows ? 'MDVRPTW' : 'MDVRP';
  if (windows) return 'VRPTW';
  return vehicles && (vehicles.length > 1 || vehicles[0].fixedCost > 0) ? 'HFVRP' : 'CVRP';
}

function fleetSections(instance: Instance): string[] {
  const { vehicles = [], depots, customers, costPerDistance } = instance;
  const slots = vehicleSlots(instance) ?? [];
  type Type = (typeof vehicles)[number];
  const section = (name: string, of: (type: Type) => number | undefined, standard: number) =>
    vehicles.some((type) => of(type) !== undefined && of(type) !== standard)
      ? [`${name}_SECTION`, ...slots.map(({ type }, k) => `${k + 1} ${of(vehicles[type]) ?? standard}`)]
      : [];
  const mayServe = vehicles.map(({ id }) =>
    customers.flatMap(({ vehicles: list }, i) => (list === undefined || list.includes(id) ? [depots.length + i + 1] : [])),
  );
  return [
    'CAPACITY_SECTION',
    ...slots.map(({ type }, k) => `${k + 1} ${capacityFor(vehicles[type].capacity, demandName)}`),
    ...section('VEHICLES_FIXED_COST', ({ fixedCost }) => fixedCost, 0),
    ...section('VEHICLES_UNIT_DISTANCE_COST', ({ costPerDistance: own = costPerDistance }) => own, 1),
    ...section('VEHICLES_MAX_DISTANCE', ({ maxDistance }) => maxDistance, noEnd),
    ...section('VEHICLES_MAX_DURATION', ({ maxDuration }) => maxDuration, noEnd),
    ...(depots.length > 1 ? ['VEHICLES_DEPOT_SECTION', ...slots.map(({ depot }, k) => `${k + 1} ${depot + 1}`)] : []),
    ...(customers.some(({ vehicles: list }) => list !== undefined)
      ? ['VEHICLES_ALLOWED_CLIENTS_SECTION', ...slots.map(({ type }, k) => `${k + 1} ${mayServe[type].join(' ')}`)]
      : []),
  ];
}
