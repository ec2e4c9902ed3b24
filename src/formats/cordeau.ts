/**
 * Multi-depot files of Cordeau, Gendreau and Laporte (1997): `2 m n t`, then a line `D Q` for each of the t depots, then the n customers `i
 * x y d q f a list`, then the depots `i x y`. All depots exist already, so they are open at no cost.
 *
 * The fleet limit of m vehicles per depot is kept as a depot capacity of m·Q; the number of routes is not limited. A limit D on route
 * durations is not modelled and therefore refused; without it the service times d have no effect.
 */
import { createInstance } from '../problem/instance.ts';
import type { InstanceFormat } from './format.ts';
import { NumberReader } from './numbers.ts';

const problems = ['VRP', 'PVRP', 'MDVRP', 'SDVRP', 'VRPTW', 'PVRPTW', 'MDVRPTW', 'SDVRPTW'] as const;

export const cordeauFormat: InstanceFormat = {
  name: 'mdvrp',
  title: 'Cordeau multi-depot text',
  extensions: ['.mdvrp', '.txt'],

  recognises(source) {
    const first = /\S.*/.exec(source.text)?.[0].trim().split(/\s+/) ?? [];
    return first.length === 4 && first.every((token) => /^\d+$/.test(token)) && Number(first[0]) < problems.length;
  },

  read([source], options) {
    const rows = new NumberReader(source);
    const [type, vehicles, n, t] = rows.numbers('type, vehicles, customers, depots', 4);
    if (type !== 2)
      throw rows.fault(
        'E_FORMAT_UNSUPPORTED',
        `this is a ${problems[type] ?? 'problem of unknown type'} (type ${type}); only MDVRP (type 2) can be read`,
      );
    if (n < 1 || t < 1) throw rows.fault('E_VALUE', 'expected at least one customer and one depot');
    const vehicleCapacity = readFleet(rows, t);

    const customers: { id: string; x: number; y: number; demand: number }[] = [];
    for (let i = 0; i < n; i++) {
      const [id, x, y, , demand, frequency = 1, combinations = 0, ...list] = rows.numbers(
        `customer ${i + 1} of ${n}: i x y d q f a list`,
        5,
      );
      if (frequency !== 1) throw rows.fault('E_FORMAT_UNSUPPORTED', `customer ${id} must be visited ${frequency} times; expected once`);
      if (list.length !== combinations)
        throw rows.fault('E_SYNTAX', `customer ${id} announces ${combinations} visit combinations, but lists ${list.length}`);
      if (combinations !== 0 && combinations !== t)
        throw rows.fault('E_FORMAT_UNSUPPORTED', `customer ${id} may use ${combinations} of ${t} depots; expected all`);
      if (demand < 0) throw rows.fault('E_VALUE', `the demand of customer ${id} is negative`);
      customers.push({ id: String(id), x, y, demand });
    }
    const capacity = vehicles > 0 ? vehicles * vehicleCapacity : null;
    const depots: { id: string; x: number; y: number; capacity: number | null; status: 'open' }[] = [];
    for (let d = 0; d < t; d++) {
      const [id, x, y, ...rest] = rows.numbers(`depot ${d + 1} of ${t}: i x y`, 3);
      if (rest.some((value) => value !== 0)) throw rows.fault('E_SYNTAX', `depot ${id} has values beyond i x y that are not 0`);
      depots.push({ id: String(id), x, y, capacity, status: 'open' });
    }
    rows.requireEnd('the last depot');
    return createInstance({ name: options.name ?? source.stem, depots, customers, vehicleCapacity });
  },
};

/** The vehicle capacity that the D Q lines agree on. */
function readFleet(rows: NumberReader, depots: number): number {
  let capacity = 0;
  for (let d = 0; d < depots; d++) {
    const [duration, load] = rows.numbers(`depot ${d + 1} of ${depots}: longest route, vehicle capacity`, 2, 2);
    if (duration > 0)
      throw rows.fault(
        'E_FORMAT_UNSUPPORTED',
        `routes may last at most ${duration}; durations are not modelled, so only files with 0 (no limit) can be read`,
      );
    if (load <= 0) throw rows.fault('E_VALUE', `the vehicle capacity must be above 0, not ${load}`);
    if (d > 0 && load !== capacity)
      throw rows.fault('E_FORMAT_UNSUPPORTED', `vehicles differ: ${capacity} at an earlier depot, ${load} here; all must be alike`);
    capacity = load;
  }
  return capacity;
}
