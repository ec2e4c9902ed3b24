/**
 * JSON for people. `JSON.parse` does not say portably on which line a fault or a value is; `JSON.stringify` puts every number of a matrix
 * on a line of its own.
 */
import { NeoLrpError } from '../problem/errors.ts';

/** Deeper than any file of ours; printing a deeper one could exhaust the stack. */
const deepest = 100;

export function parseJson(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value)) throw new NeoLrpError('E_SYNTAX', `the JSON text is nested more than ${deepest} levels deep`);
  return value;
}

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
    const { fault } = scan(text);
    throw new NeoLrpError(
      'E_SYNTAX',
      fault ? `not valid JSON: expected ${fault.expected}, found ${fault.found}` : 'not valid JSON',
      fault ? { line: lineAt(text, fault.offset) } : {},
      { cause },
    );
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

/** 1-based line of a field path (`customers[3].demand`), or of its nearest ancestor in the text. */
export function lineOfField(text: string, field: string): number {
  return lineAt(text, scan(text, field).found);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

interface Fault {
  readonly offset: number;
  readonly expected: string;
  readonly found: string;
}

/** The tokens of RFC 8259. */
const blank = /[ \t\r\n]*/y;
const token =
  /(?<mark>[{}[\],:])|(?<string>"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expectation = 'value' | 'value or close' | 'name' | 'name or close' | 'colon' | 'comma or close' | 'end';

interface Frame {
  /** Undefined outside the branch that leads to the wanted field. */
  readonly path: string | undefined;
  readonly close: '}' | ']';
  key: string | number;
}

/** Walks the text without recursion, so that no depth of nesting exhausts the stack, up to the first fault if there is one. */
function scan(text: string, wanted = ''): { readonly fault?: Fault; readonly found: number } {
  const open: Frame[] = [];
  let expectation: Expectation = 'value';
  let offset = 0;
  let found = 0;
  for (;;) {
    blank.lastIndex = offset;
    blank.test(text);
    token.lastIndex = offset = blank.lastIndex;
    if (expectation === 'end' && offset === text.length) return { found };
    const groups = token.exec(text)?.groups;
    const after = groups && step(groups);
    if (after === undefined)
      return { found, fault: { offset, expected: describe(expectation, open.at(-1)), found: excerpt(text, offset) } };
    expectation = after;
    offset = token.lastIndex;
  }

  /** What may follow the token; undefined where the token itself is out of place. */
  function step({ mark, string }: { mark?: string; string?: string }): Expectation | undefined {
    const frame = open.at(-1);
    if (frame && mark === frame.close && expectation.endsWith('or close')) {
      open.pop();
      return open.length > 0 ? 'comma or close' : 'end';
    }
    switch (expectation) {
      case 'end':
        return undefined;
      case 'colon':
        return mark === ':' ? 'value' : undefined;
      case 'comma or close':
        if (mark !== ',' || !frame) return undefined;
        if (typeof frame.key === 'number') frame.key++;
        return frame.close === '}' ? 'name' : 'value';
      case 'name':
      case 'name or close':
        if (string === undefined || !frame) return undefined;
        frame.key = JSON.parse(string) as string;
        return 'colon';
      case 'value':
      case 'value or close': {
        if (mark !== undefined && mark !== '{' && mark !== '[') return undefined;
        const path = frame ? frame.path !== undefined && join(frame.path, frame.key) : '';
        const leads = path !== false && leadsTo(path, wanted);
        if (leads) found = offset;
        if (mark === undefined) return frame ? 'comma or close' : 'end';
        open.push({ path: leads ? path : undefined, close: mark === '{' ? '}' : ']', key: mark === '{' ? '' : 0 });
        return mark === '{' ? 'name or close' : 'value or close';
      }
    }
  }
}

const leadsTo = (path: string, field: string) => path === '' || (field.startsWith(path) && /^($|[.[])/.test(field.slice(path.length)));

const join = (path: string, key: string | number) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key);

function describe(expectation: Expectation, frame: Frame | undefined): string {
  switch (expectation) {
    case 'value':
      return 'a value';
    case 'value or close':
      return "a value or ']'";
    case 'name':
      return 'a member name in double quotes';
    case 'name or close':
      return "a member name in double quotes or '}'";
    case 'colon':
      return "':'";
    case 'comma or close':
      return `',' or '${frame?.close}'`;
    case 'end':
      return 'nothing more';
  }
}

function excerpt(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the file';
  return `'${text
    .slice(offset, offset + 20)
    .split('\n')[0]
    .trim()}'`;
}
