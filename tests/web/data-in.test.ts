import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { encodeInstance } from '../../src/formats/write.ts';
import { loadInstance } from '../../src/node/files.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { describePage, type Guest } from './page.ts';

const dataOf = async (guest: Guest) => readInstance(await guest.export('The data', 'JSON'));

async function paste({ page }: Guest, text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Paste/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /Rows of/ }).fill(text);
}

describePage('data in', (visit) => {
  it('rows with decimal commas and thousands are read, and rows in degrees lie on the globe', async () => {
    const guest = await visit();
    const { page } = guest;
    await paste(guest, 'Bakery\t14,5123\t46,0512\t1.250,5\nFlorist\t14,4921\t46,0634\t7');
    await page.getByText('Read as: Bakery · longitude 14.5123, latitude 46.0512 · demand 1,250.5').waitFor();
    await page.getByRole('button', { name: 'Add 2 customers' }).click();
    await paste(guest, '46,09\t14,50\t300\t120');
    await page.getByRole('button', { name: 'Depots', exact: true }).click();
    await page.getByLabel('Coordinates are').selectOption('latitude, longitude');
    await page.getByRole('button', { name: 'Add 1 depot' }).click();
    await page.getByLabel('Vehicle capacity').fill('2.000,5');
    await page.getByLabel('Vehicle capacity').blur();
    const { travel, customers, depots, vehicleCapacity } = await dataOf(guest);
    expect(travel.kind).toBe('great-circle');
    expect(customers[0]).toMatchObject({ id: 'Bakery', x: 14.5123, y: 46.0512, demand: 1250.5 });
    expect(depots[0]).toMatchObject({ x: 14.5, y: 46.09, capacity: 300, openingCost: 120 });
    expect(vehicleCapacity).toBe(2000.5);
  });

  it('a workbook is opened like any other file, and one that is cut short is refused', async () => {
    const guest = await visit();
    const { page } = guest;
    const instance = await loadInstance('examples/city');
    const workbook = await encodeInstance(instance, 'xlsx');
    await guest.openFiles({ name: 'cut.xlsx', bytes: workbook.bytes.slice(0, 300) });
    expect(await page.getByRole('alert').textContent()).toContain('this is not a valid Excel workbook');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await guest.openFiles(workbook);
    await page.getByText('Opened city: 7 depots, 50 customers').waitFor();
    expect(instanceHash(await dataOf(guest))).toBe(instanceHash(instance));
  });

  it('a column that would be lost is refused unless one plans without it, and one that is not used is named', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(
      { name: 'customers.csv', text: 'id,x,y,demand,opening hours,mood\na,1,2,3,9-17,good\n' },
      { name: 'depots.csv', text: 'id,x,y,delivery days\nD,0,0,Monday\n' },
      { name: 'settings.csv', text: 'setting,value\nvehicle capacity,5\n' },
    );
    const refusal = page.getByRole('alert');
    await refusal.filter({ hasText: 'opening hours' }).waitFor();
    expect(await refusal.textContent()).not.toContain('--ignore');
    await refusal.getByRole('button', { name: 'Plan without opening hours, delivery days' }).click();
    await page.getByText(/^Opened .*: 1 depot, 1 customer/).waitFor();
    const warnings = page.getByRole('list', { name: 'Warnings' });
    expect(await warnings.textContent()).toContain("column 'mood' is not used");
    expect((await dataOf(guest)).customers[0].details).toEqual({ 'opening hours': '9-17', mood: 'good' });

    await paste(guest, 'id\tx\ty\tdemand\topening hours\tkarma\nb\t5\t6\t1\t8-12\tred');
    await page.getByRole('dialog').getByRole('button', { name: 'Plan without opening hours' }).click();
    await page.getByRole('dialog').getByText("column 'karma' is not used").waitFor();
    await page.getByRole('button', { name: 'Add 1 customer' }).click();
    expect(await warnings.textContent()).toContain("column 'karma' is not used");
    // The two columns, and the defaults that the tables leave.
    for (let left = 3; left > 0; left--) await warnings.getByRole('button', { name: 'Noted' }).first().click();
    expect(await warnings.count()).toBe(0);
    await guest.undo();
    await page.getByRole('button', { name: '1 customer', exact: true }).waitFor();
    expect(await warnings.count()).toBe(0);
  });

  it('data and its plan are opened together', async () => {
    const guest = await visit();
    await guest.openFiles(
      { name: 'tiny.solution.json', text: readFileSync('examples/tiny.solution.json', 'utf8') },
      { name: 'tiny.json', text: readFileSync('examples/tiny.json', 'utf8') },
    );
    await guest.page.getByText('Opened tiny: 3 depots, 6 customers with its plan').waitFor();
    await guest.show('Plan');
    expect(await guest.total()).toBe(130);
  });

  it('a project holds data, plan and scenarios, and brings all of them back', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.setSeconds(1);
    const total = await guest.solve();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await guest.show('Data');
    // Work that is not finished is saved as it is.
    await page.getByLabel('Demand of customer').first().fill('many');
    await page.getByLabel('Demand of customer').first().press('Enter');
    await guest.show('Rules');
    await page.getByLabel('Maximum open depots').fill('a few');
    await page.getByLabel('Maximum open depots').press('Enter');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(download.suggestedFilename()).toBe('tiny.neo-lrp.json');
    const text = readFileSync(await download.path(), 'utf8');

    const other = await visit();
    await other.openFiles({ name: 'tiny.neo-lrp.json', text });
    await other.page.getByText(/^Opened tiny: 3 depots, 6 customers and 1 scenario/).waitFor();
    await other.show('Data');
    expect(await other.page.getByLabel('Demand of customer').first().inputValue()).toBe('many');
    await other.show('Rules');
    expect(await other.page.getByLabel('Maximum open depots').inputValue()).toBe('a few');
    await other.show('Plan');
    expect(await other.total()).toBe(total);
    await other.page.getByText('How it was found').click();
    expect(await other.page.locator('.record').textContent()).toContain('Methodsearch');
    await other.show('Compare');
    expect(await other.page.getByLabel('Name of the scenario').inputValue()).toBe('tiny');
    await other.openFiles({ name: 'broken.neo-lrp.json', text: text.slice(0, text.length / 2) });
    await other.page.getByText('was it saved in full?').waitFor();
  });

  it('names, addresses, currency and units are shown and can be edited', async () => {
    const guest = await visit();
    const { page } = guest;
    const tiny = JSON.parse(readFileSync('examples/tiny.json', 'utf8')) as { depots: object[]; customers: object[] };
    const text = JSON.stringify({
      ...tiny,
      units: { currency: 'EUR', distance: 'km', demand: 'kg' },
      depots: tiny.depots.map((depot, k) => ({ ...depot, name: `Yard ${k + 1}` })),
      customers: tiny.customers.map((customer, k) => ({ ...customer, name: `Shop ${k + 1}`, address: `${k + 1} High Street` })),
    });
    await guest.openFiles({ name: 'named.json', text });
    await page.getByText(/^Opened tiny/).waitFor();
    await page.getByLabel('Address of customer').first().fill('9 Low Road');
    await page.getByLabel('Address of customer').first().press('Enter');
    await page.getByLabel('Name of customer').nth(1).fill('');
    await page.getByLabel('Name of customer').nth(1).press('Enter');
    const { customers } = await dataOf(guest);
    expect(customers[0]).toMatchObject({ name: 'Shop 1', address: '9 Low Road' });
    expect(customers[1].name).toBeUndefined();
    await guest.show('Rules');
    const group = page.getByLabel('new group: first customer').first();
    await group.fill('Shop 3');
    expect(await page.locator('.chip').first().getAttribute('title')).toBe(customers[2].id);
    await guest.setSeconds(1);
    await guest.solve();
    expect(await page.getByTestId('total-cost').textContent()).toMatch(/130\s*EUR/);
    const plan = (await page.getByRole('tabpanel').textContent()) ?? '';
    for (const word of ['Yard', 'Shop 3', 'Length (km)', 'Load (kg)', 'Opening (EUR)']) expect(plan).toContain(word);
  });

  it('what is odd about the data is told, and leads to the place', async () => {
    const guest = await visit();
    const { page } = guest;
    const point = (id: string, x: number, y: number) => ({ id, x, y, demand: 1 });
    await guest.openFiles({
      name: 'odd.json',
      text: JSON.stringify({
        name: 'odd',
        depots: [{ id: 'D', x: 14.5, y: 46.05 }],
        customers: [point('a', 14.51, 46.06), point('b', 14.49, 46.04), point('swapped', 46.05, 14.52)],
        vehicleCapacity: 5,
        travel: { kind: 'great-circle' },
      }),
    });
    const warnings = page.getByRole('list', { name: 'Warnings' });
    expect(await warnings.textContent()).toContain('swapped');
    await warnings.getByRole('button', { name: 'Show' }).first().click();
    expect(await page.locator('tr.chosen').getByLabel('Id of customer').inputValue()).toBe('swapped');
  });

  it('examples and a reload work without the server', async () => {
    const guest = await visit();
    const { page } = guest;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await guest.openExample('Town');
    await page.waitForTimeout(300);
    await page.reload();
    await page.getByRole('button', { name: '45 customers' }).waitFor();
    await guest.setSeconds(1);
    expect(await guest.solve()).toBeGreaterThan(100);
    await page.context().setOffline(false);
  });
});
