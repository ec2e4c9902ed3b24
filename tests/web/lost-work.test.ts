import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { describePage, type Guest } from './page.ts';

const dataOf = async (guest: Guest) => readInstance(await guest.export('The data', 'JSON'));
const documentOf = ({ page }: Guest) => page.locator('header .document').textContent();
const notice = ({ page }: Guest) => page.locator('.notice');

async function drawThree(guest: Guest): Promise<void> {
  await guest.page.getByRole('button', { name: 'Draw depots' }).click();
  await guest.clickMap(0.5, 0.5);
  await guest.page.getByRole('button', { name: 'Draw customers' }).click();
  for (const x of [0.3, 0.5, 0.7]) await guest.clickMap(x, 0.3);
}

describePage('selection', (visit) => {
  it('is by id: undoing and then deleting never takes another place', async () => {
    const guest = await visit();
    const { page } = guest;
    await drawThree(guest);
    await page.getByRole('button', { name: 'Look and select' }).click();
    await guest.clickMap(0.3, 0.3);
    await page.keyboard.press('Delete');
    // The second of what is left is C3; with C1 back, the second is C2.
    await guest.clickMap(0.7, 0.3);
    await guest.undo();
    await page.getByRole('application').focus();
    await page.keyboard.press('Delete');
    expect((await dataOf(guest)).customers.map(({ id }) => id)).toEqual(['C1', 'C2']);
    // What undoing has taken away cannot be deleted.
    await guest.clickMap(0.5, 0.3);
    for (let k = 0; k < 3; k++) await guest.undo();
    await page.getByRole('application').focus();
    await page.keyboard.press('Delete');
    expect(await page.getByRole('button', { name: '1 customer', exact: true }).isVisible()).toBe(true);
  });

  it('a click on a row of a table is not swallowed by what lights it', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    const row = page.locator('table.customers tbody tr').nth(1);
    await row.hover();
    await expect.poll(() => row.getAttribute('class')).toBe('lit');
    expect(await row.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('auto');
    const cell = page.getByLabel('Demand of customer').nth(1);
    await cell.click();
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await row.getAttribute('class')).toBe('chosen');
  });

  it('panning never moves a place, a click shows its details, and only the tool for it moves one', async () => {
    const guest = await visit();
    const { page } = guest;
    await drawThree(guest);
    await page.getByRole('button', { name: '3 customers' }).click();
    await page.getByLabel('Name of customer C1').fill('Bakery');
    await page.getByLabel('Name of customer C1').press('Enter');
    const before = await dataOf(guest);
    await page.getByRole('button', { name: 'Look and select' }).click();
    await guest.dragMap([0.3, 0.3], [80, 40]);
    expect(await dataOf(guest)).toEqual(before);
    await guest.dragMap([0.5, 0.8], [-80, -40]);
    await guest.clickMap(0.3, 0.3);
    const details = page.getByRole('region', { name: 'Details of Bakery' });
    expect(await details.textContent()).toContain('C1demand 10');
    await page.getByRole('button', { name: 'Move places' }).click();
    await guest.dragMap([0.3, 0.3], [80, 0]);
    const after = await dataOf(guest);
    expect(after.customers[0].x).toBeGreaterThan(before.customers[0].x);
    expect(after.customers.slice(1)).toEqual(before.customers.slice(1));
  });

  it('a tap shows the details of a place on a phone', async () => {
    const guest = await visit({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    const { page } = guest;
    await guest.openExample('Tiny');
    const box = await page.locator('.depot').first().boundingBox();
    if (!box) throw new Error('there is no depot');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 6);
    expect(await page.getByRole('region', { name: /^Details of/ }).textContent()).toContain('opening cost');
  });
});

describePage('what was done', (visit) => {
  it('is undone and redone by keys, also while a select has the focus', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await page.getByRole('button', { name: '3 depots' }).click();
    const lock = page.getByLabel('Lock of depot').first();
    await lock.selectOption('open');
    await lock.focus();
    await page.keyboard.press('Control+z');
    expect(await lock.inputValue()).toBe('candidate');
    await page.keyboard.press('Control+y');
    expect(await lock.inputValue()).toBe('open');
  });

  it('opening other data is undone with its plan, and redone', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.setSeconds(1);
    const total = await guest.solve();
    await guest.openExample('Plain');
    await guest.show('Plan');
    expect(await page.getByTestId('total-cost').count()).toBe(0);
    await notice(guest).getByRole('button', { name: 'Undo' }).click();
    expect(await documentOf(guest)).toBe('tiny');
    expect(await guest.total()).toBe(total);
    await page.keyboard.press('Control+y');
    expect(await documentOf(guest)).toBe('plain');
  });

  it('a scenario that was deleted comes back', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.setSeconds(1);
    await guest.solve();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await guest.show('Compare');
    await page.getByRole('button', { name: 'Delete tiny' }).click();
    expect(await page.getByText('Nothing kept yet').isVisible()).toBe(true);
    await notice(guest).getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('tiny');
  });

  it('plans for unrelated data cannot be compared', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.setSeconds(1);
    for (const example of ['Tiny', 'Plain']) {
      await guest.openExample(example);
      await guest.solve();
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
    }
    await guest.show('Compare');
    expect(await page.locator('.compare-maps').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Compare tiny as A' }).isDisabled()).toBe(true);
    await page.getByText('Plans for unrelated data cannot be compared').waitFor();
    await guest.show('Plan');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await guest.show('Compare');
    expect(await page.locator('.compare-maps canvas').count()).toBe(2);
  });
});

describePage('nothing is lost silently', (visit) => {
  it('two tabs have a document each, and both are there again', async () => {
    const first = await visit();
    await first.openExample('Tiny');
    await first.page.waitForTimeout(400);
    const second = await first.anotherTab();
    await second.page.getByText('Your work is open in another tab.').waitFor();
    await second.openExample('Plain');
    await second.page.waitForTimeout(400);
    for (const { page } of [first, second]) await page.reload();
    await first.page.getByRole('button', { name: '6 customers' }).waitFor();
    await second.page.getByRole('button', { name: '60 customers' }).waitFor();
    await second.page.close();
    const third = await first.anotherTab();
    expect(await documentOf(third)).toBe('plain');
  });

  it('what was worked on before can be opened again, with its plan', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.setSeconds(1);
    const total = await guest.solve();
    await page.waitForTimeout(300);
    await guest.openExample('Plain');
    await page.waitForTimeout(300);
    await page.reload();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.earlier').getByRole('button', { name: /^tiny/ }).click();
    await guest.show('Plan');
    expect(await guest.total()).toBe(total);
  });

  it('opening a file during a run asks first, and the plan so far stays with its data', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(60);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('best-cost').filter({ hasText: /\d/ }).waitFor();
    const tiny = { name: 'tiny.json', text: readFileSync('examples/tiny.json', 'utf8') };
    await guest.openFiles(tiny);
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await documentOf(guest)).toBe('plain');
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true);
    await guest.openFiles(tiny);
    await page.getByRole('button', { name: 'Stop it and open' }).click();
    await page.getByText(/^Opened tiny/).waitFor();
    await guest.undo();
    await guest.show('Plan');
    expect(await guest.total()).toBeGreaterThan(100);
  });

  it('stopping before the first plan, and leaving a run, are told', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(60);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('elapsed').waitFor();
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    await page.getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
  });

  it('a browser that keeps nothing says so, and asks who leaves', async () => {
    const guest = await visit({ script: () => Object.defineProperty(window, 'indexedDB', { value: undefined }) });
    const { page } = guest;
    await page.getByText('This browser does not keep your work').waitFor();
    await guest.openExample('Tiny');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
  });

  it('a plan of old data is exported with a warning', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.setSeconds(1);
    await guest.solve();
    await guest.show('Data');
    await page.getByLabel('Cost of a vehicle').fill('77');
    await page.getByLabel('Cost of a vehicle').blur();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'These files hold the old plan' }).waitFor();
  });

  it('the focus returns to where it was after a dialog, or to the map where that is gone', async () => {
    const guest = await visit();
    const { page } = guest;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.textContent?.trim());
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Export');
    await page.getByRole('button', { name: 'Open…' }).click();
    await page.getByRole('button', { name: /^Tiny/ }).click();
    await expect.poll(focused).toBe('application');
  });
});
