/** Zip archives and workbooks by hand, with what no spreadsheet program would write. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchiveOptions {
  readonly deflate?: boolean;
  /** What the archive says that each file unpacks to, instead of the truth. */
  readonly claimedSize?: number;
  /** With the records of 64 bits, which hold the sizes and places. */
  readonly long?: boolean;
}

type Content = string | Uint8Array;

const numbers = (widths: readonly [value: number, bytes: 2 | 4 | 8][]) =>
  Buffer.concat(
    widths.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      if (bytes === 8) part.writeBigUInt64LE(BigInt(value));
      else part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );

/** Files by path; a list may hold a path twice. */
export function archive(
  files: Readonly<Record<string, Content>> | readonly (readonly [string, Content])[],
  { deflate = true, claimedSize, long = false }: ArchiveOptions = {},
): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of (Array.isArray(files) ? files : Object.entries(files)) as [string, Content][]) {
    const [name, content] = [Buffer.from(path), Buffer.from(text as string)];
    const packed = deflate ? deflateRawSync(content) : content;
    const size = claimedSize ?? content.length;
    const about = (placed: number, unpacked: number) =>
      numbers([[20, 2], [0, 2], [deflate ? 8 : 0, 2], [0, 4], [crc32(content), 4], [placed, 4], [unpacked, 4]]); // biome-ignore format: a record
    const extra = long ? numbers([[1, 2], [24, 2], [size, 8], [packed.length, 8], [offset, 8]]) : Buffer.alloc(0); // biome-ignore format: a record
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about(packed.length, Math.min(size, 0xffffffff)), numbers([[name.length, 2], [0, 2]]), name, packed]); // biome-ignore format: a record
    const [placed, unpacked, at] = long ? [0xffffffff, 0xffffffff, 0xffffffff] : [packed.length, size, offset];
    directory.push(
      Buffer.from('PK\x01\x02\x14\x00'),
      about(placed, unpacked),
      numbers([[name.length, 2], [extra.length, 2], [0, 8], [0, 2], [at, 4]]), // biome-ignore format: a record
      name,
      extra,
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = parts.length;
  const end64 = long
    ? [
        Buffer.from('PK\x06\x06'),
        numbers([[44, 8], [45, 2], [45, 2], [0, 8], [count, 8], [count, 8], [list.length, 8], [offset, 8]]), // biome-ignore format: a record
        Buffer.from('PK\x06\x07'),
        numbers([[0, 4], [offset + list.length, 8], [1, 4]]), // biome-ignore format: a record
      ]
    : [];
  const [entries, start] = long ? [0xffff, 0xffffffff] : [count, offset];
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    numbers([[0, 4], [entries, 2], [entries, 2], [list.length, 4], [start, 4], [0, 2]]), // biome-ignore format: a record
  ]);
  return new Uint8Array(Buffer.concat([...parts, list, ...end64, end]));
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Further parts of a workbook, as XML. */
export interface BookParts {
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
}

/** The parts of a workbook; `sheets`: the rows of each by name. */
export function bookParts(sheets: Readonly<Record<string, string>>, { strings, styles, properties = '' }: BookParts = {}) {
  const names = Object.keys(sheets);
  const list = names.map((name, k) => `<sheet name="${name}" sheetId="${k + 1}" r:id="rId${k + 1}"/>`);
  const target = (id: string, kind: string, path: string) => `<Relationship Id="${id}" Type="${relation}/${kind}" Target="${path}"/>`;
  const targets = [
    ...names.map((_, k) => target(`rId${k + 1}`, 'worksheet', `worksheets/sheet${k + 1}.xml`)),
    ...(strings === undefined ? [] : [target('strings', 'sharedStrings', 'sharedStrings.xml')]),
    ...(styles === undefined ? [] : [target('styles', 'styles', '/xl/styles.xml')]),
  ];
  return {
    'xl/workbook.xml': `<workbook xmlns:r="${relation}">${properties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...Object.fromEntries(
      names.map((name, k) => [`xl/worksheets/sheet${k + 1}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
  };
}

export const book = (sheets: Readonly<Record<string, string>>, parts?: BookParts, options?: ArchiveOptions): Uint8Array =>
  archive(bookParts(sheets, parts), options);
