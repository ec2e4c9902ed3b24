import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, type TestService } from '../server/service.ts';
import { describePage } from './page.ts';

let service: TestService | undefined;

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-web-'));
  service = await startService({ data: folder }, '--workers', '1');
  const { url, close } = service;
  return {
    address: `${url}/`,
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describePage(
  'a run on the server',
  (visit) => {
    it('shows its progress as its own, and leaves its plan', async () => {
      const guest = await visit();
      const { page } = guest;
      await guest.openExample('Town');
      await guest.setSeconds(3);
      await page.getByRole('button', { name: 'Solve on the server' }).click();
      await page.locator('.stage', { hasText: 'Improving' }).waitFor();
      await expect.poll(() => page.getByTestId('best-cost').textContent(), { timeout: 20_000 }).toMatch(/\d/);
      await page.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: 20_000 });
      const { jobs } = (await service?.send('/v1/jobs'))?.body ?? {};
      expect(jobs).toMatchObject([{ state: 'completed' }]);
      expect(await guest.total()).toBeCloseTo(jobs[0].cost, 0);
    });

    it('is picked up again after a reload', async () => {
      const guest = await visit();
      const { page } = guest;
      await guest.openExample('Town');
      await guest.setSeconds(12);
      await page.getByRole('button', { name: 'Solve on the server' }).click();
      await expect.poll(() => page.getByTestId('best-cost').textContent(), { timeout: 20_000 }).toMatch(/\d/);
      await page.waitForTimeout(400);
      const before = (await service?.send('/v1/jobs'))?.body.jobs;
      await page.reload();
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: 40_000 });
      const { jobs } = (await service?.send('/v1/jobs'))?.body ?? {};
      expect(jobs).toHaveLength(before.length);
      expect(jobs[0]).toMatchObject({ id: before[0].id, state: 'completed' });
      expect(await guest.total()).toBeCloseTo(jobs[0].cost, 0);
      // Nothing is left to be picked up.
      await page.waitForTimeout(400);
      await page.reload();
      await page.getByTestId('total-cost').waitFor();
      expect(await page.getByRole('button', { name: 'Fetch it' }).count()).toBe(0);
    });

    it('keeps its best when it is stopped', async () => {
      const guest = await visit();
      const { page } = guest;
      await guest.openExample('Town');
      await guest.setSeconds(60);
      await page.getByRole('button', { name: 'Solve on the server' }).click();
      await expect.poll(() => page.getByTestId('best-cost').textContent(), { timeout: 20_000 }).toMatch(/\d/);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: 20_000 });
      expect((await service?.send('/v1/jobs'))?.body.jobs[0].state).toBe('cancelled');
      expect(await guest.total()).toBeGreaterThan(0);
    });
  },
  serve,
);
