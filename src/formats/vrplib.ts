/**
 * VRPLIB `.vrp` files: the CVRP, and what PyVRP's dialect adds: several depots, time windows, service times and vehicles that differ.
 * Depots are open and cost nothing. Distances follow TSPLIB95 (Reinelt, 1995): EUC_2D rounds to nearest, CEIL_2D up; FLOOR_2D and
 * EXACT_2D are the customary names for down and not at all. A unit of distance takes a unit of time.
 * DISTANCE limits the length of a route and the service on it. Whatever else a file states is refused.
 */
import { createInstance, type InstanceInput, type Rounding } from '../problem/instance.ts';
import { keptByBenchmarks } from './benchmark-limits.ts';
import { type DistanceRule, distanceRule, unitSpeed } from './distance-rules.ts';
import type { InstanceFormat } from './format.ts';
import { parseDecimal } from './numbers.ts';
import { fileNameOf, type Source } from './source.ts';
import { type Fleet, fleetKeys, fleetSections, readFleet } from './vrplib-fleet.ts';
import { explicitMatrix } from './vrplib-matrix.ts';
import { type Entry, parseVrplib, type Section, type VrplibText, valuesByNode } from './vrplib-text.ts';
import { readTimes, type VrplibTimes } from './vrplib-times.ts';
import { vrplibLines } from './vrplib-write.ts';

const planar: Readonly<Record<string, Rounding>> = {
  EUC_2D: 'nearest',
  CEIL_2D: 'ceil',
  FLOOR_2D: 'floor',
  EXACT_2D: 'none',
  FLOAT: 'none',
};
const knownKeys = [
  'NAME',
  'COMMENT',
  'TYPE',
  'DIMENSION',
  'DISTANCE',
  'SERVICE_TIME',
  'EDGE_WEIGHT_TYPE',
  'EDGE_WEIGHT_FORMAT',
  'NODE_COORD_TYPE',
  'DISPLAY_DATA_TYPE',
  ...fleetKeys,
];
const knownSections = [
  'NODE_COORD_SECTION',
  'DISPLAY_DATA_SECTION',
  'DEMAND_SECTION',
  'DEPOT_SECTION',
  'EDGE_WEIGHT_SECTION',
  'SERVICE_TIME_SECTION',
  'TIME_WINDOW_SECTION',
  ...fleetSections,
];
const knownTypes = /^(A?CVRP|DCVRP|C?VRPTW|HFVRP|HVRP|FSMVRP|MDVRP|MDVRPTW)$/i;

export const vrplibFormat: InstanceFormat = {
  name: 'vrp',
  title: 'VRPLIB (CVRP, VRPTW, HFVRP, MDVRPTW)',
  extensions: ['.vrp'],
  lossless:
    'one open depot with no opening cost and no capacity, no vehicle cost, no cost per distance, no rules; ids become node numbers, the depot being 1',

  recognises: (source) => /^\s*(NAME|COMMENT|TYPE|DIMENSION|CAPACITY|EDGE_WEIGHT_TYPE|EDGE_WEIGHT_FORMAT)\s*:/i.test(source.text),

  read([source], options) {
    const text = parseVrplib(source);
    requireKnown(source, text);
    const dimension = numberOf(source, text, 'DIMENSION');
    const demands = valuesByNode(source, text, 'DEMAND_SECTION', 1, dimension, 'demand');
    const coordinates =
      valuesByNode(source, text, 'NODE_COORD_SECTION', 2, dimension) ?? valuesByNode(source, text, 'DISPLAY_DATA_SECTION', 2, dimension);
    if (!demands) throw source.fault('E_SYNTAX', 'the file has no DEMAND_SECTION');
    const depots = depotNodes(source, text, demands);
    const customers = [...(coordinates ?? demands).keys()].filter((node) => !depots.includes(node));
    const rule = options.rounding === undefined ? undefined : distanceRule(options.rounding);
    const travel = travelOf(source, text, [...depots, ...customers], coordinates !== undefined, rule);
    const { scale } = rule ?? { scale: 1 };
    const times = readTimes(source, text, dimension, depots);
    const fleet = readFleet(source, text, depots, customers);
    const limit = routeLimit(source, text, times);
    const place = (node: number) => {
      const at = coordinates?.get(node);
      if (coordinates && !at) throw source.fault('E_SYNTAX', `node ${node} has a demand, but no coordinates`);
      return { id: String(node), x: at?.[0] ?? 0, y: at?.[1] ?? 0 };
    };
    return createInstance({
      name: options.name ?? (text.header.get('NAME')?.value || source.stem),
      depots: depots.map((node) => {
        const openingHours = times.windows?.get(node);
        return { ...place(node), status: 'open' as const, ...(openingHours && { openingHours }) };
      }),
      customers: customers.map((node) => {
        const demand = demands.get(node);
        if (!demand) throw source.fault('E_SYNTAX', `node ${node} has no demand`, { field: 'DEMAND_SECTION' });
        const [window, serviceTime, vehicles] = [times.windows?.get(node), times.service?.get(node), fleet?.servedBy.get(node)];
        return {
          ...place(node),
          demand: demand[0],
          ...(serviceTime !== undefined && { serviceTime }),
          ...(window && { timeWindows: [window] }),
          ...(vehicles && { vehicles }),
        };
      }),
      ...vehiclesOf(source, text, fleet, limit, scale),
      ...(scale !== 1 && { costPerDistance: 1 / scale }),
      travel:
        times.used || limit.duration !== undefined || fleet?.vehicles.some(({ maxDuration }) => maxDuration !== undefined)
          ? { ...travel, speed: unitSpeed * scale }
          : travel,
    });
  },

  write: (instance) => [{ name: `${fileNameOf(instance.name)}.vrp`, text: `${vrplibLines(instance).join('\n')}\n` }],
  kept: keptByBenchmarks,
};

function requireKnown(source: Source, { header, sections }: VrplibText): void {
  const unknown = [...header].find(([key]) => !knownKeys.includes(key)) ?? [...sections].find(([name]) => !knownSections.includes(name));
  if (unknown)
    throw source.fault('E_FORMAT_UNSUPPORTED', `${unknown[0]} is not part of this problem; ignoring it would solve a different one`, {
      line: unknown[1].line,
      field: unknown[0],
    });
  const type = header.get('TYPE');
  if (type && !knownTypes.test(type.value))
    throw source.fault(
      'E_FORMAT_UNSUPPORTED',
      `problems of TYPE '${type.value.slice(0, 40)}' are not supported; known are CVRP, DCVRP, VRPTW, HFVRP, MDVRP and MDVRPTW`,
      { line: type.line, field: 'TYPE' },
    );
}

interface RouteLimit {
  readonly distance?: number;
  readonly duration?: number;
}

/** DISTANCE limits travel and service together; without service, the length alone. */
function routeLimit(source: Source, text: VrplibText, { service }: VrplibTimes): RouteLimit {
  if (!text.header.has('DISTANCE')) return {};
  const limit = numberOf(source, text, 'DISTANCE');
  return service && [...service.values()].some((time) => time > 0) ? { duration: limit } : { distance: limit };
}

function vehiclesOf(
  source: Source,
  text: VrplibText,
  fleet: Fleet | undefined,
  { distance, duration }: RouteLimit,
  scale: number,
): Pick<InstanceInput, 'vehicles' | 'vehicleCapacity' | 'maxRouteDistance'> {
  if (!fleet && duration === undefined)
    return { vehicleCapacity: numberOf(source, text, 'CAPACITY'), ...(distance !== undefined && { maxRouteDistance: scale * distance }) };
  const types = fleet?.vehicles ?? [{ id: '1', capacity: numberOf(source, text, 'CAPACITY') }];
  return {
    vehicles: types.map(({ costPerDistance, maxDistance = distance, maxDuration = duration, ...type }) => ({
      ...type,
      ...(costPerDistance !== undefined && { costPerDistance: costPerDistance / scale }),
      ...(maxDistance !== undefined && { maxDistance: scale * maxDistance }),
      ...(maxDuration !== undefined && { maxDuration }),
    })),
  };
}

function entryOf(source: Source, { header }: VrplibText, key: string): Entry {
  const entry = header.get(key);
  if (!entry) throw source.fault('E_SYNTAX', `the file has no '${key} : …' line`, { field: key });
  return entry;
}

function numberOf(source: Source, text: VrplibText, key: 'DIMENSION' | 'CAPACITY' | 'DISTANCE'): number {
  const { value, line } = entryOf(source, text, key);
  const number = parseDecimal(value);
  if (number === undefined || number <= 0)
    throw source.fault('E_VALUE', `expected a number above 0, but found '${value.slice(0, 40)}'`, { line, field: key });
  return number;
}

/** The list may end with -1, as in TSPLIB, or not, as PyVRP writes it. */
function depotNodes(source: Source, { sections }: VrplibText, demands: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const section: Section | undefined = sections.get('DEPOT_SECTION');
  if (!section) throw source.fault('E_SYNTAX', 'the file has no DEPOT_SECTION');
  const numbers = section.rows.flatMap((row) => row.numbers);
  const depots = numbers.at(-1) === -1 ? numbers.slice(0, -1) : numbers;
  const place = { line: section.line, field: 'DEPOT_SECTION' };
  if (depots.length === 0 || new Set(depots).size < depots.length)
    throw source.fault('E_SYNTAX', 'expected the number of each depot once, then -1', place);
  for (const depot of depots) {
    const demand = demands.get(depot);
    if (!demand) throw source.fault('E_UNKNOWN_ID', `there is no node ${depot} to be a depot`, place);
    if (demand[0] !== 0) throw source.fault('E_VALUE', `the depot, node ${depot}, has a demand of ${demand[0]}; expected 0`, place);
  }
  return depots;
}

/** `nodes`: depots first, in instance order. */
function travelOf(
  source: Source,
  text: VrplibText,
  nodes: readonly number[],
  hasCoordinates: boolean,
  rule: DistanceRule | undefined,
): Exclude<InstanceInput['travel'], { readonly kind: 'roads' } | undefined> {
  const type = entryOf(source, text, 'EDGE_WEIGHT_TYPE');
  const kind = type.value.toUpperCase();
  const place = { line: type.line, field: 'EDGE_WEIGHT_TYPE' };
  if (kind === 'EXPLICIT' && rule)
    throw source.fault('E_USAGE', 'the file states its distances one by one; a rule for rounding them has no meaning', place);
  if (kind === 'EXPLICIT') return { kind: 'matrix', values: explicitMatrix(source, text, nodes) };
  if (!Object.hasOwn(planar, kind))
    throw source.fault(
      'E_FORMAT_UNSUPPORTED',
      `the distance '${type.value.slice(0, 40)}' is not supported; use ${Object.keys(planar).join(', ')} or EXPLICIT`,
      place,
    );
  if (!hasCoordinates) throw source.fault('E_SYNTAX', `${kind} needs a NODE_COORD_SECTION, which the file lacks`, place);
  if (text.sections.has('EDGE_WEIGHT_SECTION'))
    throw source.fault('E_SYNTAX', `EDGE_WEIGHT_SECTION contradicts EDGE_WEIGHT_TYPE ${kind}; expected EXPLICIT`, place);
  return { kind: 'euclidean', ...(rule ?? { scale: 1, rounding: planar[kind] }) };
}
