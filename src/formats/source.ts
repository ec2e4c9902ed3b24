/** A file as readers see it: a name and its text, from wherever the caller got it. */
import { type ErrorCode, NeoLrpError, type Place, retelling } from '../problem/errors.ts';
import { linesOfFields, parseJson } from './json-text.ts';

export interface SourceFile {
  /** File name or path; its stem names instances that have no name of their own. */
  readonly name: string;
  readonly text: string;
  /** The sheet of the workbook `name` that the text is from. */
  readonly sheet?: string | undefined;
  /** Why cells of the sheet have no value, by `brokenKey`. */
  readonly broken?: ReadonlyMap<string, string>;
  readonly hiddenRows?: number;
}

/** Line from 1, column from 0. */
export const brokenKey = (line: number, column: number) => `${line}:${column}`;

/** What `place.file` of an error calls it. */
export const sourceLabel = ({ name, sheet }: SourceFile): string => (sheet === undefined ? name : `${name}#${sheet}`);

/** A name as a file name: what file systems reserve becomes a hyphen. */
export const fileNameOf = (name: string) => name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '-');

export class Source implements SourceFile {
  readonly name: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly sheet: string | undefined;
  readonly broken: ReadonlyMap<string, string>;
  readonly hiddenRows: number;
  #document: { readonly value: unknown } | undefined;

  constructor(file: SourceFile) {
    const { name, text, sheet, broken = new Map(), hiddenRows = 0 } = file ?? {};
    if (typeof name !== 'string' || typeof text !== 'string')
      throw new NeoLrpError('E_USAGE', 'expected a file: { name, text }, both of them texts', { field: 'file' });
    this.name = name;
    this.sheet = sheet;
    this.broken = broken;
    this.hiddenRows = hiddenRows;
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  get label(): string {
    return sourceLabel(this);
  }

  /** Last part of the name, without extension. */
  get stem(): string {
    const base = this.name.split(/[/\\]/).at(-1) ?? '';
    return base.replace(/(?<=.)\.[^.]*$/, '') || 'instance';
  }

  /** Lower case, with the dot. */
  get extension(): string {
    return /\.[^./\\]+$/.exec(this.name)?.[0].toLowerCase() ?? '';
  }

  get looksLikeJson(): boolean {
    return /^\s*[{[]/.test(this.text);
  }

  get json(): unknown {
    this.#document ??= { value: this.#located(() => parseJson(this.text)) };
    return this.#document.value;
  }

  /** Top-level member of the JSON text, where the text is an object that has it. */
  member(key: string): unknown {
    if (!this.looksLikeJson) return undefined;
    const { json } = this;
    return typeof json === 'object' && json !== null && Object.hasOwn(json, key) ? (json as Record<string, unknown>)[key] : undefined;
  }

  fault(code: ErrorCode, reason: string, place: Place = {}): NeoLrpError {
    return new NeoLrpError(code, reason, { file: this.label, ...place });
  }

  /** Runs `work` on the JSON text and adds the line of its field to each fault. */
  locating<T>(work: () => T): T {
    return this.#located(work, (fields) => linesOfFields(this.text, fields));
  }

  #located<T>(work: () => T, linesOf?: (fields: readonly string[]) => ReadonlyMap<string, number>): T {
    return retelling(work, (error) => {
      const fields = [error, ...error.others].flatMap(({ place: { line, field } }) =>
        line === undefined && field !== undefined ? [field] : [],
      );
      const lines = linesOf && fields.length > 0 ? linesOf(fields) : undefined;
      return error.map(({ place }) => ({ file: this.label, line: lines?.get(place.field ?? ''), ...place }));
    });
  }
}
