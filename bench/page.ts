/**
 * Cost of the page for its visitor: bytes, seconds until it can be used, the longest task of its main thread, the time that a stop takes,
 * and memory, with 600 customers and 30 depots.
 *
 *     node scripts/run.mjs bench/page.ts [SECONDS of solving]
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { writeInstance } from '../src/formats/write.ts';
import { pageServer } from '../src/server/page.ts';
import { largeInstance } from '../tests/web/large.ts';
import { longestTask } from '../tests/web/trace.ts';

const seconds = Number(process.argv[2] ?? 60);
const executablePath = process.env.NEO_LRP_CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const server = pageServer({ folder: 'dist/web' });
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await (await browser.newContext({ viewport: { width: 1400, height: 860 } })).newPage();

const processes = await browser.newBrowserCDPSession();

/** Bytes transferred, with and without what is fetched ahead. */
const client = await page.context().newCDPSession(page);
await client.send('Network.enable');
const sizes = new Map<string, number>();
const urls = new Map<string, string>();
client.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(urls.get(requestId) ?? requestId, encodedDataLength));

await page.goto(address);
await page.getByRole('button', { name: 'Open…' }).waitFor();
const interactive = await page.evaluate(() => performance.now());
await page.waitForLoadState('networkidle');
const total = [...sizes.values()].reduce((a, b) => a + b, 0);
const ahead = [...sizes].filter(([url]) => /worker|wasm|onnx|highs|universal/.test(url)).reduce((sum, [, bytes]) => sum + bytes, 0);
report('first load', `${kilobytes(total)} kB compressed, of which ${kilobytes(ahead)} kB fetched ahead for a run`);
report('usable after', `${interactive.toFixed(0)} ms`);

const [file] = writeInstance(largeInstance());
await timed('600 × 30 opened', async () => {
  await page.getByRole('button', { name: 'Open…' }).click();
  await page.getByTestId('file-picker').setInputFiles([{ name: file.name, mimeType: 'application/json', buffer: Buffer.from(file.text) }]);
  await page.getByText(/^Opened/).waitFor();
});
await timed('hovered, zoomed, panned', lookAround);
await page.getByLabel('Seconds').fill(String(seconds));
await page.getByLabel('Seconds').blur();
let peak = 0;
await timed(`solved for ${seconds} s`, async () => {
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  for (let k = 0; k < 2 * seconds; k++) {
    await page.waitForTimeout(500);
    peak = Math.max(peak, await memoryOfRenderers());
  }
  await page.getByTestId('total-cost').waitFor({ timeout: 30_000 });
});
report('cost, memory', `${await page.getByTestId('total-cost').textContent()}, ${(peak / 1024).toFixed(0)} MB in all renderers at most`);
await timed('every tab, with the plan', async () => {
  for (const tab of ['Data', 'Rules', 'What if', 'Compare', 'Plan']) await page.getByRole('tab', { name: tab }).click();
  await lookAround();
  await page.waitForTimeout(3000);
});

const stops: number[] = [];
for (const wait of [100, 1000, 3000, 12_000]) {
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.waitForTimeout(wait);
  stops.push(
    await page.evaluate(async () => {
      const find = (name: RegExp) => [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''));
      const began = performance.now();
      find(/Stop/)?.click();
      while (!find(/^ ?Solve$/)) await new Promise(requestAnimationFrame);
      return performance.now() - began;
    }),
  );
}
report('stop after 0.1, 1, 3, 12 s', stops.map((milliseconds) => `${milliseconds.toFixed(0)} ms`).join(', '));

await browser.close();
server.closeAllConnections();
server.close();

function report(what: string, result: string): void {
  console.log(`${what.padEnd(28)} ${result}`);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

async function timed(what: string, act: () => Promise<void>): Promise<void> {
  report(what, `longest task ${(await longestTask(page, act)).toFixed(0)} ms of CPU`);
}

async function lookAround(): Promise<void> {
  const { mouse } = page;
  for (let k = 0; k < 40; k++) await mouse.move(100 + 18 * k, 150 + 14 * k);
  for (let k = 0; k < 10; k++) await mouse.wheel(0, k < 5 ? -160 : 160);
  await mouse.down();
  for (let k = 0; k < 20; k++) await mouse.move(820 - 10 * k, 700 - 8 * k);
  await mouse.up();
}

/** Kilobytes of the processes in which this Chromium renders pages and runs their workers. */
async function memoryOfRenderers(): Promise<number> {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return pids.reduce((sum, pid) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);
}
