/** Random tiny instances with hours, fleets and money: each part of the model is switched on at random, so that combinations are met. */
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';

type Vehicle = NonNullable<InstanceInput['vehicles']>[number];

/** Random draws, and the units that numbers of this instance come in. */
class Draw {
  readonly random: Random;
  readonly whole: boolean;
  readonly load: number;
  readonly money: number;
  readonly length: number;
  /** Units of time in a minute. */
  readonly minute: number;
  readonly timeUnit: 's' | 'min' | 'h';

  constructor(seed: number) {
    this.random = new Random(seed);
    this.whole = this.chance(0.5);
    [this.load, this.money, this.length] = [this.magnitude(), this.magnitude(), this.magnitude()];
    this.timeUnit = this.pick(['min', 'min', 's', 'h'] as const);
    this.minute = { s: 60, min: 1, h: 1 / 60 }[this.timeUnit];
  }

  chance(share: number): boolean {
    return this.random.float() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random.int(list.length)];
  }

  /** From 0 to `most`, whole in half of the instances. */
  number(most: number): number {
    return this.whole ? this.random.int(most + 1) : this.random.float() * most;
  }

  between(least: number, most: number): number {
    return least + this.number(most - least);
  }

  some<T>(list: readonly T[]): readonly T[] {
    const chosen = list.filter(() => this.chance(0.5));
    return chosen.length > 0 ? chosen : [this.pick(list)];
  }

  private magnitude(): number {
    return this.chance(0.85) ? 1 : 10 ** (this.random.int(9) - 4);
  }
}

/** Travel of 40 units in an hour across a square of 20: half an hour from side to side. */
const speed = 40;

export function drawFleetInstance(seed: number): Instance {
  const draw = new Draw(seed);
  const [n, m, types] = [1 + draw.random.int(6), 1 + draw.random.int(3), 1 + draw.random.int(3)];
  const timed = draw.chance(0.75);
  const globe = draw.chance(0.2);
  // On the globe, a length is a tenth of a degree over ten: some 20 km across.
  const spot = () => (globe ? draw.number(20) / 100 : draw.length * draw.number(20));
  const place = (id: string) => ({ id, x: spot() + (globe ? 5 : 0), y: spot() + (globe ? 50 : 0) });
  const typeIds = Array.from({ length: types }, (_, k) => `v${k}`);
  const listed = draw.chance(0.85);
  const customers = drawCustomers(
    draw,
    Array.from({ length: n }, (_, i) => place(`c${i}`)),
    timed,
    listed ? typeIds : [],
  );
  const depots = drawDepots(
    draw,
    Array.from({ length: m }, (_, d) => place(`d${d}`)),
    timed,
    customers,
  );
  const vehicles = typeIds.map((id) => drawVehicle(draw, id, timed, customers, depots));
  const unit = globe ? 1 : draw.length;
  const most = Math.max(draw.load, ...customers.map(({ demand }) => demand));
  return createInstance({
    name: `tiny fleet ${seed}`,
    depots,
    customers,
    ...(listed
      ? { vehicles, ...(draw.chance(0.4) && { emissionPrice: draw.number(3) }) }
      : {
          vehicleCapacity: most * draw.pick([1, 1.5, 2, 3]),
          vehicleCost: draw.money * draw.number(30),
          ...(draw.chance(0.2) && { maxRouteDistance: unit * draw.between(20, 90) }),
        }),
    costPerDistance: draw.chance(0.7) ? 1 : draw.number(3),
    units: { time: draw.timeUnit },
    travel: globe
      ? { kind: 'great-circle', detour: draw.pick([1, 1.3]), rounding: draw.pick(['none', 'ceil'] as const), ...(timed && { speed }) }
      : draw.chance(0.5)
        ? {
            kind: 'euclidean',
            rounding: draw.length === 1 ? draw.pick(['none', 'ceil', 'nearest'] as const) : 'none',
            ...(timed && { speed: speed * unit }),
          }
        : drawMatrix(draw, n + m, timed),
    rules: drawRules(draw, customers, depots),
  });
}

type Place = { readonly id: string; readonly x: number; readonly y: number };
type CustomerInput = InstanceInput['customers'][number];
type DepotInput = InstanceInput['depots'][number];

function drawCustomers(draw: Draw, places: readonly Place[], timed: boolean, types: readonly string[]): readonly CustomerInput[] {
  const service = timed && draw.chance(0.5);
  const windows = timed && draw.chance(0.7);
  const barred = types.length > 0 && draw.chance(0.3);
  const quantities = types.length > 0 && draw.chance(0.3) ? ['m³', 'pallets'].slice(0, 1 + draw.random.int(2)) : [];
  return places.map((place) => ({
    ...place,
    demand: draw.load * (draw.chance(0.1) ? 0 : 1 + draw.number(8)),
    ...(service && draw.chance(0.8) && { serviceTime: draw.minute * draw.number(20) }),
    ...(windows && draw.chance(0.75) && { timeWindows: drawWindows(draw) }),
    ...(barred && draw.chance(0.4) && { vehicles: [...draw.some(types)] }),
    ...(quantities.length > 0 && { quantities: Object.fromEntries(quantities.map((name) => [name, draw.number(10)])) }),
  }));
}

/** One to three, apart from each other. */
function drawWindows(draw: Draw): [number, number][] {
  const windows: [number, number][] = [];
  let from = draw.between(0, 150);
  const count = draw.pick([1, 1, 2, 3]);
  const width = draw.pick([0, 30, 90]);
  while (windows.length < count) {
    const to = from + draw.number(width) + (width === 0 ? 0 : 5);
    windows.push([draw.minute * from, draw.minute * to]);
    from = to + 5 + draw.number(60);
  }
  return windows;
}

function drawDepots(draw: Draw, places: readonly Place[], timed: boolean, customers: readonly CustomerInput[]): readonly DepotInput[] {
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const hours = timed && draw.chance(0.35);
  const loading = timed && draw.chance(0.3);
  const [handling, least, room] = [draw.chance(0.3), draw.chance(0.2), draw.chance(0.25)];
  const tight = draw.chance(0.3);
  return places.map((place) => ({
    ...place,
    capacity: tight ? (total * (0.8 + 0.5 * draw.random.float())) / Math.max(1, places.length - draw.random.int(2)) : null,
    openingCost: draw.chance(0.3) ? 0 : draw.money * draw.number(40),
    status: draw.chance(0.9) ? 'candidate' : draw.pick(['open', 'closed'] as const),
    ...(hours &&
      draw.chance(0.7) && { openingHours: [draw.minute * draw.number(40), draw.minute * draw.between(150, 400)] as [number, number] }),
    ...(loading && { loadingTime: draw.minute * draw.number(15) }),
    ...(handling && { handlingCost: (draw.money * draw.number(4)) / draw.load }),
    ...(least && draw.chance(0.6) && { minLoad: total * draw.random.float() * 0.6 }),
    ...(room && draw.chance(0.6) && { maxVehicles: 1 + draw.random.int(3) }),
  }));
}

function drawVehicle(draw: Draw, id: string, timed: boolean, customers: readonly CustomerInput[], depots: readonly DepotInput[]): Vehicle {
  const demands = customers.map(({ demand }) => demand);
  const demand = Math.max(draw.load, ...demands) * draw.pick([0.7, 1, 1.5, 2, 3, 4]);
  const names = Object.keys(customers[0].quantities ?? {}).filter(() => draw.chance(0.8));
  const others = names.map((name) => [name, 10 * draw.pick([1, 1.5, 2.5])] as const);
  const ids = depots.map((depot) => String(depot.id));
  const perDepot = draw.chance(0.5)
    ? draw.pick([1, 2])
    : Object.fromEntries(draw.some(ids).map((depot) => [depot, draw.pick([0, 1, 2, 3, 3])]));
  return {
    id,
    capacity: others.length > 0 ? { demand, ...Object.fromEntries(others) } : demand,
    ...(draw.chance(0.8) && { fixedCost: draw.money * draw.number(30) }),
    ...(draw.chance(0.5) && { costPerDistance: draw.number(3) }),
    ...(timed && draw.chance(0.4) && { costPerHour: draw.money * draw.number(20) }),
    ...(draw.chance(0.25) && { available: draw.pick([0, 1, 2, 2, 3]) }),
    ...(draw.chance(0.2) && { availablePerDepot: perDepot }),
    ...(draw.chance(0.2) && { depots: [...draw.some(ids)] }),
    ...(draw.chance(0.2) && { maxDistance: draw.length * draw.between(20, 90) }),
    ...(timed && draw.chance(0.3) && { maxDuration: draw.minute * draw.between(60, 240) }),
    ...(draw.chance(0.2) && { maxStops: 1 + draw.random.int(4) }),
    ...(timed && draw.chance(0.3) && { shift: [draw.minute * draw.number(60), draw.minute * draw.between(150, 350)] as [number, number] }),
    ...(timed && draw.chance(0.3) && { speedFactor: draw.pick([0.5, 0.8, 1.25, 2]) }),
    ...(draw.chance(0.3) && { emissionPerDistance: draw.number(2) }),
  };
}

function drawMatrix(draw: Draw, size: number, timed: boolean): InstanceInput['travel'] {
  const gaps = draw.pick([0, 0, 0.1, 0.25]);
  const symmetric = draw.chance(0.4);
  const values: (number | null)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => (draw.chance(gaps) ? null : draw.length * draw.number(20))),
  );
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++) {
      if (a === b) values[a][b] = 0;
      else if (symmetric) values[a][b] = values[b][a];
    }
  if (!timed) return { kind: 'matrix', values };
  if (draw.chance(0.4)) return { kind: 'matrix', values, speed: speed * draw.length };
  const durations = values.map((row, a) =>
    row.map((value, b) => (value === null && draw.chance(0.5) ? null : a === b ? 0 : draw.minute * draw.number(40))),
  );
  return { kind: 'matrix', values, durations };
}

const pairOf = ([first, ...others]: readonly string[]) => [[first], others] as const;

function drawRules(draw: Draw, customers: readonly CustomerInput[], depots: readonly DepotInput[]): InstanceInput['rules'] {
  const [n, m] = [customers.length, depots.length];
  const ids = (list: readonly { readonly id: string | number }[]) => list.map(({ id }) => String(id));
  const group = (of: readonly string[]) =>
    Array.from(draw.random.shuffle(Int32Array.from(of.keys())).slice(0, Math.min(of.length, 2 + draw.random.int(2))), (k) => of[k]);
  const lists = () =>
    Object.fromEntries(
      ids(customers)
        .filter(() => draw.chance(0.3))
        .map((id) => [id, [...draw.some(ids(depots))]]),
    );
  return {
    ...(draw.chance(0.12) && { minOpen: draw.random.int(m + 1) }),
    ...(draw.chance(0.15) && { maxOpen: 1 + draw.random.int(m) }),
    ...(draw.chance(0.12) && { openingBudget: draw.money * draw.between(10, 80) }),
    ...(m > 1 && draw.chance(0.25) && { oneOf: [group(ids(depots))] }),
    ...(n > 1 && draw.chance(0.12) && { together: [group(ids(customers))] }),
    ...(n > 1 && draw.chance(0.12) && { apart: [group(ids(customers))] }),
    ...(draw.chance(0.12) && { allowed: lists() }),
    ...(draw.chance(0.12) && m > 1 && { forbidden: lists() }),
    ...(n > 1 && draw.chance(0.25) && { incompatible: [pairOf(group(ids(customers)))] }),
  };
}
