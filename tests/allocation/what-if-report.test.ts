import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { reportWhatIf } from '../../src/allocation/what-if-report.ts';
import { loadInstance } from '../../src/node/files.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { changeInstance } from '../../src/problem/change.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';

describe('what-if answers as a report', async () => {
  const tiny = await loadInstance(fileURLToPath(new URL('../../examples/tiny.json', import.meta.url)));
  const surrogate = new NetworkSurrogate(await loadModel('universal'));
  const report = await reportWhatIf(tiny, surrogate, { seconds: 5 });

  it('has the cheapest set of every size, and both sides of every site', () => {
    expect(report).toMatchObject({ instance: 'tiny', model: 'universal', complete: true });
    expect(report.byCount.map(({ count, openDepots }) => [count, openDepots.length])).toEqual(
      report.byCount.map(({ count }) => [count, count]),
    );
    expect(report.sites.map(({ depot }) => depot)).toEqual(tiny.depots.map(({ id }) => id));
    expect(report.byCount.every(({ band }) => band > 0)).toBe(true);
    const cheapest = Math.min(...report.byCount.map(({ cost }) => cost));
    for (const { open, closed, difference, band } of report.sites) {
      expect(Math.min(open ?? Number.POSITIVE_INFINITY, closed ?? Number.POSITIVE_INFINITY)).toBeCloseTo(cheapest, 6);
      expect(difference).toBeCloseTo((open ?? 0) - (closed ?? 0), 6);
      expect(band).toBeGreaterThanOrEqual(0);
    }
  });

  it('refuses to predict where the network does not see all that costs', async () => {
    const timed = createInstance({
      ...tiny,
      travel: { ...tiny.travel, speed: 30 },
      customers: tiny.customers.map((c) => ({ ...c, serviceTime: 5 })),
    });
    await expect(reportWhatIf(timed, surrogate, { seconds: 5 })).rejects.toMatchObject({
      code: 'E_UNSUPPORTED',
      reason: expect.stringMatching(/does not see working hours, windows and other times.*solve each case/),
    });
  });

  it('follows rules: with one depot at most, no other may be open beside a site', async () => {
    const { sites } = await reportWhatIf(changeInstance(tiny, { maxOpen: 1 }), surrogate, { seconds: 5 });
    const one = report.byCount.find(({ count }) => count === 1);
    expect(sites.map(({ open }) => open).filter((open) => open !== null && open < (one?.cost ?? 0) - 1e-6)).toEqual([]);
  });
});
