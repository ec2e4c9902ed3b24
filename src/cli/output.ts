/**
 * The conventions of all commands: results on stdout, everything else on stderr. `--json` prints one machine-readable value, `--quiet`
 * silences notes and progress, and colours appear only on a terminal.
 */
import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters, styleText } from 'node:util';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
}

/** Node's own test honours NO_COLOR, FORCE_COLOR and TERM=dumb. */
export function styleFor(stream: WriteStream): Style {
  const colours = stream.isTTY && stream.hasColors();
  const paint =
    (format: keyof Style): Paint =>
    (text) =>
      colours ? styleText(format, text, { validateStream: false }) : text;
  return { bold: paint('bold'), dim: paint('dim'), red: paint('red'), green: paint('green'), yellow: paint('yellow') };
}

export class Output {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly style: Style;
  private progressShown = false;

  constructor({ json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean }) {
    this.json = json;
    this.quiet = quiet;
    this.style = styleFor(process.stdout);
  }

  /** The result: the value with `--json`, else its text, which is only made if needed. */
  result(value: unknown, text: () => string): void {
    if (this.json) this.value(value);
    else {
      this.clearProgress();
      process.stdout.write(ensureNewline(text()));
    }
  }

  /** As JSON, even without `--json`. */
  value(value: unknown): void {
    this.clearProgress();
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** A remark for a person, on stderr. */
  note(text: string): void {
    if (this.quiet) return;
    this.clearProgress();
    process.stderr.write(ensureNewline(text));
  }

  /** One line that overwrites itself; only on a terminal. */
  progress(text: string): void {
    if (this.quiet || !process.stderr.isTTY) return;
    process.stderr.write(`\r\x1b[2K${text.slice(0, Math.max(0, process.stderr.columns - 1))}`);
    this.progressShown = true;
  }

  clearProgress(): void {
    if (this.progressShown) process.stderr.write('\r\x1b[2K');
    this.progressShown = false;
  }
}

const ensureNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);

/** Texts and lists of texts; false or undefined ones are left out. */
type Parts = readonly (string | readonly string[] | false | undefined)[];

const join = (parts: Parts, between: string) => parts.flatMap((part) => part || []).join(between);
export const lines = (...parts: Parts): string => join(parts, '\n');
export const paragraphs = (...parts: Parts): string => join(parts, '\n\n');

/** Columns padded to their widest cell; those in `right` are right-aligned. False rows are left out. */
export function alignColumns(all: readonly (readonly string[] | false)[], right: readonly number[] = []): string {
  const rows = all.filter((row) => row !== false);
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, k) => {
      widths[k] = Math.max(widths[k] ?? 0, visibleWidth(cell));
    });
  const pad = (cell: string, k: number) => {
    const gap = ' '.repeat(widths[k] - visibleWidth(cell));
    return right.includes(k) ? gap + cell : cell + gap;
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** Colour codes have no width. */
const visibleWidth = (text: string) => stripVTControlCharacters(text).length;
