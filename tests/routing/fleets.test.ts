/** Hours and fleets with the external routers that `npm run peers` has installed. */
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { integerProblem } from '../../src/routing/integer-problem.ts';
import { availableRouters, findRouter } from '../../src/routing/registry.ts';

/** Two customers, east and west, 10 minutes away each; only the truck may serve `w`, and `e` opens at noon for five minutes. */
const shifts = createInstance({
  name: 'shifts',
  depots: [{ id: 'hub', x: 0, y: 0, loadingTime: 5 }],
  customers: [
    {
      id: 'e',
      x: 10,
      y: 0,
      demand: 2.5,
      quantities: { m3: 1 },
      serviceTime: 7,
      timeWindows: [
        [480, 485],
        [720, 725],
      ],
    },
    { id: 'w', x: -10, y: 0, demand: 3, vehicles: ['truck'], timeWindows: [[700, 705]] },
    { id: 'n', x: 0, y: 10, demand: 1 },
  ],
  vehicles: [
    { id: 'van', capacity: { demand: 4, m3: 2 }, fixedCost: 10, shift: [470, 1000] },
    { id: 'truck', capacity: 9, fixedCost: 50, costPerDistance: 2, shift: [470, 1000], maxStops: 2, available: 1 },
  ],
  travel: { kind: 'euclidean', speed: 60 },
});

describe('fleets in integers', () => {
  it('start after loading, keep windows and say which types may serve', () => {
    const { types, demands, servedBy, calendar } = integerProblem(shifts, 2 ** 31);
    const starts = types.map(({ schedule }) => schedule?.span[0]);
    expect(starts[0]).toBe(starts[1]);
    expect(types.map(({ count, maxStops }) => [count, maxStops])).toEqual([
      [3, 3],
      [1, 2],
    ]);
    expect(types[0].capacity).toEqual([40, 1]);
    expect(demands).toEqual([
      [25, 30, 10],
      [1, 0, 0],
    ]);
    expect(calendar?.windows[0]).toHaveLength(2);
    expect(servedBy).toEqual([[0, 1], [1], [0, 1]]);
    expect(Number(calendar?.service[0]) / Number(types[0].schedule?.times[0][1])).toBeCloseTo(0.7, 6);
  });
});

const routers = (await availableRouters()).filter(({ name }) => name !== 'hgs');
const solve = async (name: string, cvrp: Instance) => (await findRouter(name)).solve(cvrp, { stop: { seconds: 1 }, seed: 1 });

describe.each(routers)('$name', ({ name, available }) => {
  it.skipIf(!available || name === 'vrpsolvereasy')('keeps windows, shifts, quantities and vehicle types', async () => {
    const { routes } = await solve(name, shifts);
    const { violations, cost } = verify(shifts, { routes });
    expect(violations).toEqual([]);
    // The van serves e and n, the truck w: 10 + 50 fixed, 20 + √200 for the van, twice 20 for the truck.
    expect(cost.total).toBeCloseTo(60 + 20 + Math.SQRT2 * 10 + 40, 6);
    expect(routes.find(({ stops }) => stops.includes('w'))?.vehicle).toBe('truck');
  });

  it.skipIf(!available || name === 'ortools')('refuses by name what it cannot express', async () => {
    const hourly = createInstance({
      ...shifts,
      vehicleCapacity: undefined,
      vehicles: shifts.vehicles?.map((type) => ({ ...type, costPerHour: 3 })),
    });
    await expect(solve(name, hourly)).rejects.toMatchObject({
      code: 'E_UNSUPPORTED',
      message: expect.stringContaining('vehicles.costPerHour'),
    });
  });

  it.skipIf(!available || name !== 'ortools')('keeps the longest duration and the number of vehicles', async () => {
    const limited = createInstance({
      ...shifts,
      vehicleCapacity: undefined,
      depots: [{ ...shifts.depots[0], maxVehicles: 2 }],
      vehicles: shifts.vehicles?.map((type) => ({ ...type, costPerHour: 6, maxDuration: 60 })),
    });
    const { routes } = await solve(name, limited);
    expect(verify(limited, { routes }).violations).toEqual([]);
    expect(routes).toHaveLength(2);
  });
});
