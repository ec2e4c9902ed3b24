/** The service takes instances with days: solved, verified, told day by day; what is for one day is refused with a code. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { onBothBackends } from '../jobs/backends.ts';
import { startService, type TestService } from './service.ts';

const order = (customer: string, demand: number) => ({ customer, demand });
const week: InstanceInput = {
  name: 'week',
  depots: [
    { id: 'W', x: 0, y: 0, openingCost: 9 },
    { id: 'E', x: 40, y: 0, openingCost: 12 },
  ],
  customers: ['a', 'b'].map((id, k) => ({ id, x: 20 * k, y: 5, demand: 1 })),
  vehicleCapacity: 10,
  days: [
    { name: 'Mon', orders: [order('a', 4), order('b', 5)] },
    { name: 'Tue', orders: [order('b', 3)] },
  ],
};

onBothBackends('days over HTTP', (place) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(await place(), '--workers', '1');
  }, 120_000);
  afterAll(() => service.close());

  it('are solved and verified', async () => {
    const { status, body } = await service.send('/v1/solve', { body: { instance: week, options: { iterations: 4, worst: 0.5 } } });
    expect([status, body.days.map(({ day }: { day: string }) => day), body.routes]).toEqual([200, ['Mon', 'Tue'], []]);
    expect(verify(createInstance(week), body).violations).toEqual([]);
    const checked = await service.send('/v1/verify', { body: { instance: week, plan: body } });
    expect(checked.body).toMatchObject({ feasible: true, days: [{ day: 'Mon' }, { day: 'Tue' }] });
    expect((await service.send('/v1/inspect', { body: week })).body).toMatchObject({ days: { count: 2, min: 3, max: 9 } });
  });

  it.each([
    ['/v1/solve', { instance: week, options: { iterations: 4, method: 'neo-ds' } }, 400, 'E_USAGE'],
    ['/v1/solve', { instance: { ...week, days: undefined }, options: { iterations: 4, worst: 0.5 } }, 400, 'E_USAGE'],
    ['/v1/what-if', { instance: week }, 422, 'E_UNSUPPORTED'],
  ])('are refused where one day is meant: %s %#', async (path, sent, status, code) => {
    expect(await service.send(path, { body: sent })).toMatchObject({ status, body: { code } });
  });
});
