/** The grammar of VRPLIB (and TSPLIB95) files: `KEY : value` lines, then sections of number rows, then EOF. */
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';

export interface Entry {
  readonly value: string;
  readonly line: number;
}

export interface Row {
  readonly numbers: readonly number[];
  readonly line: number;
}

export interface Section {
  readonly line: number;
  readonly rows: readonly Row[];
}

export interface VrplibText {
  readonly header: ReadonlyMap<string, Entry>;
  readonly sections: ReadonlyMap<string, Section>;
}

export function parseVrplib(source: Source): VrplibText {
  const header = new Map<string, Entry>();
  const sections = new Map<string, { line: number; rows: Row[] }>();
  let section: { line: number; rows: Row[] } | undefined;
  let ended = false;
  source.text.split('\n').forEach((raw, k) => {
    const text = raw.trim();
    const line = k + 1;
    if (text === '') return;
    if (ended) throw source.fault('E_SYNTAX', 'the file should end after EOF, but goes on', { line });
    const name = /^([A-Za-z_]+_SECTION)\s*:?$/.exec(text)?.[1].toUpperCase();
    const entry = /^([A-Za-z_]+)\s*:([\s\S]*)$/.exec(text);
    if (/^EOF$/i.test(text)) ended = true;
    else if (name !== undefined) {
      if (sections.has(name)) throw source.fault('E_SYNTAX', `${name} is given twice`, { line, field: name });
      section = { line, rows: [] };
      sections.set(name, section);
    } else if (entry) {
      const key = entry[1].toUpperCase();
      if (section)
        throw source.fault('E_SYNTAX', `expected a row of numbers, but found '${key} :'; all keys come before the sections`, { line });
      if (header.has(key) && key !== 'COMMENT') throw source.fault('E_SYNTAX', `${key} is given twice`, { line, field: key });
      header.set(key, { value: entry[2].trim(), line });
    } else if (section) section.rows.push({ numbers: rowOf(source, text, line), line });
    else throw source.fault('E_SYNTAX', `expected 'KEY : value' or the name of a section, but found '${text.slice(0, 40)}'`, { line });
  });
  return { header, sections };
}

function rowOf(source: Source, text: string, line: number): number[] {
  return text.split(/\s+/).map((token) => {
    const value = parseDecimal(token);
    if (value === undefined) throw source.fault('E_SYNTAX', `expected a number, but found '${token.slice(0, 40)}'`, { line, value: token });
    return value;
  });
}
