/**
 * Finds what read-excel-file skips silently: cells whose formula was never computed, cells that show an error, and hidden rows. A workbook
 * is a zip archive with one XML file per sheet; only the necessary parts of both are read here.
 */

export interface SheetFindings {
  readonly broken: readonly BrokenCell[];
  readonly hiddenRows: number;
}

export interface BrokenCell {
  /** Both from 0. */
  readonly row: number;
  readonly column: number;
  /** `#N/A`, or the formula with its equals sign. */
  readonly text: string;
  readonly reason: string;
}

/** By name of the sheet. */
export async function inspectSheets(bytes: Uint8Array): Promise<ReadonlyMap<string, SheetFindings>> {
  const entries = archiveEntries(bytes);
  const textOf = async (path: string) => {
    const entry = entries.get(path);
    if (entry === undefined) throw new RangeError(`the archive has no file '${path}'`);
    return new TextDecoder().decode(await unpacked(entry));
  };
  const targets = new Map(
    elements(await textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attribute }) => [attribute('Id'), attribute('Target')]),
  );
  const sheets = elements(await textOf('xl/workbook.xml'), 'sheet');
  return new Map(
    await Promise.all(
      sheets.map(async ({ attribute }) => {
        const target = targets.get(attribute('id')) ?? '';
        const xml = await textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
        return [attribute('name'), findingsIn(xml)] as const;
      }),
    ),
  );
}

function findingsIn(xml: string): SheetFindings {
  const broken = elements(xml, 'c').flatMap(({ attribute, content }): BrokenCell[] => {
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(attribute('r')) ?? [];
    if (digits === undefined) return [];
    const at = { row: Number(digits) - 1, column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
    const [type, value, formula] = [attribute('t'), elements(content, 'v')[0]?.content, elements(content, 'f')[0]?.content];
    if (type === 'e') return [{ ...at, text: value || '#N/A', reason: `the cell ${attribute('r')} shows the error ${value || '#N/A'}` }];
    // A formula may evaluate to an empty text, but not to an empty number.
    if (formula === undefined || (type === 'str' ? value !== undefined : value)) return [];
    const text = `=${plain(formula)}`;
    const shown = formula === '' ? 'a formula' : `the formula '${text.slice(0, 40)}'`;
    const reason = `the cell ${attribute('r')} has ${shown}, but the file has no value for it; open the workbook in a spreadsheet program and save it`;
    return [{ ...at, text, reason }];
  });
  return { broken, hiddenRows: (xml.match(/<(?:\w+:)?row\s[^>]*\bhidden=["'](?:1|true)["']/g) ?? []).length };
}

interface Element {
  readonly content: string;
  /** Empty if absent. */
  attribute(name: string): string;
}

function elements(xml: string, name: string): Element[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>(.*?)</(?:\\w+:)?${name}>)`, 'gs');
  return Array.from(xml.matchAll(pattern), ([, attributes = '', content = '']) => ({
    content,
    attribute: (key) => plain(new RegExp(`\\s(?:\\w+:)?${key}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(attributes)?.[2] ?? ''),
  }));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plain = (xml: string) =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

interface Entry {
  readonly deflated: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files of a zip archive by path, from the directory at its end (PKWARE APPNOTE, 4.3.12 and 4.3.16). */
function archiveEntries(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new RangeError('the archive has no directory');
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, name, extra, comment] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    entries.set(path, { deflated: view.getUint16(at + 10, true) !== 0, bytes: bytes.slice(start, start + size) });
    at += 46 + name + extra + comment;
  }
  return entries;
}

async function unpacked({ deflated, bytes }: Entry): Promise<Uint8Array | ArrayBuffer> {
  if (!deflated) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
}
