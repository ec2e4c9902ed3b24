/** Workbooks, tables and JSON made to exhaust their reader, drawn from a seed. Each kind has its number, and sizes vary. */
import { Random } from '../../src/run/random.ts';
import { type ArchiveOptions, archive, book, bookParts } from './archive.ts';

export interface HostileFile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

class Dice extends Random {
  between(low: number, high: number): number {
    return low + Math.floor(this.float() * (high - low + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)];
  }
  /** Spread evenly over orders of magnitude. */
  size(low: number, high: number): number {
    return Math.round(low * (high / low) ** this.float());
  }
}

type Content = string | Uint8Array;

const text = (value: string, at = '') => `<c${at && ` r="${at}"`} t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number | string) => `<c><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const heads = (...names: string[]) => row(...names.map((name) => text(name)));
const depots = heads('id', 'x', 'y', 'capacity') + row(text('D'), number(0), number(0), number(1000));
const customers = heads('id', 'x', 'y', 'demand');
const tables = (rows: string, head = customers) => book({ customers: head + rows, depots });
const filled = (size: number, part: string) => Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(size, part)]);
const overwritten = (bytes: Uint8Array, change: (bytes: Uint8Array, dice: Dice) => void, dice: Dice) => {
  change(bytes, dice);
  return bytes;
};
const sheetOf = (content: Content, options?: ArchiveOptions) =>
  archive({ ...bookParts({ customers: '' }), 'xl/worksheets/sheet1.xml': content }, options);
const laughs = (root: string, depth: number) =>
  `<!DOCTYPE ${root} [<!ENTITY a0 "ha">${Array.from({ length: depth }, (_, k) => `<!ENTITY a${k + 1} "${`&a${k};`.repeat(10)}">`).join('')}]>`;

/** A letter or mark that readers treat as special, to be repeated. */
const marks = ['(', '[', ' ', '_', '"', ',', ';', '\t', '-', '.', '1', '1,', '1.', '8:00 ', 'a', 'to ', 'mi', 'km/', '\u0301', 'ﷺ', 'İ', '\\', '{', '|', "'", '\0', '\ud800', '€', 'ß', ':', '=', '%', '&', '#', 'per', 'kilom', '[[', '/*']; // biome-ignore format: a list
const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '\u202e', 'NaN', '-0', '1e999', 'null', '#REF!', '=1+1'];

const workbooks: Readonly<Record<string, (dice: Dice) => Uint8Array>> = {
  'a reference outside': (dice) =>
    tables(
      `<row r="${dice.pick([2, 300_000_000, -1, 1e20])}"><c r="${dice.pick(['ZZZZZZ3', 'A300000000', 'XFE1', 'A0', '3', 'a2', 'Ä2', 'AAAAAAAAAAAAAAAAAA1'])}" t="${dice.pick(['e', 'n', 's'])}"><v>1</v></c></row>`,
    ),
  'a last cell': (dice) => tables(`<row r="2">${text('a')}</row><row r="1048576">${text('b', dice.pick(['A1048576', 'XFD1048576']))}</row>`),
  'far cells in each row': (dice) =>
    tables(
      Array.from({ length: dice.size(50, 5000) }, (_, k) => `<row r="${k + 2}"><c r="XFD${k + 2}"><v>1</v></c></row>`).join(''),
    ),
  'unclosed tags': (dice) => tables(dice.pick(['<c r="A3">', '<row>', '<c ', '<', '<c><v>', '<is>']).repeat(dice.size(1000, 400_000))),
  'a comment': (dice) => tables(`<!--${dice.pick(['<c ', '-', ' ', '--', '<!--']).repeat(dice.size(1000, 1_000_000))}${dice.pick(['', '-->'])}`),
  'a bomb': (dice) => sheetOf(filled(dice.size(1e7, 3e8), dice.pick([' ', '<a/>', '<c>', 'x', '<worksheet>', '\0', '&amp;']))),
  'a bomb of cells': (dice) =>
    sheetOf(`<worksheet><sheetData>${row(...Array(dice.pick([4, 1000, 16_384])).fill(number(1))).repeat(dice.size(100, 3000))}</sheetData></worksheet>`),
  'a bomb that lies about its size': (dice) =>
    sheetOf(filled(dice.size(1e7, 3e8), dice.pick([' ', '<c/>'])), { claimedSize: dice.pick([0, 10, 0xfffffffe]) }),
  'a bomb with records of 64 bits': (dice) => sheetOf(filled(dice.size(1e7, 3e8), ' '), { long: true, claimedSize: dice.pick([1, 2 ** 40]) }),
  'a long text in many cells': (dice) =>
    book(
      { customers: customers + row(...Array(4).fill('<c t="s"><v>0</v></c>')).repeat(dice.size(100, 100_000)), depots },
      { strings: `<si><t>${'x'.repeat(dice.size(1000, 1_000_000))}</t></si>` },
    ),
  'texts that are not there': (dice) =>
    book(
      { customers: customers + row(`<c t="s"><v>${dice.pick(['-1', '1e308', 'NaN', '7', '0.5', '__proto__', 'length', '&#48;'])}</v></c>`), depots },
      { strings: '<si><t>a</t></si>' },
    ),
  'shared texts without end': (dice) =>
    book({ customers, depots }, { strings: dice.pick(['<si><t>', '<si>', '<si><r><t>', '<rPh>']).repeat(dice.size(1000, 400_000)) }),
  'entities that multiply': (dice) => {
    const part = dice.pick(['xl/worksheets/sheet1.xml', 'xl/workbook.xml']);
    const root = part.includes('sheet1') ? 'worksheet' : 'workbook';
    return archive({ ...bookParts({ customers }), [part]: `${laughs(root, dice.between(3, 20))}<${root}>&a3;&a9;</${root}>` });
  },
  'an entity from elsewhere': () =>
    sheetOf(`<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${text('&x;')}</sheetData></worksheet>`),
  'deep elements': (dice) => sheetOf('<a>'.repeat(dice.size(1000, 3_000_000))),
  'a part twice': (dice) => {
    const parts = Object.entries(bookParts({ customers, depots }));
    return archive([...parts, dice.pick(parts)]);
  },
  'many sheets': (dice) => book(Object.fromEntries(Array.from({ length: dice.size(100, 20_000) }, (_, k) => [`s${k}`, heads('id', 'x')]))),
  'sheets that share a part': (dice) => {
    const parts = bookParts({ customers: customers + row(number(1)).repeat(1000) });
    const sheet = '<sheet name="s" sheetId="1" r:id="rId1"/>'.repeat(dice.size(10, 10_000));
    return archive({ ...parts, 'xl/workbook.xml': `<workbook><sheets>${sheet}</sheets></workbook>` });
  },
  'relations that lead astray': (dice) => {
    const parts = bookParts({ customers });
    const target = dice.pick(['workbook.xml', '../../../etc/passwd', '/', '', '_rels/workbook.xml.rels', '/etc/passwd']);
    return archive({ ...parts, 'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels'].replace('worksheets/sheet1.xml', target) });
  },
  'a tag of many attributes': (dice) =>
    sheetOf(`<worksheet><sheetData><row ${Array.from({ length: dice.size(100, 200_000) }, (_, k) => `a${k}="1"`).join(' ')}/></sheetData></worksheet>`),
  'a long name or attribute': (dice) => tables(dice.pick([`<c r="${'A'.repeat(dice.size(1e3, 1e7))}"/>`, `<${'c'.repeat(dice.size(1e3, 1e7))}/>`])),
  'long cells': (dice) => tables(row(text(dice.pick(['x', '(', ' ', '&lt;', '\n', 'é€']).repeat(dice.size(1e4, 5e6))), number(1))),
  'a long column name': (dice) => tables(row(number(1)), heads('id', 'x', 'y', 'demand', dice.pick(['(', ' ', '_', 'a', '1']).repeat(dice.size(1e3, 1e6)))),
  'characters that are none': (dice) => tables(row(text(dice.pick(['&#xD800;', '&#0;', '\0', '\x01', '&#x110000;', '&unknown;', '\uFFFF', '&#xDC00;'])))),
  'many styles': (dice) =>
    book(
      { customers, depots },
      { styles: `<numFmts>${`<numFmt numFmtId="200" formatCode="${'['.repeat(255)}"/>`.repeat(dice.size(10, 20_000))}</numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(dice.size(10, 60_000))}</cellXfs>` },
    ),
  'dates out of range': (dice) =>
    book(
      { customers: customers + row(`<c s="0"><v>${dice.pick(['1e20', '-1e20', '1e999', 'NaN', '', '2958466'])}</v></c>`), depots },
      { styles: '<cellXfs><xf numFmtId="14"/></cellXfs>' },
    ),
  'cells out of order': (dice) => tables(`<row r="2">${text('a', 'B2')}${text('b', dice.pick(['A2', 'B2', 'A1']))}</row>`),
  'errors in every cell': (dice) => tables(row(...Array(4).fill('<c t="e"><v>#N/A</v></c>')).repeat(dice.size(10, 100_000))),
  'formulas without values': (dice) => tables(row(...Array(4).fill(`<c><f>${'('.repeat(dice.size(1, 1000))}</f></c>`)).repeat(dice.size(10, 10_000))),
  'a row of a million columns': () => tables(row('<c/>'.repeat(1_000_000))),
  'many columns': (dice) => tables(row(...Array(16_384).fill(number(1))).repeat(dice.between(1, 60)), heads(...Array.from({ length: 16_384 }, (_, k) => `demand ${k}`))),
  'a workbook cut short': (dice) => tables(row(number(1)).repeat(100)).slice(0, dice.between(4, 1000)),
  'a damaged archive': (dice) =>
    overwritten(
      tables(row(number(1)).repeat(100)),
      (bytes) => {
        for (let k = dice.between(1, 30); k > 0; k--) bytes[dice.between(4, bytes.length - 1)] = dice.pick([0, 0xff, 0x80, dice.between(0, 255)]);
      },
      dice,
    ),
  'an archive of noise': (dice) =>
    overwritten(new Uint8Array(dice.size(30, 1e6)), (bytes) => {
      bytes.forEach((_, k) => { bytes[k] = k < 4 ? [0x50, 0x4b, 3, 4][k] : dice.between(0, 255); }); // biome-ignore format: one loop
    }, dice),
  'an archive of end marks': (dice) => new Uint8Array(Buffer.from(`PK\x03\x04${'PK\x05\x06'.repeat(dice.size(10, 1_000_000))}`, 'latin1')),
  'a directory that points at itself': (dice) =>
    overwritten(tables(''), (bytes) => new DataView(bytes.buffer).setUint32(bytes.length - 6, dice.pick([0, 0xffffffff, bytes.length - 22]), true), dice),
}; // biome-ignore format: one line each

const csv = (rows: readonly string[]) => rows.join('\n');
const place = (k: number) => `c${k},${k % 100},${k % 77},1`;

const texts: Readonly<Record<string, (dice: Dice) => readonly [name: string, content: Content]>> = {
  'a table of a million columns': (dice) => ['a.csv', csv([Array.from({ length: 1_000_000 }, (_, k) => `c${k}`).join(','), dice.pick(['', ','.repeat(999_999)])])],
  'a column a hundred thousand times': (dice) => ['a.csv', csv([Array(100_000).fill(dice.pick(['demand', 'id', 'x', '"', ...odd])).join(','), '1'])],
  'a mark repeated': (dice) => ['a.csv', dice.pick(marks).repeat(dice.size(1e4, 1e6))],
  'a mark in the head': (dice) => ['customers.csv', `id,x,y,demand,${dice.pick(marks).repeat(dice.size(1e4, 5e5))}\n${place(1)},2`],
  'a mark in a cell': (dice) => ['customers.csv', `id,x,y,demand,${dice.pick(['time window', 'service time', 'allowed depots', 'status', 'note'])}\n${place(1)},"${dice.pick(marks).repeat(dice.size(1e4, 5e5)).replaceAll('"', '""')} x"`],
  'a mark as a setting': (dice) => ['settings.csv', `setting,value\n${dice.pick(['speed mi', 'max route distance', 'vehicle capacity', 'k', ''])}${dice.pick(marks).repeat(dice.size(1e4, 5e5))} b c,1`],
  'quotes without end': (dice) => ['a.csv', `id,x,y,demand\n${dice.pick(['"', '","', '"\n', '""'])}`.padEnd(dice.size(1e4, 2e6), dice.pick(['"', 'a', '\n', ',']))],
  'many rows': (dice) => ['a.csv', csv(['id,x,y,demand', ...Array.from({ length: dice.size(1e4, 3e5) }, (_, k) => place(k))])],
  'one id in many rows': (dice) => ['a.csv', csv(['id,x,y,demand', ...Array(dice.size(1e4, 2e5)).fill(place(1))])],
  'blank lines': (dice) => ['a.csv', `${dice.pick(['\n', '\r\n', ' \n', ',\n', '\r']).repeat(dice.size(1e4, 2e6))}x`],
  'bytes of no text': (dice) => ['a.csv', Uint8Array.from({ length: dice.size(1e3, 1e6) }, () => dice.between(0, 255))],
  'text of 16 bits': (dice) => ['a.csv', new Uint8Array(Buffer.from(`${dice.pick(['\ufeff', ''])}id,x,y,demand\n${dice.pick(['\ud800', '\0', 'a,1,1,1\n']).repeat(dice.size(1e3, 1e5))}`, 'utf16le'))],
  'a vrp file of promises': (dice) => ['a.vrp', `NAME : a\nDIMENSION : ${dice.pick([1e9, -1, 1e20, 2.5])}\nCAPACITY : 1\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n${'1 '.repeat(dice.size(10, 1e6))}`],
  'a vrp file of sections': (dice) => ['a.vrp', `NAME : a\n${dice.pick(['DEMAND_SECTION\n', 'COMMENT : a\n', 'NAME : a\n', 'A_SECTION\n1\n', 'EOF\n']).repeat(dice.size(1e3, 2e5))}`],
  'a list of numbers': (dice) => [dice.pick(['a.dat', 'p01', 'a.txt']), `${dice.pick([3, 1e9])} ${dice.pick([2, 1e9])} ${dice.pick(['1 ', '1\n', '1e308 ', '-1\n']).repeat(dice.size(1e3, 1e6))}`],
  'a plan of blanks': (dice) => ['a.sol', `${dice.pick(['Route', 'Cost', 'Route #'])}${' '.repeat(dice.size(1e4, 1e6))}x`],
}; // biome-ignore format: one line each

const instance = (members: string) =>
  `{"name":"a","vehicleCapacity":9,"depots":[{"id":"D","x":0,"y":0}],"customers":[{"id":"a","x":1,"y":1,"demand":1}]${members}}`;

const json: Readonly<Record<string, (dice: Dice) => string>> = {
  'deep JSON': (dice) => dice.pick(['[', '{"a":', '{"customers":[']).repeat(dice.size(1e4, 3e6)),
  'deep JSON, closed': (dice) => { const n = dice.size(1e2, 1e6); return `${'['.repeat(n)}${']'.repeat(n)}`; },
  'a long key': (dice) => instance(`,"${dice.pick([' ', 'x', '\\u0000', '[', '\\ud800']).repeat(dice.size(1e4, 1e6))}":1`),
  'a long text': (dice) => instance(`,"name":"${dice.pick([' ', 'x', '\\n', '\\ud83d', '\\"']).repeat(dice.size(1e4, 3e6))}"${dice.pick(['', '!'])}`),
  'many members': (dice) => instance(`,${Array.from({ length: dice.size(1e3, 5e5) }, (_, k) => `"m${k}":0`).join(',')}`),
  'odd members': (dice) => instance(`,"${dice.pick(odd)}":${dice.pick(['1', '{}', '1e999', '-0', '[[]]', '{"__proto__":{"x":1}}'])}`),
  'many customers': (dice) => `{"name":"m","vehicleCapacity":9,"depots":[{"id":"d","x":0,"y":0}],"customers":[${Array.from({ length: dice.size(1e3, 1e5) }, (_, k) => `{"id":${dice.pick([k, '"a"'])},"x":1,"y":1,"demand":1}`).join(',')}]}`,
  'a list in place of a value': (dice) => instance(`,"${dice.pick(['travel', 'rules', 'vehicles', 'units', 'customers', 'depots', 'vehicleCapacity'])}":[${Array(dice.size(1e3, 5e5)).fill(dice.pick(['0', '[]', '{}', '"a"', 'null', '1e400'])).join(',')}]`),
  'a matrix of the wrong size': (dice) => instance(`,"travel":{"kind":"matrix","values":[${Array(dice.size(10, 2000)).fill(`[${Array(500).fill(dice.pick(['1', 'null', '-1', '"x"'])).join(',')}]`).join(',')}]}`),
  'many rules': (dice) => instance(`,"rules":{"apart":[${Array(dice.size(100, 1e5)).fill('["a","b"]').join(',')}]}`),
  'JSON cut short': (dice) => { const whole = instance(`,"travel":{"kind":"euclidean"}`.repeat(dice.size(1, 1e4))); return whole.slice(0, dice.between(1, whole.length - 1)); },
  'a map of many features': (dice) => `{"type":"FeatureCollection","features":[${Array(dice.size(1e3, 5e4)).fill('{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"kind":"customer","demand":1}}').join(',')}]}`,
  'a map of deep coordinates': (dice) => `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":${'['.repeat(dice.size(10, 1e5))}`,
  'marks in JSON': (dice) => instance(`,"name":"${dice.pick(marks).repeat(dice.size(1e4, 1e6)).replaceAll(/["\\\p{Cc}]/gu, 'a')}"`),
}; // biome-ignore format: one line each

const kinds: readonly (readonly [string, (dice: Dice) => readonly [string, Content]])[] = [
  ...Object.entries(workbooks).map(([kind, make]) => [kind, (dice: Dice) => ['a.xlsx', make(dice)] as const] as const),
  ...Object.entries(texts),
  ...Object.entries(json).map(([kind, make]) => [kind, (dice: Dice) => ['a.json', make(dice)] as const] as const),
];

/** Has no divisor in common with the number of kinds. */
const stride = 29;

/** File `index` of a seed: kinds take turns in an order of the seed. */
export function hostileFile(seed: number, index: number): HostileFile {
  const [kind, make] = kinds[(index * stride + seed) % kinds.length];
  const [name, content] = make(new Dice(seed * 1_000_003 + index));
  return { kind, name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content };
}
