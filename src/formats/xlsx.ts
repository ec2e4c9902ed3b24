/** Excel workbooks: the tables of the CSV format as sheets. `xlsx-read.ts` reads them; the package that writes them is loaded on demand. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { readTables } from './csv.ts';
import { distanceRows } from './csv-distances.ts';
import { settingRows } from './csv-settings.ts';
import { type Cell, requirePlainText } from './csv-text.ts';
import type { BinaryFile, InstanceFormat } from './format.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { fileNameOf } from './source.ts';
import { vehicleRows } from './vehicle-table.ts';
import { mostRows } from './xlsx-sheet.ts';

export const xlsxFormat: InstanceFormat = {
  name: 'xlsx',
  title: 'Excel workbook (sheets customers, depots, vehicles, settings, distances)',
  extensions: ['.xlsx'],
  lossless: 'every instance whose tables fit on sheets and whose texts have no control characters',
  recognises: ({ sheet }) => sheet !== undefined,
  read: readTables,
  encode: writeWorkbook,
};

/** Of Excel, for a cell. */
const mostCharacters = 32_767;

async function writeWorkbook(instance: Instance): Promise<BinaryFile> {
  requirePlainText(instance);
  if (instance.travel.kind === 'matrix' && instance.travel.durations)
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', 'a workbook of ours has no sheet for travel times; write JSON instead', {
      field: 'travel.durations',
    });
  const distances = distanceRows(instance);
  const sheets = [
    { sheet: 'customers', rows: customerRows(instance) },
    { sheet: 'depots', rows: depotRows(instance) },
    ...(instance.vehicles ? [{ sheet: 'vehicles', rows: vehicleRows(instance) }] : []),
    { sheet: 'settings', rows: [['setting', 'value'], ...settingRows(instance)] },
    ...(distances.length > 0 ? [{ sheet: 'distances', rows: distances }] : []),
  ];
  for (const { sheet, rows } of sheets) requireFits(sheet, rows);
  const { default: writeSheets } = await import('write-excel-file/universal');
  const blob = await writeSheets(
    sheets.map(({ sheet, rows }) => ({
      sheet,
      data: rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
      stickyRowsCount: 1,
    })),
  ).toBlob();
  return { name: `${fileNameOf(instance.name)}.xlsx`, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

function requireFits(sheet: string, rows: readonly (readonly Cell[])[]): void {
  const refuse = (what: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `the sheet '${sheet}' would have ${what}; write JSON instead`, { field: sheet });
  if (rows.length > mostRows) throw refuse('more rows than Excel allows');
  for (const cell of rows.flat()) {
    if (typeof cell !== 'string') continue;
    if (cell.length > mostCharacters) throw refuse('a cell with a longer text than Excel allows');
    // write-excel-file 4 looks up texts in a plain object, where these names have another meaning.
    if (cell in Object.prototype) throw refuse(`the text '${cell}', which cannot be written to a workbook`);
    if (unspeakable.test(cell)) throw refuse('a control character, which a workbook cannot contain');
  }
}

/** Characters that XML cannot express or does not preserve. */
const unspeakable = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}/u;
