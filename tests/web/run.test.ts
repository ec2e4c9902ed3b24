import { expect, it } from 'vitest';
import { writeInstance } from '../../src/formats/write.ts';
import { largeInstance } from './large.ts';
import { describePage, type Guest } from './page.ts';
import { longestTask } from './trace.ts';

const [largeFile] = writeInstance(largeInstance());

/**
 * Milliseconds from the click on Stop until the page is ready again, by the page's own clock, beside how long 250 ms take at the same time:
 * on a machine that others keep busy these are longer, too.
 */
const stop = ({ page }: Guest) =>
  page.evaluate(async () => {
    const button = (name: RegExp) => [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''));
    const frame = () => new Promise(requestAnimationFrame);
    const began = performance.now();
    const quarter = new Promise((resolve) => setTimeout(resolve, 250)).then(frame).then(() => performance.now() - began);
    button(/Stop/)?.click();
    while (!button(/^ ?Solve$/)) await frame();
    return { taken: performance.now() - began, quarter: await quarter };
  });

async function openLarge(guest: Guest): Promise<void> {
  await guest.openFiles(largeFile);
  await guest.page.getByText(/^Opened large-600-30/).waitFor();
  await guest.setSeconds(60);
}

/** Where the longest task of the main thread has to end, in milliseconds. */
const smooth = 200;

describePage('a run', (visit) => {
  it('of 600 customers shows how it goes, keeps the page smooth, and keeps its best when it is stopped, at once', async () => {
    const guest = await visit();
    const { page } = guest;
    await openLarge(guest);
    // The search begins at once.
    await guest.choose('Method', 'search alone');
    const solving = await longestTask(page, async () => {
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await page.locator('.stage', { hasText: 'Improving' }).waitFor();
      await expect.poll(() => page.getByTestId('best-cost').textContent(), { timeout: 20_000 }).toMatch(/\d/);
      await page.waitForTimeout(1000);
    });
    expect(solving).toBeLessThan(smooth);
    const { taken, quarter } = await stop(guest);
    expect(taken).toBeLessThan(quarter + 50);
    expect(await guest.total()).toBeGreaterThan(10_000);
    await page.getByText('How it was found').click();
    expect(await page.locator('.record').textContent()).toContain('aborted');
    const lookingAround = await longestTask(page, async () => {
      for (const tab of ['Data', 'Plan', 'Rules', 'What if'] as const) await guest.show(tab);
      await page.getByRole('application').hover({ position: { x: 300, y: 300 } });
      await page.mouse.wheel(0, -200);
      await page.waitForTimeout(500);
    });
    expect(lookingAround).toBeLessThan(smooth);
  });

  it('can be stopped as soon as it has begun', async () => {
    const guest = await visit();
    const { page } = guest;
    await openLarge(guest);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    const { taken, quarter } = await stop(guest);
    expect(taken).toBeLessThan(quarter + 50);
    // A first plan may have been there at once; where none was, that is said.
    const told = page.getByText('Stopped before the first plan').or(page.getByTestId('total-cost'));
    await told.first().waitFor();
  });

  it('of 5,000 customers says what it is doing from the start, and the map can still be moved', async () => {
    const guest = await visit();
    const { page } = guest;
    const [file] = writeInstance(largeInstance(5000, 12));
    await guest.openFiles(file);
    await page.getByText(/^Opened large-5000/).waitFor();
    await guest.setSeconds(60);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.detail', { hasText: /preparing|depots open/ }).waitFor({ timeout: 5000 });
    await expect.poll(async () => Number.parseFloat((await page.getByTestId('elapsed').textContent()) ?? '')).toBeGreaterThan(0.5);
    // The first plan is there long before the first improvement, and stays where the run is stopped then.
    await page.getByTestId('best-cost').filter({ hasText: /\d/ }).waitFor();
    const first = Number((await page.getByTestId('best-cost').textContent())?.replaceAll(',', ''));
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Solve', exact: true }).waitFor();
    expect(await guest.total()).toBeGreaterThan(0);
    expect(await guest.total()).toBeLessThan(first + 0.01);
    // Nothing that is drawn has an element for each place.
    expect(await page.locator('canvas.layers').getAttribute('data-customers')).toBe('5000');
    expect(await page.locator('.map *').count()).toBeLessThan(500);
    const panning = await longestTask(page, async () => {
      await guest.dragMap([0.5, 0.5], [120, 60]);
      await page.mouse.wheel(0, -300);
      await page.waitForTimeout(300);
    });
    expect(panning).toBeLessThan(smooth);
  });

  it('until settled ends by itself, and says how sure the plan is', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Town');
    await page.getByLabel('until settled').check();
    expect(await page.getByLabel('Seconds').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('progressbar', { name: 'Settled' }).waitFor();
    await page.getByText(/^Settled: .* after \d+ % of the effort$/).waitFor({ timeout: 60_000 });
    await page.getByText(/^Other depots: .* % dearer \(\d+ % of the effort\)/).waitFor();
  });

  it('tells the stage, the best cost, depots and a curve; its plan survives a reload', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Plain');
    await guest.setSeconds(40);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('img', { name: /^Best cost from/ }).waitFor();
    await page.locator('.progress .detail', { hasText: /s · \d depots? open · \d+ vehicles · [\d,]+ iterations/ }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByTestId('total-cost').waitFor();
    const total = await guest.total();
    await page.waitForTimeout(400);
    await page.reload();
    await page.getByTestId('total-cost').waitFor();
    expect(await guest.total()).toBe(total);
    // Its data changes: the plan is marked, not silently kept.
    await guest.show('Data');
    await page.getByLabel('Vehicle capacity').fill('150');
    await page.getByLabel('Vehicle capacity').blur();
    await guest.show('Plan');
    await page.getByText('The data has changed since this plan was made.').waitFor();
  });
});
