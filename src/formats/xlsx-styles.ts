/** Which styles of a workbook show a number as a date or a time. */
import type { WorkbookFile } from './xlsx-xml.ts';

/** By number of the style: what a cell names. */
export async function dateStyles(file: WorkbookFile, path: string): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let ofCells = false;
  await file.read(path, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') ofCells = true;
      if (name === 'xf' && ofCells) styles.push(isDate(Number(numFmtId), codes));
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false;
    },
  });
  return styles;
}

/** Formats that every spreadsheet program knows by number, those of the Far East and of Thailand included. */
const builtIn: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** Numbers below are built in; what a file says of them is not read. */
const firstOwn = 100;

function isDate(id: number, codes: ReadonlyMap<number, string>): boolean {
  const code = id >= firstOwn ? codes.get(id) : undefined;
  return code === undefined ? builtIn.some(([from, to]) => id >= from && id <= to) : isDateCode(code);
}

const longestCode = 255;
const parts = /^(?:[smhd]{1,2}|m{3,5}|d{3,4}|a{3,5}|am|pm|[ap]|y|yy|yyyy|e|ee|eeee)$/;

/** Whether all letters and digits of one of its sections stand for parts of a date: `[$-409]h:mm AM/PM`, `yyyy-mm-dd;@`. */
export function isDateCode(code: string): boolean {
  const plain = code
    .slice(0, longestCode)
    .toLowerCase()
    .replace(/;@$/, '')
    .replace(/\\./g, ' ')
    .replace(/"[^"]*"/g, ' ');
  return plain.split(';').some((section) => {
    const words = section
      .replace(/\[([smhd]{1,2})\]/g, '$1')
      .replace(/(?<=[smhd])[.,]0{2,3}/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .split(/[^a-z0#?%]+/)
      .filter((word) => word !== '');
    return words.length > 0 && words.every((word) => parts.test(word));
  });
}
