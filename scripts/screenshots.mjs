// Takes the pictures of the page in docs/images, from the built page. Run after `npm run build`: node scripts/run.mjs scripts/screenshots.mjs
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { pageServer } from '../src/server/page.ts';
import { findChromium } from './chromium.mjs';

const folder = 'docs/images/';
mkdirSync(folder, { recursive: true });
const server = pageServer({ folder: 'dist/web' });
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

/** A visit with an example opened and solved. */
async function solved(example, seconds, options) {
  const page = await (await browser.newContext({ viewport: { width: 1360, height: 820 }, ...options })).newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Open…' }).click();
  await page.getByRole('button', { name: new RegExp(`^${example}`) }).click();
  await page.getByLabel('Seconds').fill(String(seconds));
  await page.getByLabel('Seconds').blur();
  await solve(page);
  await page.getByText('The network expects').first().waitFor();
  return page;
}

async function solve(page, button = page.getByRole('button', { name: 'Solve', exact: true })) {
  await button.click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: 60_000 });
}

async function shoot(page, name) {
  // Notices pass, nothing is pointed at, and the panel is at its top.
  await page.evaluate(() => {
    document.activeElement?.blur();
    document.querySelector('.tab-panel').scrollTop = 0;
  });
  await page.mouse.move(5, 5);
  await page.locator('.notice[data-empty=true]').waitFor({ state: 'attached', timeout: 10_000 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}${name}.png` });
}

const city = await solved('City', 6, {});
await shoot(city, 'page-plan');

const plain = await solved('Plain', 5, { colorScheme: 'dark' });
await plain.getByRole('button', { name: 'Keep', exact: true }).click();
await plain.getByRole('tab', { name: 'What if' }).click();
await solve(plain, plain.getByRole('button', { name: /^Solve with exactly 4 depots/ }));
const slider = plain.getByRole('slider', { name: 'Opening cost of D3' });
await slider.fill(String(Math.round(Number(await slider.inputValue()) / 2)));
await shoot(plain, 'page-what-if');
await plain.getByRole('tab', { name: 'Compare' }).click();
await shoot(plain, 'page-compare');

const phone = await solved('Town', 4, { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
await shoot(phone, 'page-phone');

await browser.close();
server.closeAllConnections();
server.close();
