/**
 * Excel workbooks: the tables of the CSV format as sheets. The packages that know the file format are loaded when one is opened.
 * A workbook becomes one source a sheet, so that whatever reads tables reads workbooks.
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

export const xlsxFormat: InstanceFormat = {
  name: 'xlsx',
  title: 'Excel workbook (sheets customers, depots, vehicles, settings, distances)',
  extensions: ['.xlsx'],
  lossless: 'every instance whose tables fit on sheets and whose texts have no control characters',
  recognises: ({ sheet }) => sheet !== undefined,
  read: readTables,
  encode: writeWorkbook,
};

/** Zip archives, workbooks among them, begin so. */
export const looksLikeWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** The sheets of a workbook that hold anything, as tables for `readInstance`. */
export async function readWorkbook({ name, bytes }: BinaryFile): Promise<SourceFile[]> {
  const { default: readSheets } = await import('read-excel-file/universal');
  const [sheets, findings] = await Promise.all([readSheets(bytes.slice().buffer, { trim: false }), inspectSheets(bytes)]).catch((cause) => {
    throw new NeoLrpError('E_SYNTAX', 'this is not a valid Excel workbook', { file: name }, { cause });
  });
  const sources = sheets
    .map(({ sheet, data }) => ({ sheet, ...sheetTable(data, findings.get(sheet)) }))
    .filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
    // Rows stay where they are, so that messages count them as Excel does.
    .map(({ sheet, rows, broken, hiddenRows }) => ({ name, sheet, text: formatRows(rows), broken, hiddenRows }));
  if (sources.length === 0) throw new NeoLrpError('E_SYNTAX', 'the workbook has no sheet with anything on it', { file: name });
  return sources;
}

function sheetTable(data: readonly (readonly unknown[])[], { broken, hiddenRows }: SheetFindings = { broken: [], hiddenRows: 0 }) {
  const rows = data.map((row) => row.map(cellText));
  for (const { row, column, text } of broken) {
    while (rows.length <= row) rows.push([]);
    while (rows[row].length <= column) rows[row].push('');
    rows[row][column] = text;
  }
  // A text of several lines moves the rows below it down.
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

/** What Excel holds at most on a sheet and in a cell. */
const mostRows = 1_048_576;
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
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `the sheet '${sheet}' would hold ${what}; write JSON instead`, { field: sheet });
  if (rows.length > mostRows) throw refuse('more rows than Excel can');
  for (const cell of rows.flat()) {
    if (typeof cell !== 'string') continue;
    if (cell.length > mostCharacters) throw refuse('a longer text in a cell than Excel can');
    // write-excel-file 4 looks texts up in a plain object, where these stand for something else.
    if (cell in Object.prototype) throw refuse(`the text '${cell}', which the writer of workbooks cannot`);
    if (unspeakable.test(cell)) throw refuse('a control character, which a workbook cannot');
  }
}

/** What XML has no way to say, or does not keep. */
const unspeakable = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}/u;
