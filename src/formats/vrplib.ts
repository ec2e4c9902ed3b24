/**
 * VRPLIB `.vrp` files of the CVRP: one depot, which is open and costs nothing. Distances follow TSPLIB95 (Reinelt, 1995):
 * EUC_2D rounds to nearest, CEIL_2D up; FLOOR_2D and EXACT_2D are the customary names for down and not at all.
 * DISTANCE limits the length of a route and the service on it; without SERVICE_TIME, the length alone.
 * Whatever the CVRP does not have (time windows, a limit on vehicles or durations) is refused.
 */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput, type Rounding } from '../problem/instance.ts';
import type { InstanceFormat } from './format.ts';
import { parseDecimal } from './numbers.ts';
import { fileNameOf, type Source } from './source.ts';
import { explicitMatrix } from './vrplib-matrix.ts';
import { type Entry, parseVrplib, type Section, type VrplibText } from './vrplib-text.ts';

const planar: Readonly<Record<string, Rounding>> = {
  EUC_2D: 'nearest',
  CEIL_2D: 'ceil',
  FLOOR_2D: 'floor',
  EXACT_2D: 'none',
  FLOAT: 'none',
};
const typeOfRounding = { nearest: 'EUC_2D', ceil: 'CEIL_2D', floor: 'FLOOR_2D', none: 'EXACT_2D' } as const satisfies Record<
  Rounding,
  string
>;

const knownKeys = [
  'NAME',
  'COMMENT',
  'TYPE',
  'DIMENSION',
  'CAPACITY',
  'DISTANCE',
  'SERVICE_TIME',
  'EDGE_WEIGHT_TYPE',
  'EDGE_WEIGHT_FORMAT',
  'NODE_COORD_TYPE',
  'DISPLAY_DATA_TYPE',
];
const knownSections = ['NODE_COORD_SECTION', 'DISPLAY_DATA_SECTION', 'DEMAND_SECTION', 'DEPOT_SECTION', 'EDGE_WEIGHT_SECTION'];

export const vrplibFormat: InstanceFormat = {
  name: 'vrp',
  title: 'VRPLIB (CVRP, one depot)',
  extensions: ['.vrp'],
  lossless:
    'one open depot with no opening cost and no capacity, no vehicle cost, no cost per distance, no rules; ids become node numbers, the depot being 1',

  recognises: (source) => /^\s*(NAME|COMMENT|TYPE|DIMENSION|CAPACITY|EDGE_WEIGHT_TYPE|EDGE_WEIGHT_FORMAT)\s*:/i.test(source.text),

  read([source], options) {
    const text = parseVrplib(source);
    requireCvrp(source, text);
    requireNoService(source, text);
    const dimension = numberOf(source, text, 'DIMENSION');
    const demands = valuesByNode(source, text, 'DEMAND_SECTION', 1, dimension);
    const coordinates =
      valuesByNode(source, text, 'NODE_COORD_SECTION', 2, dimension) ?? valuesByNode(source, text, 'DISPLAY_DATA_SECTION', 2, dimension);
    if (!demands) throw source.fault('E_SYNTAX', 'the file has no DEMAND_SECTION');
    const depot = depotNode(source, text, demands);
    const nodes = [depot, ...[...(coordinates ?? demands).keys()].filter((node) => node !== depot)];
    const travel = travelOf(source, text, nodes, coordinates !== undefined);
    const place = (node: number) => {
      const at = coordinates?.get(node);
      if (coordinates && !at) throw source.fault('E_SYNTAX', `node ${node} has a demand, but no coordinates`);
      return { id: String(node), x: at?.[0] ?? 0, y: at?.[1] ?? 0 };
    };
    const customers = nodes.slice(1).map((node) => {
      const demand = demands.get(node);
      if (!demand) throw source.fault('E_SYNTAX', `node ${node} has no demand`, { field: 'DEMAND_SECTION' });
      return { ...place(node), demand: demand[0] };
    });
    return createInstance({
      name: options.name ?? (text.header.get('NAME')?.value || source.stem),
      depots: [{ ...place(depot), status: 'open' }],
      customers,
      vehicleCapacity: numberOf(source, text, 'CAPACITY'),
      maxRouteDistance: text.header.has('DISTANCE') ? numberOf(source, text, 'DISTANCE') : undefined,
      travel,
    });
  },

  write(instance) {
    const { name, depots, customers, vehicleCapacity, maxRouteDistance, travel } = instance;
    requireExpressible(instance);
    const nodes = [{ ...depots[0], demand: 0 }, ...customers];
    const lines = [
      `NAME : ${name}`,
      'COMMENT : node 1 is the depot, nodes 2 to n + 1 are the customers in order',
      'TYPE : CVRP',
      `DIMENSION : ${nodes.length}`,
      ...(travel.kind === 'matrix'
        ? ['EDGE_WEIGHT_TYPE : EXPLICIT', 'EDGE_WEIGHT_FORMAT : FULL_MATRIX', 'NODE_COORD_TYPE : TWOD_COORDS']
        : [`EDGE_WEIGHT_TYPE : ${typeOfRounding[travel.rounding]}`]),
      `CAPACITY : ${vehicleCapacity}`,
      ...(maxRouteDistance === undefined ? [] : [`DISTANCE : ${maxRouteDistance}`]),
      ...(travel.kind === 'matrix' ? ['EDGE_WEIGHT_SECTION', ...travel.values.map((row) => row.join(' '))] : []),
      'NODE_COORD_SECTION',
      ...nodes.map(({ x, y }, k) => `${k + 1} ${x} ${y}`),
      'DEMAND_SECTION',
      ...nodes.map(({ demand }, k) => `${k + 1} ${demand}`),
      'DEPOT_SECTION',
      '1',
      '-1',
      'EOF',
    ];
    return [{ name: `${fileNameOf(name)}.vrp`, text: `${lines.join('\n')}\n` }];
  },
};

function requireCvrp(source: Source, { header, sections }: VrplibText): void {
  const unknown = [...header].find(([key]) => !knownKeys.includes(key)) ?? [...sections].find(([name]) => !knownSections.includes(name));
  if (unknown)
    throw source.fault('E_FORMAT_UNSUPPORTED', `${unknown[0]} is not part of a plain CVRP; ignoring it would solve a different problem`, {
      line: unknown[1].line,
      field: unknown[0],
    });
  const type = header.get('TYPE');
  if (type && !/^A?CVRP$/i.test(type.value))
    throw source.fault('E_FORMAT_UNSUPPORTED', `only TYPE : CVRP can be read, not '${type.value.slice(0, 40)}'`, {
      line: type.line,
      field: 'TYPE',
    });
}

/** Time spent at each customer counts towards DISTANCE; without that limit it changes nothing. */
function requireNoService(source: Source, text: VrplibText): void {
  const service = text.header.get('SERVICE_TIME');
  if (service && text.header.has('DISTANCE') && parseDecimal(service.value) !== 0)
    throw source.fault(
      'E_FORMAT_UNSUPPORTED',
      'DISTANCE limits length and SERVICE_TIME together, which is not supported; expected SERVICE_TIME 0',
      {
        line: service.line,
        field: 'SERVICE_TIME',
      },
    );
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

/** Rows `node value …` as a map, or undefined if the section is absent. Each node must occur once, as many as DIMENSION says. */
function valuesByNode(
  source: Source,
  { sections }: VrplibText,
  name: string,
  count: number,
  dimension: number,
): Map<number, readonly number[]> | undefined {
  const section = sections.get(name);
  if (!section) return undefined;
  const values = new Map<number, readonly number[]>();
  for (const { numbers, line } of section.rows) {
    const [node, ...rest] = numbers;
    const fault = (reason: string) => source.fault('E_SYNTAX', reason, { line, field: name });
    if (rest.length !== count)
      throw fault(`expected a node number and ${count} value${count > 1 ? 's' : ''}, but found ${numbers.length} numbers`);
    if (!Number.isSafeInteger(node) || node < 0) throw fault(`${node} is not a node number`);
    if (values.has(node)) throw fault(`node ${node} is listed twice`);
    if (count === 1 && rest[0] < 0) throw source.fault('E_VALUE', `the demand of node ${node} is negative`, { line, field: name });
    values.set(node, rest);
  }
  if (values.size !== dimension)
    throw source.fault('E_SYNTAX', `DIMENSION is ${dimension}, but ${name} lists ${values.size} nodes`, {
      line: section.line,
      field: name,
    });
  return values;
}

function depotNode(source: Source, { sections }: VrplibText, demands: ReadonlyMap<number, readonly number[]>): number {
  const section: Section | undefined = sections.get('DEPOT_SECTION');
  if (!section) throw source.fault('E_SYNTAX', 'the file has no DEPOT_SECTION');
  const numbers = section.rows.flatMap((row) => row.numbers);
  const end = numbers.indexOf(-1);
  const place = { line: section.line, field: 'DEPOT_SECTION' };
  if (end !== numbers.length - 1) throw source.fault('E_SYNTAX', 'expected the number of the depot, then -1', place);
  if (end !== 1) throw source.fault('E_FORMAT_UNSUPPORTED', `a CVRP has one depot, but ${end} are listed`, place);
  const [depot] = numbers;
  const demand = demands.get(depot);
  if (!demand) throw source.fault('E_UNKNOWN_ID', `there is no node ${depot} to be the depot`, place);
  if (demand[0] !== 0) throw source.fault('E_VALUE', `the depot, node ${depot}, has a demand of ${demand[0]}; expected 0`, place);
  return depot;
}

/** `nodes`: depot first, in instance order. */
function travelOf(source: Source, text: VrplibText, nodes: readonly number[], hasCoordinates: boolean): InstanceInput['travel'] {
  const type = entryOf(source, text, 'EDGE_WEIGHT_TYPE');
  const kind = type.value.toUpperCase();
  const place = { line: type.line, field: 'EDGE_WEIGHT_TYPE' };
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
  return { kind: 'euclidean', scale: 1, rounding: planar[kind] };
}

function requireExpressible({ name, depots, vehicleCost, costPerDistance, travel, rules }: Instance): void {
  const refuse = (what: string, field: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `VRPLIB cannot express ${what}; write JSON instead`, { field });
  if (depots.length > 1) throw refuse(`${depots.length} depots`, 'depots');
  const [depot] = depots;
  if (depot.status === 'closed') throw refuse('a depot that is locked closed', 'depots[0].status');
  if (depot.openingCost !== 0) throw refuse('an opening cost', 'depots[0].openingCost');
  if (depot.capacity !== null) throw refuse('the capacity of a depot', 'depots[0].capacity');
  if (costPerDistance !== 1) throw refuse('a cost per distance', 'costPerDistance');
  if (vehicleCost !== 0) throw refuse('a cost per vehicle', 'vehicleCost');
  if (Object.values(rules).some((rule) => rule !== undefined && (typeof rule !== 'object' || Object.keys(rule).length > 0)))
    throw refuse('rules', 'rules');
  if (travel.kind === 'great-circle') throw refuse('great-circle distances', 'travel.kind');
  if (travel.kind === 'euclidean' && travel.scale !== 1) throw refuse(`distances times ${travel.scale}`, 'travel.scale');
  if (travel.kind === 'matrix' && travel.values.some((row) => row.includes(null)))
    throw refuse('a pair of places without a way', 'travel.values');
  if (name !== name.trim() || /[\r\n]/.test(name)) throw refuse('a name with line breaks or with blanks at its ends', 'name');
}
