import { expect, it } from 'vitest';
import { describePage, type Guest } from './page.ts';

const tabs = ['Data', 'Rules', 'Plan', 'What if', 'Compare'] as const;

async function solved(guest: Guest, example: string): Promise<void> {
  await guest.openExample(example);
  await guest.setSeconds(1);
  await guest.solve();
}

describePage('the layout', (visit) => {
  it.each([390, 1024, 1440])('shows everything at %i pixels: nothing runs out of the page or lies over a figure', async (width) => {
    const guest = await visit({ viewport: { width, height: 820 } });
    const { page } = guest;
    await solved(guest, 'City');
    for (let k = 0; k < 2; k++) await page.locator('.total').getByRole('button', { name: 'Keep', exact: true }).click();
    for (const tab of tabs) {
      await guest.show(tab);
      if (tab === 'What if') await page.locator('.sites').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), tab).toBeLessThanOrEqual(0);
      const clipped = await page
        .locator('.scroll')
        .evaluateAll((tables) =>
          tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ ariaLabel }) => ariaLabel),
        );
      expect(clipped, tab).toEqual([]);
    }
    await guest.show('What if');
    await page.locator('.sites').waitFor();
    const covered = await page.locator('.sites li').evaluateAll((sites) =>
      sites.filter((site) => {
        const [text, lock] = [site.querySelector('.worth-text'), site.querySelector('select')].map((part) => part?.getBoundingClientRect());
        return text && lock && text.right > lock.left && text.bottom > lock.top && text.top < lock.bottom;
      }),
    );
    expect(covered).toEqual([]);
  });

  it.each([1024, 1440])('has room for the whole table of depots at %i pixels', async (width) => {
    const guest = await visit({ viewport: { width, height: 820 } });
    const { page } = guest;
    await guest.openExample('City');
    await page.getByRole('button', { name: '7 depots' }).click();
    await page.locator('table.depots').waitFor();
    expect(await page.locator('.table-frame').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  });

  it('keeps all digits of the axis of predicted costs', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await page.getByLabel('Cost of a vehicle').fill('12345678');
    await page.getByLabel('Cost of a vehicle').blur();
    await guest.show('What if');
    const labels = page.locator('.depots-chart svg text');
    await labels.first().waitFor();
    const left = await labels.evaluateAll((texts) => texts.map((text) => (text as SVGTextElement).getBBox().x));
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(await labels.first().textContent()).toMatch(/^\d{2,3},\d{3},\d{3}$/);
  });

  it('depots have the same colours on the screen and on an exported map', async () => {
    const guest = await visit({ colorScheme: 'light' });
    const { page } = guest;
    await solved(guest, 'City');
    const onScreen = await page.locator('.depot.open rect').evaluateAll((marks) => marks.map((mark) => mark.getAttribute('fill') ?? ''));
    const { text } = await guest.export('The map', 'SVG');
    expect(onScreen.length).toBeGreaterThan(0);
    for (const colour of onScreen) expect(text).toContain(`fill="${colour}"`);
  });

  it('every number of what if is predicted, and says so, or is that of a plan, which takes its place', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('City');
    await guest.show('What if');
    await page.getByText(/^Plans found for \d+ of \d+ sets of depots/).waitFor();
    const sites = () => page.locator('.worth-text').allTextContents();
    const amount = /^(a tie: )?(saves|costs) [\d,.]+(\s±\s[\d,.]+)?( \(predicted\))?$/;
    for (const text of await sites()) if (text !== 'not known') expect(text).toMatch(amount);
    await expect.poll(async () => (await sites()).filter((text) => !/^(saves|costs) [\d,.]+$/.test(text)), { timeout: 30_000 }).toEqual([]);
    expect(await page.locator('.verdict').textContent()).toMatch(/^Found so far: \d depots? [\d,.]+/);
  });
});
