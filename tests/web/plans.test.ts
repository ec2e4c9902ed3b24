import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePage, type Guest } from './page.ts';

const notice = ({ page }: Guest) => page.locator('.notice');
const numbersIn = (text: string) => [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')));
/** Runs that are over at once are known by what they tell. */
async function solveUntil({ page }: Guest, told: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.locator('.notice').filter({ hasText: told }).waitFor();
}
const ended = ({ page }: Guest) => page.getByRole('button', { name: 'Solve', exact: true }).waitFor();

/** A valid plan that no search would leave as it is: every customer has a route of its own, all from one depot. */
function poorPlan(): { readonly name: string; readonly text: string }[] {
  const text = readFileSync('examples/tiny.json', 'utf8');
  const { depots, customers } = JSON.parse(text) as Record<'depots' | 'customers', { readonly id: string; readonly capacity?: number }[]>;
  const open = depots.map((depot) => ({ ...depot, capacity: null, openingCost: 1 }));
  const routes = customers.map(({ id }) => ({ depot: depots[0].id, stops: [id] }));
  return [
    { name: 'tiny.json', text: JSON.stringify({ ...JSON.parse(text), depots: open }) },
    { name: 'tiny.solution.json', text: JSON.stringify({ format: 'neo-lrp/solution', version: 1, routes }) },
  ];
}

describePage('plans', (visit) => {
  it('are never replaced by worse ones; each is a version that Undo brings back', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(...poorPlan());
    await page.getByText(/^Opened tiny.*with its plan/).waitFor();
    await guest.show('Plan');
    const first = await guest.total();
    await guest.setSeconds(1);
    const better = await guest.solve();
    expect(better).toBeLessThan(first);
    await guest.undo();
    expect(await guest.total()).toBe(first);
    // The better one is known, even so: a single iteration from it cannot be worse.
    await guest.setOption('Iterations', 1);
    await solveUntil(guest, /and is shown/);
    expect(await guest.total()).toBeLessThanOrEqual(better);
    await page.getByText('How it was found').click();
    expect(await page.locator('.record').textContent()).toContain('it continued from a plan that cost');
    await notice(guest).getByRole('button', { name: 'Undo' }).click();
    expect(await guest.total()).toBe(first);
    await page.keyboard.press('Control+y');
    expect(await guest.total()).toBeLessThanOrEqual(better);
  });

  it('that are worse than the one shown are kept as versions', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(3);
    const best = await guest.solve();
    await guest.choose('Continue from', 'nothing');
    await guest.setOption('Iterations', 1);
    await guest.setOption('Threads', 1);
    await solveUntil(guest, /kept under Compare/);
    expect(await guest.total()).toBe(best);
    await guest.show('Compare');
    const kept = numbersIn((await page.locator('.scenarios .figures strong').textContent()) ?? '')[0];
    expect(kept).toBeGreaterThan(best);
    // Solved once more, the same plan is not kept twice.
    await solveUntil(guest, /No better plan was found/);
    await guest.show('Compare');
    expect(await page.locator('.scenarios li').count()).toBe(1);
  });

  it('that a check finds are shown where they are cheaper', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(...poorPlan());
    await page.getByText(/^Opened tiny.*with its plan/).waitFor();
    await guest.show('Plan');
    const before = await guest.total();
    await page
      .getByRole('button', { name: /^Check/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await ended(guest);
    expect(await guest.total()).toBeLessThan(before);
    await notice(guest).getByRole('button', { name: 'Undo' }).click();
    expect(await guest.total()).toBe(before);
  });
});

describePage('what is said', (visit) => {
  it('is not predicted where the network does not see everything, and adds up with all kinds of cost', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Delivery rounds');
    // Each type states its own, so one for all would change nothing.
    const perKm = page.getByLabel(/^Cost per km/);
    expect(await perKm.isDisabled()).toBe(true);
    expect(await page.getByText('every vehicle type below states its own').isVisible()).toBe(true);
    await page.getByRole('button', { name: '7 depots' }).click();
    await page
      .getByLabel(/^Handling per unit of depot/)
      .first()
      .fill('0.1');
    await page
      .getByLabel(/^Handling per unit of depot/)
      .first()
      .blur();
    await guest.setSeconds(2);
    const total = await guest.solve();
    const parts = page.locator('.parts > div:has(.key)');
    expect(await parts.locator('dt').allTextContents()).toEqual(['Opening', 'Vehicles', 'Travel', 'Time', 'Emission', 'Handling']);
    const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + numbersIn(text)[0], 0);
    expect(sum(await parts.locator('dd').allTextContents())).toBeCloseTo(total, 1);
    const rows = page.getByRole('region', { name: 'Depots of the plan' }).locator('tbody tr');
    expect(sum(await rows.locator('td:nth-last-child(-n+2)').allTextContents())).toBeCloseTo(total, 1);
    expect(await page.getByRole('tabpanel').textContent()).not.toMatch(/predicted \d|network expects|±/);
    // No time of the day past midnight is a number of hours since some day.
    for (const [, hours] of (await page.locator('tr.stops').allTextContents()).join().matchAll(/(\d+):\d\d/g))
      expect(Number(hours)).toBeLessThanOrEqual(24);

    await guest.show('What if');
    await page.getByText(/^Nothing is predicted for this data: it is out of distribution, as the network does not see/).waitFor();
    expect(await page.locator('.what-if').textContent()).not.toContain('±');
    const open = await guest.openDepots();
    await page.getByRole('button', { name: `Solve with exactly ${open + 1} depots` }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await ended(guest);
    expect(await page.locator('.verdict').textContent()).toMatch(
      /^Found so far: (\d depots? [\d,.]+[^:]*){2,}: \d (is|are) cheape(r|st)\.$/,
    );

    await guest.show('Plan');
    await page.locator('.total').getByRole('button', { name: 'Keep', exact: true }).click();
    await guest.show('Compare');
    const table = page.getByRole('region', { name: 'Costs of both plans' }).locator('tbody tr');
    const cells = await table.evaluateAll((all) => all.slice(0, 7).map((row) => row.children[1].textContent ?? ''));
    expect(sum(cells.slice(1))).toBeCloseTo(numbersIn(cells[0])[0], 1);
  });

  it('planning without a column takes it from its own table only, and no fault names an option of the command line', async () => {
    const guest = await visit();
    const { page } = guest;
    const customers = { name: 'customers.csv', text: 'id,x,y,demand,capacity\na,1,2,3,9\n' };
    const depots = { name: 'depots.csv', text: 'id,x,y,capacity\nD,0,0,40\n' };
    await guest.openFiles(customers, depots, { name: 'settings.csv', text: 'setting,value\nvehicle capacity,5\n' });
    await page.getByRole('alert').getByRole('button', { name: 'Plan without customers.csv:capacity' }).click();
    await page.getByText(/^Opened .*: 1 depot, 1 customer/).waitFor();
    await page.getByRole('button', { name: '1 depot', exact: true }).click();
    expect(await page.getByLabel('Capacity of depot D').inputValue()).toBe('40');
  });
});
