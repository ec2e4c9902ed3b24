/** The built page in a real Chromium, served as `neo-lrp serve` does. Whatever goes wrong behind the scenes fails the test. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import type { BinaryFile } from '../../src/formats/format.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { pageServer } from '../../src/server/page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = findChromium();

/** Tests that need a browser; without one they are skipped, and the name says why. */
export function describePage(name: string, tests: (visit: Visit) => void, serve: () => Promise<Served> = servePage): void {
  describe.skipIf(program === undefined)(program ? name : `${name} (skipped: no Chromium; node scripts/chromium.mjs installs it)`, () => {
    let served: Served | undefined;
    const house = new House();
    beforeAll(async () => {
      served = await serve();
      house.address = served.address;
      // Root has no sandbox in containers; pages here are our own.
      house.browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
    }, 180_000);
    afterEach(() => house.leave());
    afterAll(async () => {
      await house.browser?.close();
      await served?.close();
    });
    tests((options) => house.visit(options));
  });
}

/** Where the page is, and how to end what serves it. */
export interface Served {
  readonly address: string;
  close(): Promise<void>;
}

async function servePage(): Promise<Served> {
  const server = pageServer({ folder: `${root}dist/web` });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs before the page. */
  readonly script?: () => void;
}
export type Visit = (options?: VisitOptions) => Promise<Guest>;

class House {
  address = '';
  browser: Browser | undefined;
  private guests: Guest[] = [];

  async visit({ script, ...options }: VisitOptions = {}): Promise<Guest> {
    if (!this.browser) throw new Error('the browser has not started');
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    if (script !== undefined) await context.addInitScript(script);
    return this.enter(context);
  }

  /** Another tab of the same browser. */
  async enter(context: BrowserContext): Promise<Guest> {
    const guest = new Guest(await context.newPage(), this.address, () => this.enter(context));
    this.guests.push(guest);
    await guest.page.goto(this.address);
    await guest.page.getByRole('heading', { name: 'NEO-LRP' }).waitFor();
    return guest;
  }

  /** Nothing was thrown, logged as an error or asked of another host. */
  async leave(): Promise<void> {
    const faults = this.guests.flatMap((guest) => guest.faults);
    for (const context of new Set(this.guests.map(({ page }) => page.context()))) await context.close();
    this.guests = [];
    expect(faults).toEqual([]);
  }
}

/** One who uses the page by what is to be seen and heard on it. */
export class Guest {
  readonly faults: string[] = [];
  /** Further addresses that the page may ask, since its user has named them. */
  readonly friends: string[] = [];

  constructor(
    readonly page: Page,
    readonly address: string,
    /** Another tab of the same browser. */
    readonly anotherTab: () => Promise<Guest>,
  ) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.faults.push(`thrown: ${error.message}`));
    page.on('request', (request) => {
      if (![address, ...this.friends].some((known) => request.url().startsWith(known)) && !/^(blob|data):/.test(request.url()))
        this.faults.push(`foreign request: ${request.url()}`);
    });
  }

  async openExample(title: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Open', exact: true }).click();
    await this.page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
    await this.page.getByText(/^Opened /).waitFor();
  }

  /** Hands over files by the picker. */
  async openFiles(...files: readonly (SourceFile | BinaryFile)[]): Promise<void> {
    await this.page.getByRole('button', { name: 'Open', exact: true }).click();
    const contentOf = (file: SourceFile | BinaryFile) => ('bytes' in file ? Buffer.from(file.bytes) : Buffer.from(file.text));
    const picked = files.map((file) => ({ name: file.name, mimeType: 'text/plain', buffer: contentOf(file) }));
    await this.page.getByTestId('file-picker').setInputFiles(picked);
  }

  async undo(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Undo' }).click();
  }

  /** A point of the map, in shares of its width and height. */
  async mapPoint(x: number, y: number): Promise<{ readonly x: number; readonly y: number }> {
    const box = await this.page.getByRole('application').boundingBox();
    if (!box) throw new Error('there is no map');
    return { x: box.x + x * box.width, y: box.y + y * box.height };
  }

  async clickMap(x: number, y: number): Promise<void> {
    const at = await this.mapPoint(x, y);
    await this.page.mouse.click(at.x, at.y);
  }

  async dragMap(from: readonly [number, number], by: readonly [number, number]): Promise<void> {
    const at = await this.mapPoint(...from);
    await this.page.mouse.move(at.x, at.y);
    await this.page.mouse.down();
    await this.page.mouse.move(at.x + by[0], at.y + by[1], { steps: 4 });
    await this.page.mouse.up();
  }

  async setSeconds(seconds: number): Promise<void> {
    await this.page.getByLabel('Seconds').fill(String(seconds));
    await this.page.getByLabel('Seconds').blur();
  }

  /** A number among the options of the run. */
  async setOption(label: string, value: number): Promise<void> {
    const field = (await this.options()).getByLabel(label);
    await field.fill(String(value));
    await field.blur();
  }

  /** A choice among the options of the run. */
  async choose(label: string, option: string): Promise<void> {
    await (await this.options()).getByLabel(label).selectOption(option);
  }

  private async options(): Promise<Locator> {
    const options = this.page.locator('details.options');
    if ((await options.getAttribute('open')) === null) await options.locator('summary').click();
    return options;
  }

  /** Runs to the end and returns the total that is shown. */
  async solve(): Promise<number> {
    const solve = this.page.getByRole('button', { name: 'Solve', exact: true });
    // Watched from before the click: on a busy machine a short run could be over before it was looked for.
    await Promise.all([this.page.getByRole('button', { name: 'Stop' }).waitFor(), solve.click()]);
    await solve.waitFor();
    return this.total();
  }

  async total(): Promise<number> {
    return Number(await this.page.getByTestId('total-cost').getAttribute('data-value'));
  }

  /** How many depots the plan opens. */
  async openDepots(): Promise<number> {
    await this.show('Plan');
    const count = await this.page.getByRole('region', { name: 'Depots of the plan' }).locator('tbody tr').count();
    await this.show('What if');
    return count;
  }

  async show(tab: 'Data' | 'Rules' | 'Plan' | 'What if' | 'Compare'): Promise<void> {
    await this.page.getByRole('tab', { name: tab }).click();
  }

  /** The bytes of an export as text, one character each, by the heading that it stands under. */
  async export(
    section: 'Everything' | 'The data' | 'The plan' | 'The map',
    button: string,
  ): Promise<{ readonly name: string; readonly text: string }> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click();
    const choices = this.page.locator(`h3:has-text("${section}") + p.stale + p, h3:has-text("${section}") + p:not(.stale)`);
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      choices.getByRole('button', { name: button, exact: true }).click(),
    ]);
    await this.page.getByRole('button', { name: 'Close', exact: true }).click();
    return textOf(download);
  }
}

async function textOf(download: Download): Promise<{ readonly name: string; readonly text: string }> {
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'latin1') };
}
