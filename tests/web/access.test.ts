import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { describePage, type Guest } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Faults that axe-core calls serious or critical, with the element. */
async function seriousFaults({ page }: Guest): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run().then((found) => found.violations),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`));
}

describePage('for everyone', (visit) => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('axe-core finds no serious fault (%s, %i pixels wide)', async (colorScheme, width) => {
    // The content-security policy keeps foreign scripts out; axe is one.
    const guest = await visit({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    const { page } = guest;
    expect(await seriousFaults(guest)).toEqual([]);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.thumbnail circle').first().waitFor();
    expect(await seriousFaults(guest)).toEqual([]);
    await page.getByRole('button', { name: /^Town/ }).click();
    await guest.setSeconds(1);
    await guest.solve();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.locator('.total').getByRole('button', { name: 'Keep', exact: true }).click();
    for (const tab of ['Data', 'Rules', 'Plan', 'What if', 'Compare'] as const) {
      await guest.show(tab);
      if (tab === 'What if') await page.locator('.sites').waitFor();
      expect(await seriousFaults(guest), tab).toEqual([]);
    }
    // A plan that the data has outrun must be as readable.
    await guest.show('Data');
    await page.getByLabel('Cost of a vehicle').fill('77');
    await page.getByLabel('Cost of a vehicle').blur();
    await guest.show('Plan');
    await page.locator('.stale').waitFor();
    expect(await seriousFaults(guest), 'an old plan').toEqual([]);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect(await seriousFaults(guest)).toEqual([]);
  });

  it('everything can be reached by keys, with the focus to be seen', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    const seen = new Set<string>();
    for (let k = 0; k < 80; k++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return { name: '', outline: 'none' };
        return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', outline: getComputedStyle(element).outlineStyle };
      });
      if (focused.name) expect(focused.outline, focused.name).not.toBe('none');
      seen.add(focused.name.trim());
    }
    for (const name of ['Undo', 'Open', 'Export', 'Solve', 'Data', 'Draw depots', 'Zoom in']) expect([...seen], name).toContain(name);
    expect([...seen].some((name) => name.startsWith('Map of 3 depots'))).toBe(true);
    // Arrows go from tab to tab.
    await page.getByRole('tab', { name: 'Data' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Rules' }).getAttribute('aria-selected')).toBe('true');
  });

  it('weighs at most 3 MB compressed, everything that a run needs included', async () => {
    // What a service worker has kept would not be counted.
    const guest = await visit({ script: () => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }) });
    const { page } = guest;
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.reload({ waitUntil: 'networkidle' });
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(3_000_000);
  });
});
