/** The same seed and iterations give the same answer to the bit, from one version to the next, unless a change of the search is on purpose. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { featuredInstance } from './featured-instance.ts';

interface Kind {
  readonly customers: number;
  readonly depots: number;
  /** Supply over demand; unlimited unless given. */
  readonly supply?: number;
  readonly travel?: 'ceil' | 'none' | 'matrix' | 'gaps';
  readonly rules?: (random: Random) => InstanceInput['rules'];
}

function region(seed: number, { customers: n, depots: m, supply, travel = 'none', rules }: Kind): Instance {
  const random = new Random(seed);
  const place = (id: string) => ({ id, x: random.int(1000), y: random.int(1000) });
  const customers = Array.from({ length: n }, (_, i) => ({ ...place(`c${i}`), demand: 1 + random.int(20) }));
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const capacity = supply === undefined ? null : Math.ceil((supply * total) / m);
  const depots = Array.from({ length: m }, (_, d) => ({ ...place(`d${d}`), capacity, openingCost: 200 + random.int(400) }));
  const gap = travel === 'gaps' ? 0.1 : 0;
  const arc = (a: number, b: number) => (a === b ? 0 : a >= m && b >= m && random.float() < gap ? null : 1 + random.int(500));
  const size = n + m;
  return createInstance({
    name: `golden ${seed}`,
    depots,
    customers,
    vehicleCapacity: 100,
    vehicleCost: 50,
    travel:
      travel === 'matrix' || travel === 'gaps'
        ? { kind: 'matrix', values: Array.from({ length: size }, (_, a) => Array.from({ length: size }, (_, b) => arc(a, b))) }
        : { kind: 'euclidean', scale: 1, rounding: travel },
    rules: rules?.(random),
  });
}

const kinds: Readonly<Record<string, Kind>> = {
  'one depot': { customers: 60, depots: 1 },
  'ample depots': { customers: 50, depots: 8 },
  'tight depots': { customers: 40, depots: 6, supply: 1.6 },
  'full depots': { customers: 30, depots: 3, supply: 1.02 },
  'whole distances': { customers: 45, depots: 5, supply: 2, travel: 'ceil' },
  'a matrix': { customers: 30, depots: 4, supply: 2, travel: 'matrix' },
  'a matrix with gaps': { customers: 25, depots: 3, travel: 'gaps' },
  'many depots': { customers: 60, depots: 14, supply: 3 },
  'counted depots': { customers: 40, depots: 7, supply: 3, rules: () => ({ minOpen: 3, maxOpen: 4, openingBudget: 2500 }) },
  'restricted customers': {
    customers: 30,
    depots: 5,
    supply: 2.5,
    rules: () => ({ allowed: { c0: ['d0', 'd1'], c7: ['d3'] }, forbidden: { c3: ['d2'], c4: ['d0', 'd4'] } }),
  },
  'coupled customers': {
    customers: 30,
    depots: 5,
    supply: 2.5,
    rules: () => ({ together: [['c1', 'c2', 'c3']], apart: [['c4', 'c5', 'c6']] }),
  },
};

/** Arcs computed from coordinates, since a matrix would be too large. */
function country(travel: InstanceInput['travel'], more: Partial<InstanceInput> = {}): Instance {
  const random = new Random(5);
  const place = (id: string) => ({ id, x: random.int(1000) / 50, y: random.int(1000) / 50 });
  return createInstance({
    name: 'country',
    depots: Array.from({ length: 4 }, (_, d) => ({ ...place(`d${d}`), openingCost: 300 })),
    customers: Array.from({ length: 2600 }, (_, i) => ({ ...place(`c${i}`), demand: 1 + random.int(20) })),
    vehicleCapacity: 400,
    vehicleCost: 10,
    travel,
    ...more,
  });
}

const plane = { kind: 'euclidean', speed: 60 } as const;
const large: Readonly<Record<string, () => Instance>> = {
  'on a plane': () => country(plane),
  'on the globe, lengths limited': () => country({ kind: 'great-circle', unit: 'km', detour: 1.3 }, { maxRouteDistance: 9000 }),
  'on a plane, with hours': () =>
    country(plane, {
      vehicles: [{ id: 'van', capacity: 400, costPerHour: 3, maxDuration: 900 }],
      vehicleCapacity: undefined,
      vehicleCost: undefined,
    }),
};

async function outcome(instance: Instance, seed: number, iterations: number) {
  const { cost, routes } = await search(instance, { stop: { iterations }, seed });
  const shown = routes.map(({ depot, vehicle = 0, stops }) => `${depot} ${vehicle}: ${Array.from(stops).join(' ')}`).sort();
  // The last digits of a sum are no plan.
  return { cost: Number(cost.toPrecision(9)), routes: createHash('sha256').update(shown.join()).digest('hex').slice(0, 12) };
}

describe('golden runs', () => {
  it.each([1, 2, 3, 4])('every feature and goods apart, seed %i', async (seed) => {
    const run = outcome(featuredInstance(seed, 20 + seed, 3, { separate: true }), seed, 60);
    expect(await run.catch(({ code }) => code)).toMatchSnapshot();
  });

  it.each(Array.from({ length: 24 }, (_, seed) => seed))('every feature, seed %i', async (seed) => {
    const run = outcome(featuredInstance(seed, 12 + seed, 2 + (seed % 4)), seed, 60);
    expect(await run.catch(({ code }) => code)).toMatchSnapshot();
  });

  it.each(Object.keys(large))('%s', async (kind) => {
    expect(await outcome(large[kind](), 1, 4)).toMatchSnapshot();
  });

  it.each(Object.keys(kinds).flatMap((kind) => [1, 2].map((seed) => [kind, seed] as const)))('%s, seed %i', async (kind, seed) => {
    const { cost, routes, iterations } = await search(region(10 * seed + kind.length, kinds[kind]), { stop: { iterations: 150 }, seed });
    const shown = routes.map(({ depot, stops }) => `${depot}: ${Array.from(stops).join(' ')}`).sort();
    expect({ cost, iterations, routes: shown }).toMatchSnapshot();
  });
});
