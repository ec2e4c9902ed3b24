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

/** A number of at least 0; undefined if there is no such line. */
export function headerNumber(source: Source, { header }: VrplibText, key: string): number | undefined {
  const entry = header.get(key);
  const value = entry && parseDecimal(entry.value);
  if (!entry || (value !== undefined && value >= 0)) return value;
  throw source.fault('E_VALUE', `expected a number of at least 0, but found '${entry.value.slice(0, 40)}'`, {
    line: entry.line,
    field: key,
  });
}

/** The rows of a section by their node; `nonNegative` names values that may not be below 0. Undefined if there is no such section. */
export function valuesByNode(
  source: Source,
  { sections }: VrplibText,
  name: string,
  count: number,
  dimension: number,
  nonNegative?: string,
): Map<number, readonly number[]> | undefined {
  const section = sections.get(name);
  if (!section) return undefined;
  const values = new Map<number, readonly number[]>();
  for (const { numbers, line } of section.rows) {
    const [node, ...rest] = numbers;
    const fault = (reason: string) => source.fault('E_SYNTAX', reason, { line, field: name });
    if (rest.length !== count)
      throw fault(`expected a node number and ${count} value${count > 1 ? 's' : ''}, but found ${numbers.length} numbers`);
    if (!Number.isSafeInteger(node) || node < 0) throw fault(`${node} is not a node number`);
    if (values.has(node)) throw fault(`node ${node} is listed twice`);
    if (nonNegative !== undefined && rest.some((value) => value < 0))
      throw source.fault('E_VALUE', `the ${nonNegative} of node ${node} is negative`, { line, field: name });
    values.set(node, rest);
  }
  if (values.size !== dimension)
    throw source.fault('E_SYNTAX', `DIMENSION is ${dimension}, but ${name} lists ${values.size} nodes`, {
      line: section.line,
      field: name,
    });
  return values;
}
