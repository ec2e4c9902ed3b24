/** From a planner's workbook to a workbook of the plan, in the planner's language. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decodeFile } from '../../src/formats/decode.ts';
import { workplace } from './neo-lrp.ts';

const { path, run } = workplace();

it.each([
  ['german-erp', ['Übersicht', 'Kosten', 'Standorte', 'Touren', 'Stopps', 'Zuordnung']],
  ['american-shipto', ['Summary', 'Costs', 'Depots', 'Routes', 'Stops', 'Assignment']],
])('%s.xlsx is solved at the first attempt', async (name, sheets) => {
  const workbook = fileURLToPath(new URL(`../../examples/${name}.xlsx`, import.meta.url));
  const { status, stderr } = run(['solve', workbook, '--time', '4', '--out', 'plan.xlsx']);
  expect(stderr).not.toContain('error');
  expect(status).toBe(0);
  const written = await decodeFile({ name: 'plan.xlsx', bytes: new Uint8Array(readFileSync(path('plan.xlsx'))) });
  expect(written.map(({ sheet }) => sheet)).toEqual(sheets);
  expect(written[4].text.split('\n').length).toBeGreaterThan(150);
});
