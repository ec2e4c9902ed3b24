import { describe, expect, it } from 'vitest';
import { loadInstance } from '../../src/node/files.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { type WhatIfOptions, type WhatIfReport, whatIf } from '../../src/pipeline/what-if.ts';
import { changeInstance, type InstanceChanges } from '../../src/problem/change.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';

async function reports(instance: Instance, options: WhatIfOptions): Promise<WhatIfReport[]> {
  const all: WhatIfReport[] = [];
  for await (const report of whatIf(instance, options)) all.push(report);
  return all;
}
const last = async (instance: Instance, options: Partial<WhatIfOptions> = {}) =>
  (await reports(instance, { stop: { seconds: 10 }, ...options })).at(-1) as WhatIfReport;

describe('what-if answers', async () => {
  const tiny = await loadInstance('examples/tiny.json');
  const surrogate = new NetworkSurrogate(await loadModel('universal'));
  const all = await reports(tiny, { stop: { seconds: 10 }, surrogate });
  const report = all.at(-1) as WhatIfReport;
  const timed = createInstance({
    ...tiny,
    travel: { ...tiny.travel, speed: 30 },
    customers: tiny.customers.map((c) => ({ ...c, serviceTime: 5 })),
  });

  it('have the cheapest plan of every size, and both sides of every site', () => {
    expect(report).toMatchObject({ instance: 'tiny', model: 'universal', complete: true, best: { cost: 130, predicted: false, band: 0 } });
    expect(report.byCount.map(({ count, openDepots }) => [count, openDepots.length])).toEqual([1, 2, 3].map((count) => [count, count]));
    expect(report.sites.map(({ depot }) => depot)).toEqual(tiny.depots.map(({ id }) => id));
    for (const { open, closed, difference, predicted, band } of report.sites) {
      expect(Math.min(open ?? Number.POSITIVE_INFINITY, closed ?? Number.POSITIVE_INFINITY)).toBeCloseTo(130, 6);
      expect(difference).toBeCloseTo((open ?? 0) - (closed ?? 0), 6);
      expect([predicted, band]).toEqual([false, 0]);
    }
  });

  it('begin with predictions, which vanish one by one as plans are found', () => {
    const foretold = all.map(({ byCount }) => byCount.filter(({ predicted }) => predicted).length);
    expect(Math.max(...foretold)).toBe(3);
    expect(foretold.at(-1)).toBe(0);
    const solved = all.map((one) => one.solved);
    expect(solved).toEqual(solved.toSorted((a, b) => a - b));
    // Nothing says how far predictions are off before there are plans to compare them with.
    expect(all.flatMap(({ byCount }) => byCount).some(({ predicted, band }) => predicted && band !== null)).toBe(false);
  });

  it('are plans alone where the network does not see all that costs', async () => {
    const seen = await reports(timed, { stop: { seconds: 10 }, surrogate });
    expect(seen[0]).toMatchObject({ model: null, unpredicted: [expect.stringMatching(/working hours/)] });
    expect(seen.some(({ byCount }) => byCount.some(({ predicted }) => predicted))).toBe(false);
    expect(seen.at(-1)).toMatchObject({ complete: true, best: { predicted: false } });
  });

  it('are plans alone for a country with 21 shops at one far place, which the network would price as many trips', async () => {
    const shops = Array.from({ length: 60 }, (_, k) => ({ id: `s${k}`, x: (k * 37) % 100, y: (k * 61) % 100, demand: 10 }));
    const far = Array.from({ length: 21 }, (_, k) => ({ id: `f${k}`, x: 950, y: 50, demand: 1 }));
    const depots = [20, 50, 80].map((x, k) => ({ id: `D${k}`, x, y: 50, openingCost: 300 }));
    const country = createInstance({ name: 'country', depots, customers: [...shops, ...far], vehicleCapacity: 100 });
    const seen = await reports(country, { stop: { seconds: 3 }, surrogate });
    expect(seen[0]).toMatchObject({ model: null, unpredicted: expect.arrayContaining([expect.stringMatching(/at one place: 'f0'/)]) });
    expect(seen.some(({ byCount }) => byCount.some(({ predicted }) => predicted))).toBe(false);
    expect(seen.at(-1)?.best?.predicted).toBe(false);
  });

  it('follow rules: with one depot at most, no other may be open beside a site', async () => {
    const { sites, byCount } = await last(changeInstance(tiny, { maxOpen: 1 }));
    const [one] = byCount;
    expect(one.count).toBe(1);
    for (const { open } of sites) expect(open === null || open >= one.cost - 1e-6).toBe(true);
  });

  it('tell what other prices and demands change, also where routes stay as they are', async () => {
    const alternatives: readonly InstanceChanges[] = [{ 'depots.openingCost': '+50%' }, { costPerDistance: 2 }, { demandFactor: 0.5 }];
    const { alternatives: told, best } = await last(tiny, { alternatives });
    expect(told.map(({ changes }) => changes)).toEqual(alternatives);
    const [rent, fuel, demand] = told.map(({ difference }) => difference ?? Number.NaN);
    expect(Math.min(rent, fuel)).toBeGreaterThan(0);
    expect(demand).toBeLessThan(0);
    expect(told[0].best?.cost).toBeCloseTo((best?.cost ?? 0) + rent, 6);
  });

  it('end at once when told to', async () => {
    const aborted = await reports(tiny, { stop: { signal: AbortSignal.abort() } });
    expect(aborted.every(({ solved }) => solved === 0)).toBe(true);
  });
});
