/** Reads Excel workbooks: each sheet becomes a source, so that all readers of tables also read workbooks. */
import { NeoLrpError } from '../problem/errors.ts';
import { formatRows } from './csv-text.ts';
import type { BinaryFile } from './format.ts';
import { type SourceFile, sourceLabel } from './source.ts';
import { readSheet, type SheetContext } from './xlsx-sheet.ts';
import { dateStyles } from './xlsx-styles.ts';
import { WorkbookFile } from './xlsx-xml.ts';

/** The signature of zip archives, which workbooks are. */
export const looksLikeWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

const mostSheets = 1000;

/** The sheets of a workbook that hold anything, as tables for `readInstance`. */
export async function readWorkbook({ name, bytes }: BinaryFile): Promise<SourceFile[]> {
  const sources = await sheetsOf(name, bytes).catch((cause) => {
    if (cause instanceof NeoLrpError) throw cause.at({ file: name });
    throw new NeoLrpError('E_SYNTAX', 'this is not a valid Excel workbook', { file: name }, { cause });
  });
  if (sources.length === 0) throw new NeoLrpError('E_SYNTAX', 'all sheets of the workbook are empty', { file: name });
  return sources;
}

async function sheetsOf(name: string, bytes: Uint8Array): Promise<SourceFile[]> {
  const file = new WorkbookFile(bytes);
  const parts = await relations(file);
  const { sheets, from1904 } = await contents(file);
  const context = {
    from1904,
    dates: parts.styles === undefined ? [] : await dateStyles(file, parts.styles),
    strings: parts.strings === undefined ? [] : await sharedStrings(file, parts.strings),
  };
  const sources: SourceFile[] = [];
  for (const { sheet, id } of sheets) {
    const part = parts.byId.get(id);
    // A part that two sheets share would multiply what is read.
    if (part === undefined || !parts.byId.delete(id)) throw new RangeError(`the sheet '${sheet}' has no part of its own`);
    // Charts and dialogs are sheets, too, and hold no table.
    if (part.kind !== 'worksheet') continue;
    const table = await tableOf(file, part.path, context).catch((error) => {
      throw error instanceof NeoLrpError ? error.at({ file: sourceLabel({ name, sheet, text: '' }) }) : error;
    });
    if (table) sources.push({ name, sheet, ...table });
  }
  return sources;
}

/** Empty rows are kept, so that messages number rows as Excel does. */
async function tableOf(file: WorkbookFile, path: string, context: SheetContext) {
  const { rows, broken, hiddenRows } = await readSheet(file, path, context);
  return rows.length === 0 ? undefined : { text: formatRows(rows), broken, hiddenRows };
}

/** Parts of the workbook. */
async function relations(file: WorkbookFile) {
  const byId = new Map<string, { readonly kind: string; readonly path: string }>();
  await file.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id = '', Type = '', Target = '' }) {
      const kind = Type.slice(Type.lastIndexOf('/') + 1);
      if (name === 'Relationship') byId.set(Id, { kind, path: Target.startsWith('/') ? Target.slice(1) : `xl/${Target}` });
    },
  });
  /** Undefined where the workbook has none. */
  const pathOf = (kind: string) => [...byId.values()].find((part) => part.kind === kind && file.has(part.path))?.path;
  return { byId, styles: pathOf('styles'), strings: pathOf('sharedStrings') };
}

async function contents(file: WorkbookFile) {
  const sheets: { readonly sheet: string; readonly id: string }[] = [];
  let from1904 = false;
  await file.read('xl/workbook.xml', {
    open(tag, { name, id = '', date1904 }) {
      if (tag === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet' || name === undefined) return;
      if (sheets.length >= mostSheets) throw new NeoLrpError('E_TOO_LARGE', `the workbook has more than ${mostSheets} sheets`);
      sheets.push({ sheet: name, id });
    },
  });
  return { sheets, from1904 };
}

/** Texts that cells name by number: several runs of letters each, without the readings of Japanese text. */
async function sharedStrings(file: WorkbookFile, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  await file.read(path, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      if (name === 't') inText = !phonetic;
    },
    text(part) {
      if (inText) text += part;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}
