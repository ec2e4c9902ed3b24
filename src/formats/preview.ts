/** The beginning of a table with what its columns are taken for, for a reader to correct. */
import { type Field, fieldNames, meaningOf, type TableKind } from './column-meaning.ts';
import { fold } from './column-name.ts';
import { CsvTable, separatorOf } from './csv-table.ts';
import { Source, type SourceFile } from './source.ts';
import { wordsOf } from './words.ts';

export interface PreviewColumn {
  readonly name: string;
  /** A field by its English name, such as 'service time'; `detail` for what is only shown, `unclear` for what is refused. */
  readonly meaning: string;
}

export interface TablePreview {
  readonly columns: readonly PreviewColumn[];
  /** What else a column can be. */
  readonly choices: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const shownRows = 4;

const spaced = (field: Field) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const kindOf = ({ sheet, stem }: Source): TableKind => {
  const name = fold((sheet ?? stem).slice(0, 100));
  return wordsOf('tables', 'depots').some((word) => name.includes(word)) ? 'depots' : 'customers';
};

/** Undefined where the text is no table. */
export function previewTable(file: SourceFile): TablePreview | undefined {
  const source = new Source(file);
  if (source.looksLikeJson || !/[,;\t]/.test(source.text)) return undefined;
  const table = new CsvTable(source);
  const kind = kindOf(source);
  const choices = fieldNames.map(spaced).filter((name) => meaningOf(name, kind).as === 'field');
  const columns = table.header.map((name): PreviewColumn => {
    const meaning = meaningOf(name, kind);
    return { name, meaning: meaning.as === 'field' ? spaced(meaning.field) : meaning.as === 'suspect' ? 'unclear' : 'detail' };
  });
  return { columns, choices, rows: table.rows.slice(0, shownRows).map(({ cells }) => table.header.map((_, k) => cells[k] ?? '')) };
}

/** The table with other names for some of its columns, by position. */
export function withColumnNames(file: SourceFile, names: ReadonlyMap<number, string>): SourceFile {
  const source = new Source(file);
  const { header, headerLine } = new CsvTable(source);
  const separator = separatorOf(source);
  const quoted = (name: string) => (/["\n\r]/.test(name) || name.includes(separator) ? `"${name.replaceAll('"', '""')}"` : name);
  const line = header.map((name, k) => quoted(names.get(k) ?? name)).join(separator);
  return {
    ...file,
    text: source.text
      .split('\n')
      .with(headerLine - 1, line)
      .join('\n'),
  };
}
