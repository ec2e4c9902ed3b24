import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePage } from './page.ts';

const customers = [
  'Kundennummer;Firma;Breitengrad;Längengrad;Paletten',
  'K1;Müller GmbH;52,52;13,405;12,5',
  'K2;Schulze;52,39;13,065;3',
  'K3;Weber;51,34;12,373;8',
  'K4;Huber;48,137;11,575;15',
];
const scenarios = ['Szenario;Bedarf;Kraftstoff', 'Wachstum;+10 %;', 'Diesel;;+20 %'];
const csv = (name: string, lines: readonly string[]) => ({ name, text: lines.join('\r\n') });

describePage('a planner with customers alone', (visit) => {
  it('gets sites suggested, says what they cost, and solves', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(csv('kunden.csv', customers));
    // What was assumed stays until it is noted.
    await page.getByText('4 sites are suggested, as no table has any').waitFor();
    await page.getByRole('button', { name: '4 depots' }).click();
    await page.getByLabel('How many').fill('3');
    await page.getByLabel('How many').blur();
    await page.getByLabel('Rent of each').fill('900');
    await page.getByLabel('Rent of each').blur();
    await page.getByRole('button', { name: 'Suggest again' }).click();
    await page.getByRole('button', { name: '3 depots' }).waitFor();
    await guest.setSeconds(1);
    await guest.show('Plan');
    expect(await guest.solve()).toBeGreaterThan(900);
  });

  it('compares the scenarios of the folder with others, and saves a report', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(csv('kunden.csv', customers), csv('szenarien.csv', scenarios));
    await page.getByText('4 sites are suggested, as no table has any').waitFor();
    await guest.setSeconds(1);
    await guest.show('Compare');
    const board = page.getByRole('region', { name: 'Scenarios', exact: true });
    await board.getByText('Diesel').waitFor();
    await board.getByLabel('Value').fill('1');
    await board.getByLabel('Value').blur();
    await board.getByRole('button', { name: 'Add', exact: true }).click();
    await board.getByRole('button', { name: 'Solve all 3' }).click();
    const table = page.getByRole('region', { name: 'Scenarios side by side' });
    for (const name of ['as it is', 'Wachstum', 'Diesel', 'At most 1 open'])
      await table.getByRole('rowheader', { name }).waitFor({ timeout: 60_000 });
    expect(await board.getByText(/^Open S\d/).textContent()).toMatch(/ in all \(/);
    const [download] = await Promise.all([page.waitForEvent('download'), board.getByRole('button', { name: 'Save a report' }).click()]);
    const report = readFileSync(await download.path(), 'utf8');
    expect(report).toMatch(/^<!doctype html>/);
    for (const name of ['Wachstum', 'Diesel', '<svg']) expect(report).toContain(name);
    // A change that cannot act is refused where it is asked.
    await board.getByLabel('What if').selectOption('Rent of all sites');
    await board.getByRole('button', { name: 'Add', exact: true }).click();
    await board.getByText(/this would change nothing/).waitFor();
  });

  it('says what the columns are where their names do not, and mends that on the screen', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openFiles(csv('kunden.csv', ['Kunde;Ost;Nord;Was;Sperrzeit', 'a;13,4;52,5;7;ja', 'b;13,1;52,4;9;nein']));
    const columns = page.getByRole('region', { name: 'Columns' });
    for (const [name, meaning] of [
      ['Ost', 'longitude'],
      ['Nord', 'latitude'],
      ['Was', 'demand'],
      ['Sperrzeit', 'detail'],
    ])
      await columns.getByLabel(`Meaning of ${name}`).selectOption(meaning);
    await columns.getByRole('button', { name: 'Read it like this' }).click();
    await page.getByText('2 sites are suggested, as no table has any').waitFor();
    const { customers: read } = JSON.parse((await guest.export('The data', 'JSON')).text);
    expect(read).toMatchObject([
      { id: 'a', x: 13.4, y: 52.5, demand: 7 },
      { id: 'b', demand: 9 },
    ]);
  });

  it('sees when each vehicle drives and serves', async () => {
    const guest = await visit();
    await guest.openExample('Delivery rounds');
    await guest.setSeconds(1);
    await guest.show('Plan');
    await guest.solve();
    const timetable = guest.page.getByRole('img', { name: 'Timetable' });
    await timetable.waitFor();
    // One row a route.
    expect(await timetable.locator('g').count()).toBe(
      await guest.page.getByRole('region', { name: 'Routes of the plan' }).locator('tbody tr.stops').count(),
    );
  });
});
