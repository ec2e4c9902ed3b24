/**
 * Time-window files of Solomon (1987) and of Gehring and Homberger (1999): a name, VEHICLE with NUMBER and CAPACITY, CUSTOMER with a row
 * a node: number, x, y, demand, ready time, due date, service time. Node 0 is the depot. A unit of distance takes a unit of time.
 * The files do not say how distances are rounded; unless the reader is told, they are not.
 */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance } from '../problem/instance.ts';
import { capacityFor, demandName } from '../problem/vehicles.ts';
import { keptByBenchmarks, noEnd, requireEnd } from './benchmark-limits.ts';
import { distanceRule, unitSpeed } from './distance-rules.ts';
import type { InstanceFormat } from './format.ts';
import { NumberReader } from './numbers.ts';
import { fileNameOf, type Source } from './source.ts';

export const solomonFormat: InstanceFormat = {
  name: 'solomon',
  title: 'Solomon and Homberger text (VRPTW)',
  extensions: ['.txt'],
  lossless:
    'one open depot, one vehicle type with a number and a capacity, one window a customer; ids become node numbers, the depot being 0',

  recognises: ({ text }) => /^\s*\S[^\n]*\n\s*VEHICLE\s*\n\s*NUMBER\s+CAPACITY\s*\n/i.test(text.slice(0, 1000)),

  read([source], options) {
    const { name, number, capacity, nodes } = readText(source);
    const { scale, rounding } = distanceRule(options.rounding ?? 'none');
    const [depot, ...customers] = nodes;
    return createInstance({
      name: options.name ?? name,
      depots: [{ id: depot.id, x: depot.x, y: depot.y, status: 'open', openingHours: depot.window }],
      customers: customers.map(({ id, x, y, demand, window, service }) => ({
        id,
        x,
        y,
        demand,
        serviceTime: service,
        timeWindows: [window],
      })),
      vehicles: [{ id: '1', capacity, available: number }],
      ...(scale !== 1 && { costPerDistance: 1 / scale }),
      travel: { kind: 'euclidean', scale, rounding, speed: unitSpeed * scale },
    });
  },

  write(instance) {
    const {
      depots: [depot],
      vehicles: [type] = [],
    } = instance;
    if (type?.available === undefined)
      throw new NeoLrpError('E_FORMAT_UNSUPPORTED', "Solomon's files need a number of vehicles of one type; write JSON instead", {
        field: 'vehicles',
      });
    requireEnd(instance, "Solomon's files");
    const [opens, closes] = depot.openingHours ?? [0, noEnd];
    const rows = [
      [0, depot.x, depot.y, 0, opens, closes, 0],
      ...instance.customers.map(({ x, y, demand, timeWindows: [[ready, due]] = [[0, closes]], serviceTime = 0 }, i) => [
        i + 1,
        ...[x, y, demand, ready, due, serviceTime],
      ]),
    ];
    const lines = [
      instance.name,
      '',
      'VEHICLE',
      'NUMBER CAPACITY',
      `${type.available} ${capacityFor(type.capacity, demandName)}`,
      '',
      'CUSTOMER',
      'CUST NO. XCOORD. YCOORD. DEMAND READY TIME DUE DATE SERVICE TIME',
      '',
      ...rows.map((row) => row.join(' ')),
    ];
    return [{ name: `${fileNameOf(instance.name)}.txt`, text: `${lines.join('\n')}\n` }];
  },

  kept: keptByBenchmarks,
};

interface Node {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly demand: number;
  readonly window: readonly [number, number];
  readonly service: number;
}

function readText(source: Source) {
  const lines = new NumberReader(source);
  const name = lines.text('a name');
  for (const heading of ['VEHICLE', 'NUMBER CAPACITY']) lines.text(heading);
  const [number, capacity] = lines.numbers('number of vehicles, capacity', 2, 2);
  for (const heading of ['CUSTOMER', 'the names of columns']) lines.text(heading);
  const nodes: Node[] = [];
  do {
    const expected = 'number, x, y, demand, ready time, due date, service time';
    const [id, x, y, demand, ready, due, service] = lines.numbers(expected, 7, 7);
    nodes.push({ id: String(id), x, y, demand, window: [ready, due], service });
    if (nodes.length === 1 && (demand !== 0 || service !== 0))
      throw lines.fault('E_VALUE', 'the first node is the depot; expected a demand and a service time of 0');
  } while (!lines.atEnd);
  if (nodes.length < 2) throw lines.fault('E_SYNTAX', 'expected the depot and at least one customer');
  return { name, number, capacity, nodes };
}
