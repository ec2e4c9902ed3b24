import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { describePage, type Guest } from './page.ts';

async function drawTown(guest: Guest): Promise<void> {
  const { page } = guest;
  await page.getByRole('button', { name: 'Draw depots' }).click();
  await guest.clickMap(0.3, 0.3);
  await guest.clickMap(0.7, 0.7);
  await page.getByRole('button', { name: 'Draw customers' }).click();
  for (const [x, y] of [
    [0.2, 0.3],
    [0.35, 0.2],
    [0.4, 0.4],
    [0.65, 0.8],
    [0.8, 0.65],
  ])
    await guest.clickMap(x, y);
}

const dataOf = async (guest: Guest) => readInstance(await guest.export('The data', 'JSON'));

describePage('drawing', (visit) => {
  it('makes an instance from nothing, which can be solved', async () => {
    const guest = await visit();
    const { page } = guest;
    expect(await page.getByRole('heading', { name: 'Start with places' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Solve', exact: true }).isDisabled()).toBe(true);
    await drawTown(guest);
    expect(await page.getByRole('button', { name: '5 customers' }).isVisible()).toBe(true);
    await guest.setSeconds(1);
    expect(await guest.solve()).toBeGreaterThan(100);
    const { depots, customers } = await dataOf(guest);
    expect(depots.map(({ id }) => id)).toEqual(['D1', 'D2']);
    expect(customers.map(({ id }) => id)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5']);
  });

  it('can be changed in the table and on the map, undone and redone, and survives a reload', async () => {
    const guest = await visit();
    const { page } = guest;
    await drawTown(guest);
    await page.getByLabel('Demand of customer C2').fill('17');
    await page.getByLabel('Demand of customer C2').press('Enter');
    await page.getByRole('button', { name: '2 depots' }).click();
    await page.getByLabel('Lock of depot D2').selectOption('open');
    await page.getByLabel('Id of depot D1').fill('Harbour');
    await page.getByLabel('Id of depot D1').press('Enter');

    // A place is dragged, another deleted by its key.
    await page.getByRole('button', { name: 'Move places' }).click();
    const before = (await dataOf(guest)).customers[0];
    await guest.dragMap([0.2, 0.3], [60, 0]);
    await guest.clickMap(0.8, 0.65);
    await page.keyboard.press('Delete');
    const changed = await dataOf(guest);
    expect(changed.customers[0].x).toBeGreaterThan(before.x);
    expect(changed.customers[0].y).toBeCloseTo(before.y, 1);
    expect(changed.customers.map(({ demand }) => demand)).toEqual([10, 17, 10, 10]);
    expect(changed.depots).toMatchObject([{ id: 'Harbour' }, { id: 'D2', status: 'open' }]);

    await guest.undo();
    await guest.undo();
    const undone = await dataOf(guest);
    expect(undone.customers).toHaveLength(5);
    expect(undone.customers[0]).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.keyboard.press('Control+Shift+Z');
    expect(await dataOf(guest)).toEqual(changed);

    await page.waitForTimeout(400);
    await page.reload();
    await page.getByRole('button', { name: '4 customers' }).waitFor();
    expect(await dataOf(guest)).toEqual(changed);
  });

  it('takes rows from a spreadsheet, and says in which line one is wrong', async () => {
    const guest = await visit();
    const { page } = guest;
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    const rows = page.getByRole('textbox', { name: /Rows of/ });
    await rows.fill('Bakery\t10\t20\t5\nButcher\t30\tforty\t7');
    expect(await page.getByRole('alert').textContent()).toMatch(/E_SYNTAX.*line 2/s);
    await rows.fill('Bakery\t10\t20\t5\nButcher\t30\t40\t7');
    await page.getByRole('button', { name: 'Add 2 customers' }).click();
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Depots', exact: true }).click();
    await rows.fill('name,x,y,capacity,opening cost\nYard,0,0,100,50');
    await page.getByRole('button', { name: 'Add 1 depot' }).click();
    const { customers, depots } = await dataOf(guest);
    expect(customers).toEqual([
      { id: 'Bakery', x: 10, y: 20, demand: 5 },
      { id: 'Butcher', x: 30, y: 40, demand: 7 },
    ]);
    expect(depots).toMatchObject([{ id: 'Yard', capacity: 100, openingCost: 50 }]);
  });
});
