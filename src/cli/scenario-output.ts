/** Scenarios side by side, on the screen and as files: a workbook or a page to print. */
import { extname } from 'node:path';
import { baseFor } from '../node/base-map.ts';
import { requireWritableFile, saveFile, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { amountsOf } from '../report/amounts.ts';
import { formatNumber } from '../report/number.ts';
import { placeNames } from '../report/place-names.ts';
import { reportPage } from '../report/report-page.ts';
import { recommendation, recommended, type ScenarioRow, type SolvedScenario, scenarioRows } from '../report/scenario-table.ts';
import { encodeScenarios } from '../report/workbook.ts';
import { alignColumns, lines, type Output, paragraphs } from './output.ts';

/** Throws before any work is done if there is no way to write it. */
export async function requireReportFile(out: string | undefined): Promise<void> {
  if (out === undefined) return;
  if (extname(out).toLowerCase() === '.pdf')
    throw new NeoLrpError('E_USAGE', 'write .html, open it in a browser and print it: it is laid out for A4, and browsers save PDF', {
      field: '--out',
      value: out,
    });
  if (!['.html', '.xlsx'].includes(extname(out).toLowerCase()))
    throw new NeoLrpError('E_USAGE', `a report is written as .html or .xlsx, not '${out}'`, { field: '--out', value: out });
  await requireWritableFile(out);
}

/** With the base map of this package. */
export async function saveReport(out: string, scenarios: readonly SolvedScenario[], reference?: string): Promise<void> {
  if (extname(out).toLowerCase() === '.xlsx') await saveFile(out, await encodeScenarios(scenarios, reference));
  else await saveText(out, reportPage(scenarios, reference, await baseFor(scenarios[0].instance)));
}

/** The reference must be one of them. */
export function requireReference(names: readonly string[], reference: string | undefined): void {
  if (reference !== undefined && !names.includes(reference))
    throw new NeoLrpError('E_USAGE', `there is no scenario '${reference}'; there are ${names.join(', ')}`, { field: '--reference' });
}

export function tellScenarios(
  instance: Instance,
  scenarios: readonly SolvedScenario[],
  reference: string | undefined,
  output: Output,
): void {
  const rows = scenarioRows(scenarios, reference);
  output.result(
    {
      instance: instance.name,
      reference: rows.find(({ isReference }) => isReference)?.scenario.name ?? null,
      recommended: recommended(rows)?.scenario.name ?? null,
      scenarios: rows.map(({ scenario: { name, changes, reason }, numbers, openDepots, moved, difference }) => ({
        ...{ name, changes, reason: reason ?? null },
        ...{ cost: numbers?.cost ?? null, difference, openDepots, moved },
        ...{ vehicles: numbers?.vehicles ?? null, distance: numbers?.distance ?? null, hours: numbers?.hours ?? null },
        ...{ emission: numbers?.emission ?? null, vehicleUse: numbers?.vehicleUse ?? null, depotUse: numbers?.depotUse ?? null },
        ...{ costPerStop: numbers?.costPerStop ?? null, costPerUnit: numbers?.costPerUnit ?? null, reach: numbers?.reach ?? null },
      })),
    },
    () => paragraphs(describe(instance, rows), recommendation(rows)),
  );
}

function describe(instance: Instance, rows: readonly ScenarioRow[]): string {
  const { cost, distance } = amountsOf(instance);
  const names = placeNames(instance.depots);
  const total = rows.find(({ isReference }) => isReference)?.total;
  const percent = (difference: number | null) =>
    difference === null || !total
      ? ''
      : `${difference < 0 ? '−' : '+'}${formatNumber(Math.abs(Math.round((1000 * difference) / total) / 10))} %`;
  const solved = rows.map(({ scenario, numbers, total: shown, isReference, difference, openDepots, moved }) =>
    numbers && shown !== undefined
      ? [
          scenario.name,
          cost(shown),
          isReference ? 'reference' : percent(difference),
          openDepots.map((id) => names.get(id) ?? id).join(', '),
          formatNumber(numbers.vehicles),
          distance(numbers.distance),
          isReference ? '' : formatNumber(moved.length),
        ]
      : [scenario.name, 'no plan', '', scenario.reason ?? ''],
  );
  return lines(alignColumns([['scenario', 'total cost', '', 'open depots', 'vehicles', 'distance', 'moved'], ...solved], [1, 2, 4, 5, 6]));
}
