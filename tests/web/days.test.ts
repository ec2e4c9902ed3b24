import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { describePage, type Guest } from './page.ts';

const dataOf = async (guest: Guest) => readInstance(await guest.export('The data', 'JSON'));
const order = (customer: string, demand: number) => ({ customer, demand });
const week = {
  name: 'week',
  depots: [{ id: 'W', x: 0, y: 0, openingCost: 9 }],
  customers: ['a', 'b'].map((id, k) => ({ id, x: 20 * k, y: 5, demand: 1 })),
  vehicleCapacity: 10,
  days: [
    { name: 'Mon', orders: [order('a', 4), order('b', 5)] },
    { name: 'Tue', orders: [order('b', 3)] },
  ],
};
const plan = {
  format: 'neo-lrp/solution',
  routes: [],
  openDepots: ['W'],
  days: [
    { day: 'Mon', routes: [{ depot: 'W', stops: ['a', 'b'] }] },
    { day: 'Tue', routes: [{ depot: 'W', stops: ['b'] }] },
  ],
};

describePage('data with days', (visit) => {
  it('is shown day by day, and said to be of many', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles({ name: 'week.json', text: JSON.stringify(week) });
    await page.getByText('This data has 2 days.').waitFor();
    expect((await dataOf(guest)).customers.map(({ id, demand }) => [id, demand])).toEqual([
      ['a', 4],
      ['b', 5],
    ]);
    await page.getByLabel('Day Mon').fill('1');
    await page.getByLabel('Day Tue').waitFor();
    expect((await dataOf(guest)).customers.map(({ id, demand }) => [id, demand])).toEqual([['b', 3]]);
  });

  it('is shown with the plan of each day', async () => {
    const guest = await visit();
    await guest.openFiles({ name: 'week.json', text: JSON.stringify(week) }, { name: 'plan.json', text: JSON.stringify(plan) });
    await guest.page.getByText('Opened week Mon: 1 depot, 2 customers with its plan').waitFor();
    await guest.page.getByRole('tab', { name: 'Data' }).click();
    await guest.page.getByLabel('Day Mon').fill('1');
    await guest.page.getByLabel('Day Tue').waitFor();
    expect((await dataOf(guest)).name).toBe('week Tue');
  });
});
