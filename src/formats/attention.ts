/** Columns that a reader ignores, and its warnings, which the caller shows. */
import { boundedText, NeoLrpError, nameSome } from '../problem/errors.ts';

export interface ReadWarning {
  readonly code:
    | 'unused-column'
    | 'unused-sheet'
    | 'unused-file'
    | 'mixed-periods'
    | 'hidden-rows'
    | 'skipped-lines'
    | 'ambiguous-number'
    | 'missing-pairs'
    | 'defaults';
  readonly message: string;
  readonly file: string;
  /** The columns, properties or sheets it is about. */
  readonly columns: readonly string[];
}

export interface AttentionOptions {
  /** Columns to keep as details although they look as if they mattered. */
  readonly ignore?: readonly string[];
  readonly onWarning?: (warning: ReadWarning) => void;
}

const key = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

export class Attention {
  readonly #ignore: Map<string, string>;
  readonly #onWarning: (warning: ReadWarning) => void;
  readonly #found = new Set<string>();
  readonly #unused = new Map<string, { readonly noun: string; readonly names: Set<string> }>();

  constructor({ ignore = [], onWarning = () => {} }: AttentionOptions = {}) {
    this.#ignore = new Map(ignore.map((name) => [key(name), name]));
    this.#onWarning = (warning) => onWarning({ ...warning, message: boundedText(warning.message) });
  }

  /** Adds the names given in the settings. */
  ignoreAlso(names: readonly string[]): void {
    for (const name of names) this.#ignore.set(key(name), name);
  }

  ignores(name: string): boolean {
    if (!this.#ignore.has(key(name))) return false;
    this.#found.add(key(name));
    return true;
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

  /** Reports what was collected. A name to ignore that occurs nowhere is misspelt. */
  close(): void {
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
