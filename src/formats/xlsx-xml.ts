/** The XML of a workbook, read as it is unpacked, up to limits. A workbook repeats texts by number, so cells are counted, too. */
import { NeoLrpError } from '../problem/errors.ts';
import { filesOf, type Packed, unpack } from './zip.ts';

type Attributes = Readonly<Record<string, string>>;

/** What a reader of XML hears of. Names are without prefixes. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Of all parts that are read, together. An instance of 10,000 customers takes a tenth. */
const most = { bytes: 96 * 2 ** 20, elements: 5_000_000, cells: 1_500_000, characters: 16 * 2 ** 20 } as const;

export class WorkbookFile {
  private readonly files: ReadonlyMap<string, Packed>;
  private readonly left: { -readonly [kind in keyof typeof most]: number } = { ...most };

  constructor(bytes: Uint8Array) {
    this.files = filesOf(bytes);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  async read(path: string, listener: XmlListener): Promise<void> {
    const file = this.files.get(path);
    if (file === undefined) throw new RangeError(`the workbook has no part '${path}'`);
    const { SaxesParser } = await import('saxes');
    const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
    parser.on('opentag', ({ name, attributes }) => {
      this.spend('elements', 1);
      listener.open(localName(name), withoutPrefixes(attributes));
    });
    parser.on('closetag', ({ name }) => listener.close?.(localName(name)));
    parser.on('text', (text) => listener.text?.(text));
    parser.on('cdata', (text) => listener.text?.(text));
    const decoder = new TextDecoder();
    await unpack(file, (piece) => {
      this.spend('bytes', piece.length);
      const text = decoder.decode(piece, { stream: true });
      // The parser puts a text together from its entities, each of them as dear as an element.
      this.spend('elements', occurrences(text, '&'));
      parser.write(text);
    });
    parser.write(decoder.decode()).close();
  }

  /** Throws E_TOO_LARGE where there is more than memory should hold. */
  spend(kind: keyof typeof most, amount: number): void {
    this.left[kind] -= amount;
    if (this.left[kind] < 0) throw new NeoLrpError('E_TOO_LARGE', `${tooLarge[kind]}; keep the tables alone, or save them as CSV`);
  }
}

const tooLarge = {
  bytes: `the workbook unpacks to more than ${most.bytes / 2 ** 20} MB`,
  elements: `the workbook has more than ${most.elements / 1e6} million elements and entities of XML`,
  cells: `the sheets of the workbook take more than ${most.cells / 1e6} million cells`,
  characters: `the cells of the workbook hold more than ${most.characters / 2 ** 20} million characters`,
} as const;

function occurrences(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Few attributes have a prefix, and many tags have few attributes. */
function withoutPrefixes(attributes: Attributes): Attributes {
  for (const key in attributes)
    if (key.includes(':')) return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
  return attributes;
}
