/**
 * Excel workbooks: the tables of the CSV format as sheets. Each sheet becomes a source, so that all readers of tables also read workbooks.
 * The packages for the file format are loaded on demand.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { readTables } from './csv.ts';
import { distanceRows } from './csv-distances.ts';
import { settingRows } from './csv-settings.ts';
import { type Cell, formatRows, requirePlainText } from './csv-text.ts';
import type { BinaryFile, InstanceFormat } from './format.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { brokenKey, fileNameOf, type SourceFile } from './source.ts';
import { vehicleRows } from './vehicle-table.ts';
import { inspectSheets, type SheetFindings } from './xlsx-cells.ts';
import { packWorkbook } from './xlsx-write.ts';
import { unpackedSize } from './zip-size.ts';

export const xlsxFormat: InstanceFormat = {
  name: 'xlsx',
  title: 'Excel workbook (sheets customers, depots, vehicles, settings, distances)',
  extensions: ['.xlsx'],
  lossless: 'every instance whose tables fit on sheets and whose texts have no control characters',
  recognises: ({ sheet }) => sheet !== undefined,
  read: readTables,
  encode: writeWorkbook,
};

/** The signature of zip archives, which workbooks are. */
export const looksLikeWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Ten times what the largest instance takes; a small archive can claim any size. */
const mostUnpacked = 256 * 2 ** 20;

/** The sheets of a workbook that hold anything, as tables for `readInstance`. */
export async function readWorkbook({ name, bytes }: BinaryFile): Promise<SourceFile[]> {
  if ((unpackedSize(bytes) ?? 0) > mostUnpacked)
    throw new NeoLrpError('E_TOO_LARGE', `the workbook unpacks to more than ${mostUnpacked / 2 ** 20} MB; keep the tables alone`, {
      file: name,
    });
  const { default: readSheets } = await import('read-excel-file/universal');
  const [sheets, findings] = await Promise.all([readSheets(bytes.slice().buffer, { trim: false }), inspectSheets(bytes)]).catch((cause) => {
    throw new NeoLrpError('E_SYNTAX', 'this is not a valid Excel workbook', { file: name }, { cause });
  });
  const sources = sheets
    .map(({ sheet, data }) => ({ sheet, ...sheetTable(data, findings.get(sheet)) }))
    .filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
    // Empty rows are kept, so that messages number rows as Excel does.
    .map(({ sheet, rows, broken, hiddenRows }) => ({ name, sheet, text: formatRows(rows), broken, hiddenRows }));
  if (sources.length === 0) throw new NeoLrpError('E_SYNTAX', 'all sheets of the workbook are empty', { file: name });
  return sources;
}

function sheetTable(data: readonly (readonly unknown[])[], { broken, hiddenRows }: SheetFindings = { broken: [], hiddenRows: 0 }) {
  const rows = data.map((row) => row.map(cellText));
  for (const { row, column, text } of broken) {
    while (rows.length <= row) rows.push([]);
    while (rows[row].length <= column) rows[row].push('');
    rows[row][column] = text;
  }
  // A cell with line breaks takes several lines of the CSV text.
  let line = 0;
  const lines = rows.map((row) => (line += 1 + row.reduce<number>((sum, cell) => sum + String(cell).split('\n').length - 1, 0)));
  return { rows, hiddenRows, broken: new Map(broken.map(({ row, column, reason }) => [brokenKey(lines[row], column), reason])) };
}

/** The package's types call a date `typeof Date`. */
function cellText(cell: unknown): Cell {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof cell === 'number' ? cell : String(cell);
}

async function writeWorkbook(instance: Instance): Promise<BinaryFile> {
  requirePlainText(instance);
  if (instance.travel.kind === 'matrix' && instance.travel.durations)
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', 'a workbook of ours has no sheet for travel times; write JSON instead', {
      field: 'travel.durations',
    });
  const distances = distanceRows(instance);
  const bytes = await packWorkbook([
    { sheet: 'customers', rows: customerRows(instance) },
    { sheet: 'depots', rows: depotRows(instance) },
    ...(instance.vehicles ? [{ sheet: 'vehicles', rows: vehicleRows(instance) }] : []),
    { sheet: 'settings', rows: [['setting', 'value'], ...settingRows(instance)] },
    ...(distances.length > 0 ? [{ sheet: 'distances', rows: distances }] : []),
  ]);
  return { name: `${fileNameOf(instance.name)}.xlsx`, bytes };
}
