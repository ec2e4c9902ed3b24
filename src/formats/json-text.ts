/**
 * JSON for people. `JSON.parse` does not say portably on which line a fault or a value is; `JSON.stringify` puts every number of a matrix
 * on a line of its own.
 */
import { NeoLrpError } from '../problem/errors.ts';

/** Deeper than any file of ours; printing a deeper one could exhaust the stack. */
const deepest = 100;

export function parseJson(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value)) throw tooDeep();
  return value;
}

const tooDeep = () => new NeoLrpError('E_SYNTAX', `the JSON text is nested more than ${deepest} levels deep`);

/** Level by level, without recursion. */
function isDeeper(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const next: object[] = [];
    for (const container of level)
      for (const member of Array.isArray(container) ? container : Object.values(container)) if (isContainer(member)) next.push(member);
    level = next;
  }
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { fault } = scan(text, [], deepest);
    const reason = fault ? `not valid JSON: expected ${fault.expected}, found ${fault.found}` : 'not valid JSON';
    throw new NeoLrpError('E_SYNTAX', reason, fault ? { line: linesAt(text, [fault.offset])[0] } : {}, { cause });
  }
}

/** One customer, route or matrix row per line. */
export function formatJson(value: unknown, indent = ''): string {
  if (!isContainer(value)) return JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isList || member !== undefined);
  if (members.length === 0) return isList ? '[]' : '{}';
  const parts = members.map(([name, member]) => (isList ? '' : `${JSON.stringify(name)}: `) + formatJson(member, `${indent}  `));
  const inner = members.map(([, member]) => member).filter(isContainer);
  const oneLine = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (inner.length === 0 || (!isList && indent !== '' && oneLine.length <= 120 && !oneLine.includes('\n'))) return oneLine;
  return `${isList ? '[' : '{'}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** 1-based lines of field paths (`customers[3].demand`), or of their nearest ancestors in the text. */
export function linesOfFields(text: string, fields: readonly string[]): ReadonlyMap<string, number> {
  const lines = linesAt(text, scan(text, fields).found);
  return new Map(fields.map((field, k) => [field, lines[k]]));
}

/** 1-based lines of places in the text. */
function linesAt(text: string, offsets: readonly number[]): number[] {
  const lines = offsets.map(() => 1);
  const last = Math.max(...offsets);
  for (let at = text.indexOf('\n'); at >= 0 && at < last; at = text.indexOf('\n', at + 1))
    for (let k = 0; k < offsets.length; k++) if (at < offsets[k]) lines[k]++;
  return lines;
}

interface Fault {
  readonly offset: number;
  readonly expected: string;
  readonly found: string;
}

/** The tokens of RFC 8259; the parts of a string one by one, since a repeated group would exhaust the stack on long ones. */
const blank = /[ \t\r\n]*/y;
const token = /(?<mark>[{}[\],:])|(?<quote>")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const stringPart = /[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** What may come next, in words; of those with a close mark, that mark as well. */
const expectations = {
  value: 'a value',
  firstValue: "a value or ']'",
  name: 'a member name in double quotes',
  firstName: "a member name in double quotes or '}'",
  colon: "':'",
  comma: "',' or ",
  end: 'nothing more',
} as const;
type Expectation = keyof typeof expectations;

interface Frame {
  readonly close: '}' | ']';
  readonly path: string;
  key: string | number;
  /** Which of the wanted fields may be inside. */
  readonly wanted: readonly number[];
}

/**
 * Walks the text without recursion, so that no depth of nesting exhausts the stack, up to the first fault if there is one. Throws E_SYNTAX
 * below `most` levels.
 */
function scan(
  text: string,
  fields: readonly string[],
  most = Number.POSITIVE_INFINITY,
): { readonly fault?: Fault; readonly found: readonly number[] } {
  const open: Frame[] = [];
  const found = fields.map(() => 0);
  let expected: Expectation = 'value';
  let offset = 0;
  for (;;) {
    blank.lastIndex = offset;
    blank.test(text);
    token.lastIndex = offset = blank.lastIndex;
    if (expected === 'end' && offset === text.length) return { found };
    const groups = token.exec(text)?.groups;
    const next = groups?.quote ? stringEnd(text, token.lastIndex) : token.lastIndex;
    const string = groups?.quote && text.slice(offset, next);
    const after = groups && next > offset ? step({ mark: groups.mark, string }) : undefined;
    if (after === undefined) return { found, fault: { offset, expected: described(), found: excerpt(text, offset) } };
    expected = after;
    offset = next;
  }

  /** What may follow the token; undefined where the token itself is out of place. */
  function step({ mark, string }: { mark?: string; string?: string }): Expectation | undefined {
    const frame = open.at(-1);
    if (frame && mark === frame.close && (expected === 'comma' || expected.startsWith('first'))) {
      open.pop();
      return open.length > 0 ? 'comma' : 'end';
    }
    if (expected === 'end') return undefined;
    if (expected === 'colon') return mark === ':' ? 'value' : undefined;
    if (expected === 'comma') {
      if (mark !== ',' || !frame) return undefined;
      if (typeof frame.key === 'number') frame.key++;
      return frame.close === '}' ? 'name' : 'value';
    }
    if (expected === 'name' || expected === 'firstName') {
      if (string === undefined || !frame) return undefined;
      frame.key = JSON.parse(string) as string;
      return 'colon';
    }
    if (mark !== undefined && mark !== '{' && mark !== '[') return undefined;
    enter(frame, mark);
    if (mark === undefined) return frame ? 'comma' : 'end';
    return mark === '{' ? 'firstName' : 'firstValue';
  }

  /** A value begins. */
  function enter(frame: Frame | undefined, mark: string | undefined): void {
    const candidates = frame ? frame.wanted : fields.map((_, k) => k);
    const path = candidates.length === 0 || !frame ? '' : join(frame.path, frame.key);
    const wanted = candidates.filter((k) => path === '' || (fields[k].startsWith(path) && /^($|[.[])/.test(fields[k].slice(path.length))));
    for (const k of wanted) found[k] = offset;
    if (mark !== undefined && open.length >= most) throw tooDeep();
    if (mark !== undefined) open.push({ close: mark === '{' ? '}' : ']', path, key: mark === '{' ? '' : 0, wanted });
  }

  function described(): string {
    return expectations[expected] + (expected === 'comma' ? `'${open.at(-1)?.close}'` : '');
  }
}

/** Behind the closing quote; 0 where there is none. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (stringPart.lastIndex = at; stringPart.test(text); ) at = stringPart.lastIndex;
  return text[at] === '"' ? at + 1 : 0;
}

const join = (path: string, key: string | number) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key);

function excerpt(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the file';
  return `'${text
    .slice(offset, offset + 20)
    .split('\n')[0]
    .trim()}'`;
}
