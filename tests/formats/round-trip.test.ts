import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFile } from '../../src/formats/decode.ts';
import { formats } from '../../src/formats/formats.ts';
import { readPlan } from '../../src/formats/plan.ts';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { vehicleSlots } from '../../src/formats/vehicle-slots.ts';
import { encodeInstance, solutionFormats, writeInstance, writeSolution } from '../../src/formats/write.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import type { Plan } from '../../src/problem/solution.ts';
import { type Violation, verify } from '../../src/problem/verify.ts';
import { anyInstance, benchmarkInstance, cvrpInstance } from '../random-instances.ts';
import { scaled } from '../scaled.ts';
import { drawFleetInstance } from '../search/tiny-fleets.ts';

/** What was read back, through bytes like a file; undefined where the format refuses the instance. */
async function throughFile(instance: Instance, format: string): Promise<Instance | undefined> {
  try {
    const written = formats.find(({ name }) => name === format)?.encode
      ? [await encodeInstance(instance, format)]
      : writeInstance(instance, format).map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
    const files = (await Promise.all(written.map(decodeFile))).flat();
    expect(recogniseFormat(files).name).toBe(format);
    const warnings: ReadWarning[] = [];
    return readInstance(files, { onWarning: (warning) => warnings.push(warning) });
  } catch (error) {
    expect(error).toMatchObject({ code: 'E_FORMAT_UNSUPPORTED' });
    return undefined;
  }
}

/** Instances of every kind: with labels that test quoting, as in benchmarks, and such as the search is tested with. */
const everyKind = fc.oneof(
  { weight: 3, arbitrary: anyInstance },
  { weight: 1, arbitrary: fc.nat(1e6).map(drawFleetInstance) },
  { weight: 1, arbitrary: cvrpInstance },
);

/** A quantity that no vehicle limits is refused in a planner's table, and so in ours. */
const tables = ({ vehicles, customers }: Instance) =>
  vehicles !== undefined || customers.every(({ quantities }) => quantities === undefined);

describe('write, then read', () => {
  it.each([
    { format: 'json', runs: 100, keeps: () => true },
    { format: 'geojson', runs: 100, keeps: tables },
    { format: 'csv', runs: 100, keeps: tables },
    { format: 'xlsx', runs: 40, keeps: () => false },
  ])('$format keeps an instance or refuses it', async ({ format, runs, keeps }) => {
    let equal = 0;
    await fc.assert(
      fc.asyncProperty(everyKind, async (instance) => {
        const back = await throughFile(instance, format);
        if (back === undefined) {
          expect(keeps(instance)).toBe(false);
          return;
        }
        expect(back).toEqual(instance);
        expect(instanceHash(back)).toBe(instanceHash(instance));
        equal++;
      }),
      { numRuns: scaled(runs) },
    );
    expect(equal).toBeGreaterThan(scaled(runs) / 4);
  });

  it.each(['vrp', 'solomon'])('%s keeps what every plan costs, and whether it is allowed, or refuses the instance', async (format) => {
    let equal = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(everyKind, benchmarkInstance, benchmarkInstance), fc.infiniteStream(fc.nat()), async (instance, draws) => {
        const back = await throughFile(instance, format);
        if (back === undefined) return;
        equal++;
        for (let k = 0; k < 5; k++) {
          const plan = somePlan(instance, () => draws.next().value as number);
          expect(judged(back, plan)).toEqual(judged(instance, plan));
        }
      }),
      { numRuns: scaled(200) },
    );
    if (format === 'vrp') expect(equal).toBeGreaterThan(scaled(200) / 20);
  });

  it('keeps plans, or refuses them', () => {
    fc.assert(
      fc.property(everyKind, fc.constantFrom(...solutionFormats), fc.infiniteStream(fc.nat()), (instance, { name }, draws) => {
        let plan: Plan;
        try {
          plan = toPlan(
            instance,
            somePlan(instance, () => draws.next().value as number),
          );
          const back = readPlan(writeSolution(instance, plan, name), instance);
          expect(verify(instance, back)).toEqual(verify(instance, plan));
        } catch (error) {
          expect(error).toMatchObject({ code: 'E_FORMAT_UNSUPPORTED' });
        }
      }),
      { numRuns: scaled(200) },
    );
  });

  it('a VRPLIB solution with an open depot that serves nobody is refused', () => {
    const depots = [{ id: 'A', x: 0, y: 0 }, { id: 'B', x: 1, y: 0, openingCost: 1 }]; // biome-ignore format: a list
    const vehicles = [{ id: 'v', capacity: 1, availablePerDepot: { A: 1, B: 1 } }];
    const instance = createInstance({
      name: 'idle',
      depots,
      vehicles,
      customers: [{ id: 'a', x: 0, y: 0, demand: 1 }],
      rules: { minOpen: 2 },
    });
    const plan = { routes: [{ depot: 'A', vehicle: 'v', stops: ['a'] }], openDepots: ['A', 'B'] };
    expect(() => writeSolution(instance, plan, 'sol')).toThrow('openDepots: VRPLIB solution (one depot) cannot hold this');
  });

  it('a limit on distance is not one on service', () => {
    const instance = createInstance({
      name: 'long service',
      depots: [{ id: '1', x: 0, y: 0, status: 'open' }],
      customers: [{ id: '2', x: 3, y: 4, demand: 1, serviceTime: 90 }],
      vehicleCapacity: 1,
      maxRouteDistance: 20,
      travel: { kind: 'euclidean', speed: 60 },
    });
    const [file] = writeInstance(instance, 'vrp');
    expect(file.text).toContain('VEHICLES_MAX_DISTANCE : 20');
    const back = readInstance(file);
    expect(verify(back, { routes: [{ depot: '1', stops: ['2'] }] }).violations).toEqual([]);
  });

  it.each([
    ['a fleet of none', { available: 0 }, /VEHICLES/],
    ['vehicles that may serve nobody', { available: 1 }, /VEHICLES_ALLOWED_CLIENTS|vehicle 1/],
  ])('vrp refuses %s', (_, more, message) => {
    const instance = createInstance({
      name: 'odd',
      depots: [{ id: '1', x: 0, y: 0, status: 'open' }],
      customers: [{ id: '2', x: 3, y: 4, demand: 1, vehicles: ['b'] }],
      vehicles: [
        { id: 'a', capacity: 1, ...more },
        { id: 'b', capacity: 2, available: more.available },
      ],
    });
    expect(() => writeInstance(instance, 'vrp')).toThrow(NeoLrpError);
    expect(() => writeInstance(instance, 'vrp')).toThrow(message);
  });

  it('covers every format that claims to be lossless', () => {
    expect(formats.filter(({ lossless }) => lossless).map(({ name }) => name)).toEqual([
      'geojson',
      'json',
      'vrp',
      'solomon',
      'csv',
      'xlsx',
    ]);
    for (const { write, encode, lossless } of formats) expect((write ?? encode) === undefined).toBe(lossless === undefined);
  });

  it('names what can be written when asked for what cannot', () => {
    fc.assert(
      fc.property(cvrpInstance, fc.constantFrom('dat', 'schneider', 'mdvrp'), (instance, format) => {
        expect(() => writeInstance(instance, format)).toThrow(/can be read but not written; write one of geojson, json, vrp, solomon, csv/);
      }),
      { numRuns: scaled(5) },
    );
  });
});

/** Routes by position; vehicles by their position in a file that lists them one by one. */
interface Positions {
  readonly depot: number;
  readonly stops: readonly number[];
  readonly slot: number | undefined;
}

/** Each customer on some route. */
function somePlan(instance: Instance, draw: () => number): readonly Positions[] {
  const listed = countable(instance);
  const routes = (listed ?? instance.depots.map((_, depot) => ({ depot }))).map(({ depot }, k) => ({
    depot,
    stops: [] as number[],
    slot: listed && k,
  }));
  if (routes.length > 0) for (const i of instance.customers.keys()) routes[draw() % routes.length].stops.push(i);
  return routes.filter(({ stops }) => stops.length > 0);
}

function countable(instance: Instance) {
  try {
    return vehicleSlots(instance);
  } catch {
    return undefined;
  }
}

function toPlan(instance: Instance, positions: readonly Positions[]): Plan {
  const { depots, customers, vehicles = [] } = instance;
  const slots = countable(instance);
  return {
    routes: positions.map(({ depot, stops, slot }) => ({
      depot: depots[depot].id,
      ...(vehicles.length > 0 && { vehicle: vehicles[slots?.[slot ?? 0].type ?? 0].id }),
      stops: stops.map((i) => customers[i].id),
    })),
  };
}

function judged(instance: Instance, positions: readonly Positions[]): { readonly cost: number; readonly kinds: readonly string[] } {
  const { cost, violations } = verify(instance, toPlan(instance, positions));
  return { cost: cost.total, kinds: violations.map(({ kind }: Violation) => kind).sort() };
}
