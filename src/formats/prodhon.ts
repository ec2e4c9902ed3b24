/**
 * The plain-text files in which Prins, Prodhon and Wolfler Calvo (2006) published sets P, T and B: numbers alone, in the order
 * customers, depots, depot coordinates, customer coordinates, vehicle capacity, depot capacities, demands, opening costs,
 * cost per vehicle, flag. Flag 0: an arc costs ceil(100 · d); flag 1: plain d.
 */
import { createInstance } from '../problem/instance.ts';
import type { InstanceFormat } from './format.ts';
import { NumberReader, parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';

export const prodhonFormat: InstanceFormat = {
  name: 'dat',
  title: 'Prins–Prodhon text (benchmark sets P, T and B)',
  extensions: ['.dat'],

  recognises(source: Source) {
    const [first, second] = source.text.slice(0, 1000).trim().split(/\s+/).map(parseDecimal);
    return first !== undefined && second !== undefined;
  },

  read([source], options) {
    const numbers = new NumberReader(source);
    const n = numbers.nextCount('the number of customers');
    const m = numbers.nextCount('the number of depots');
    const wide = hasWideDepotRows(numbers, n, m);
    const depotPlaces = collect(m, (d) => {
      const place = { x: numbers.next(`x of depot ${d}`), y: numbers.next(`y of depot ${d}`) };
      if (wide) for (const column of ['third', 'fourth']) requireZero(numbers, `the ${column} column of depot ${d}`);
      return place;
    });
    const customerPlaces = collect(n, (i) => ({ x: numbers.next(`x of customer ${i}`), y: numbers.next(`y of customer ${i}`) }));
    const vehicleCapacity = numbers.nextNonNegative('the vehicle capacity');
    if (vehicleCapacity === 0) throw numbers.fault('E_VALUE', 'the vehicle capacity must be above 0');
    const capacities = collect(m, (d) => numbers.nextNonNegative(`the capacity of depot ${d}`));
    const demands = collect(n, (i) => numbers.nextNonNegative(`the demand of customer ${i}`));
    const openingCosts = collect(m, (d) => numbers.nextNonNegative(`the opening cost of depot ${d}`));
    const vehicleCost = numbers.nextNonNegative('the cost per vehicle');
    const flag = numbers.next('the distance flag (0: ceil of 100 times the distance, 1: the distance itself)');
    if (flag !== 0 && flag !== 1)
      throw numbers.fault('E_VALUE', `the distance flag must be 0 (ceil of 100 times the distance) or 1 (plain), not ${flag}`, flag);
    numbers.requireEnd('the distance flag');
    return createInstance({
      name: options.name ?? source.stem,
      // Capacity 0 is how these files write that a depot has no limit.
      depots: depotPlaces.map((place, d) => ({
        id: String(d),
        ...place,
        capacity: capacities[d] === 0 ? null : capacities[d],
        openingCost: openingCosts[d],
      })),
      customers: customerPlaces.map((place, i) => ({ id: String(i), ...place, demand: demands[i] })),
      vehicleCapacity,
      vehicleCost,
      travel: flag === 0 ? { kind: 'euclidean', scale: 100, rounding: 'ceil' } : { kind: 'euclidean', scale: 1, rounding: 'none' },
    });
  },
};

/** Not Array.from: a wrong count in the header must end with the fault of `item`, not fill the memory. */
function collect<T>(count: number, item: (k: number) => T): T[] {
  const items: T[] = [];
  for (let k = 0; k < count; k++) items.push(item(k));
  return items;
}

/** `coordOr117` gives each depot four columns, the last two all zero; both the total and the lines must say so. */
function hasWideDepotRows(numbers: NumberReader, n: number, m: number): boolean {
  const usual = 2 + 2 * m + 2 * n + 1 + m + n + m + 2;
  if (numbers.count !== usual + 2 * m) return false;
  for (let d = 0; d < m; d++) if (numbers.countOnLineOf(2 + 4 * d) !== 4) return false;
  return true;
}

/** The meaning of these two columns is not documented, so anything but zero is refused. */
function requireZero(numbers: NumberReader, column: string): void {
  const value = numbers.next(column);
  if (value !== 0)
    throw numbers.fault('E_FORMAT_UNSUPPORTED', `${column} is ${value}; only x, y, 0, 0 is known for depot lines of four numbers`, value);
}
