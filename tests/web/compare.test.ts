import { expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { loadInstance } from '../../src/node/files.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { defaultModel } from '../../src/surrogate/registry.ts';
import { describePage, type Guest } from './page.ts';

const numbersOf = (text: string) => [...text.matchAll(/[\d,]+(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')));

async function waitForEnd({ page }: Guest): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
}

describePage('plans side by side', (visit) => {
  it('are compared by cost, depots and customers, on two maps', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(1);
    const first = await guest.solve();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();

    // A point of the curve is solved, long enough that a slow machine does better than to open a depot for nobody.
    await guest.setSeconds(5);
    await guest.show('What if');
    const four = page.getByRole('button', { name: /^Solve with exactly 4 depots/ });
    await four.click();
    await waitForEnd(guest);
    await page.locator('.depots-chart .found').first().waitFor();

    await guest.show('Compare');
    const cells = await page
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .allTextContents();
    const [a, b] = cells.map((cell) => numbersOf(cell)[0]);
    expect(a).toBeCloseTo(first, 1);
    expect(b).toBeGreaterThan(0);
    expect(await page.locator('.compare-maps canvas').count()).toBe(2);
    const openDepots = page.locator('.depot-sets');
    expect(await openDepots.textContent()).toContain('Only in B');
    // As many rings on each map as customers in the list.
    await page.locator('.moved li').first().waitFor();
    const moved = await page.locator('.moved li').count();
    expect(moved).toBeGreaterThan(0);
    expect(await page.locator('.compare-maps .rings circle').count()).toBe(2 * moved);
    expect(await page.getByText(`${moved} customers change depots`).isVisible()).toBe(true);

    // Four depots were asked for, and four are open.
    await page.getByRole('button', { name: 'Open 4 depots open' }).click();
    expect(await page.locator('.parts').textContent()).toContain('4 of 8 depots');
    await guest.show('Rules');
    expect(await page.getByLabel('Maximum open depots').inputValue()).toBe('4');
  });

  it('the curve follows a slider at once and leaves the data alone until it is applied', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.show('What if');
    const chart = page.getByRole('img', { name: /^Cost by number/ });
    await chart.waitFor();
    const leastNow = async () => numbersOf((await chart.getAttribute('aria-label')) ?? '')[1];
    await page.getByText(/^Plans found for \d+ of \d+ sets of depots/).waitFor();
    const before = await leastNow();
    const sliders = page.getByRole('slider', { name: /^Opening cost of/ });
    for (let k = 0; k < (await sliders.count()); k++) await sliders.nth(k).fill('0');
    const after = await leastNow();
    expect(after).toBeLessThan(before - 200);
    await page.getByLabel('Lock of D1').selectOption('closed');
    await expect.poll(leastNow).toBeGreaterThan(after);
    const depotsNow = async () =>
      (JSON.parse((await guest.export('The data', 'JSON')).text) as { depots: { openingCost: number; status: string }[] }).depots;
    expect((await depotsNow()).every(({ openingCost }) => openingCost > 0)).toBe(true);
    await page.getByRole('button', { name: 'Apply to the data' }).click();
    const applied = await depotsNow();
    expect(applied.every(({ openingCost }) => openingCost === 0)).toBe(true);
    expect(applied[0].status).toBe('closed');
    await guest.setSeconds(1);
    await page.getByRole('button', { name: 'Demand 10 % higher' }).click();
    await waitForEnd(guest);
    await guest.show('Compare');
    expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('Demand 10 % higher');
  });

  it('the network prices the depots of a plan; plans explain closed ones, and a search checks them', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(3);
    await guest.solve();
    const instance = await loadInstance('examples/plain.json');
    const plan = readPlan(await guest.export('The plan', 'JSON'), instance);
    const surrogate = new NetworkSurrogate(await loadModel(defaultModel));
    for (const depot of plan.openDepots ?? []) {
      const customers = [...instance.customers.keys()].filter((i) => plan.assignment?.[i] === depot);
      const expected = surrogate.appraise?.(
        instance,
        instance.depots.findIndex(({ id }) => id === depot),
        customers,
      );
      const cell = page
        .getByRole('region', { name: 'Depots of the plan' })
        .getByRole('row', { name: depot })
        .getByRole('cell')
        .last()
        .locator('small');
      // Rounded to where its error begins.
      const off = async () => {
        const [shown, band] = numbersOf((await cell.textContent()) ?? '');
        return Math.abs(shown - (expected as number)) / band;
      };
      await expect.poll(off).toBeLessThan(0.5);
    }
    const reasons = page.locator('.closed-depots');
    // Expectations give way to plans while the reader looks.
    await expect.poll(() => reasons.textContent()).toMatch(/The network expects [\d,.]+.* (more|less) with it open|The best plan found/);
    await expect.poll(() => reasons.textContent(), { timeout: 20_000 }).toMatch(/The best plan found with it open costs [\d,.]+ more/);
    const check = page.getByRole('button', { name: /^Check .* with a short search$/ }).first();
    const [, id] = /^Check (\S+)/.exec((await check.getAttribute('aria-label')) ?? '') ?? [];
    await check.click();
    await waitForEnd(guest);
    await page
      .getByText(/The best plan found with it open costs [\d.,]+ more/)
      .first()
      .waitFor();
    // What the check found is kept.
    await guest.show('Compare');
    expect(await page.getByLabel('Name of the scenario').inputValue()).toBe(`${id} open`);
  });
});
