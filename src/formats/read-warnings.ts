/** What a reader finds: columns that it ignores, warnings, which the caller shows, and faults, which are told together. */
import { boundedText, joinedFaults, NeoLrpError, nameSome } from '../problem/errors.ts';

export interface ReadWarning {
  readonly code:
    | 'unused-column'
    | 'unused-sheet'
    | 'unused-file'
    | 'mixed-periods'
    | 'same-place'
    | 'shifted-costs'
    | 'hidden-rows'
    | 'skipped-lines'
    | 'ambiguous-number'
    | 'merged-orders'
    | 'missing-pairs'
    | 'assumed'
    | 'defaults';
  readonly message: string;
  readonly file: string;
  /** The columns, properties or sheets it is about. */
  readonly columns: readonly string[];
}

export interface WarningOptions {
  /** Columns to keep as details although they look as if they mattered; `FILE:column` means that of one file alone. */
  readonly ignore?: readonly string[];
  readonly onWarning?: (warning: ReadWarning) => void;
}

const key = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** More would only repeat the first ones. */
const mostFaults = 1000;

export class ReadWarnings {
  readonly #ignore: Map<string, string>;
  readonly #onWarning: (warning: ReadWarning) => void;
  readonly #found = new Set<string>();
  readonly #headers = new Map<string, ReadonlySet<string>>();
  readonly #unused = new Map<string, { readonly noun: string; readonly names: Set<string> }>();
  readonly #faults: NeoLrpError[] = [];
  readonly #refused = new Set<string>();

  constructor({ ignore = [], onWarning = () => {} }: WarningOptions = {}) {
    this.#ignore = new Map(ignore.map((name) => [key(name), name]));
    this.#onWarning = (warning) => onWarning({ ...warning, message: boundedText(warning.message) });
  }

  /** Adds the names given in the settings. */
  ignoreAlso(names: readonly string[]): void {
    for (const name of names) this.#ignore.set(key(name), name);
  }

  /** The columns of a file, so that one of them can be told apart from those of other files. */
  columns(file: string, header: readonly string[]): void {
    this.#headers.set(file, new Set(header.map(key)));
  }

  /** What to ignore to ignore this column alone. */
  nameOf(name: string, file: string): string {
    const isElsewhere = [...this.#headers].some(([other, names]) => other !== file && names.has(key(name)));
    return isElsewhere ? `${file}:${name}` : name;
  }

  ignores(name: string, file: string): boolean {
    const named = [key(name), key(`${file}:${name}`)].filter((folded) => this.#ignore.has(folded));
    for (const folded of named) this.#found.add(folded);
    return named.length > 0;
  }

  /** Collected per file, since every feature of a map has properties of its own. */
  unused(file: string, noun: 'column' | 'property', name: string): void {
    const known = this.#unused.get(file);
    if (known) known.names.add(name);
    else this.#unused.set(file, { noun, names: new Set([name]) });
  }

  warn(warning: ReadWarning): void {
    this.#onWarning(warning);
  }

  /** Keeps the fault until `throwFaults`: reading goes on, to find the others. */
  fault(error: unknown): void {
    if (!(error instanceof NeoLrpError)) throw error;
    const { reason, place } = error;
    // Every feature of a map has its own columns, so to speak.
    const column = place.ignorable && `${place.file}\n${reason}`;
    if (column !== undefined && this.#refused.has(column)) return;
    if (column !== undefined) this.#refused.add(column);
    this.#faults.push(error);
    if (this.#faults.length >= mostFaults) this.throwFaults();
  }

  /** Undefined where the work ends in a fault, which is kept. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.fault(error);
      return undefined;
    }
  }

  throwFaults(): void {
    if (this.#faults.length > 0) throw joinedFaults(this.#faults);
  }

  /** Reports what was collected. A name to ignore that occurs nowhere is misspelt. */
  close(): void {
    this.throwFaults();
    for (const [file, { noun, names }] of this.#unused) {
      const columns = [...names];
      const plural = noun === 'column' ? 'columns' : 'properties';
      const message = `${columns.length > 1 ? plural : noun} ${nameSome(columns, 20)} ${columns.length > 1 ? 'are' : 'is'} not used; kept as details`;
      this.#onWarning({ code: 'unused-column', message: `${file}: ${message}`, file, columns });
    }
    const missing = [...this.#ignore].find(([folded]) => !this.#found.has(folded));
    if (missing) throw new NeoLrpError('E_USAGE', `there is no column '${missing[1]}' to ignore`, { field: 'ignore', value: missing[1] });
  }
}
