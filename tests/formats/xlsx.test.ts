import { describe, expect, it } from 'vitest';
import writeSheets from 'write-excel-file/universal';
import { decodeFile } from '../../src/formats/decode.ts';
import { type ReadOptions, readInstance } from '../../src/formats/read.ts';
import { encodeInstance, writeInstance } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { type ArchiveOptions, archive, type BookParts, book, bookParts } from './archive.ts';

type Cell = string | number | boolean | Date | null;

/** A workbook as Excel would save it. */
async function saved(sheets: Record<string, Cell[][]>) {
  const list = Object.entries(sheets).map(([sheet, data]) => ({ sheet, data, dateFormat: 'yyyy-mm-dd' }));
  const blob = await writeSheets(list).toBlob();
  return { name: 'plans/Book 1.xlsx', bytes: new Uint8Array(await blob.arrayBuffer()) };
}
const read = async (sheets: Record<string, Cell[][]>, options?: ReadOptions) =>
  readInstance(await decodeFile(await saved(sheets)), options);

const kunden: Cell[][] = [
  ['Kunden-Nr.', 'Firma', 'Ort', 'Längengrad', 'Breitengrad', 'Bedarf (kg)', 'Erstkontakt'],
  [1001, 'Bäckerei Müller', 'Graz', 15.44, 47.07, 120, true],
  [1002, 'Café Höller', 'Graz', 15.45, 47.06, 80.5, null],
];
const lager: Cell[][] = [
  ['Lager', 'Längengrad', 'Breitengrad', 'Kapazität (kg)', 'Wochenmiete (EUR)'],
  ['Nord', 15.4, 47.1, 1000, 950],
];
const einstellungen: Cell[][] = [
  ['setting', 'value'],
  ['Fahrzeugkapazität', 300],
  ['Kosten pro km', 0.66],
];

describe('Excel workbooks', () => {
  it('are read by their sheets, in the language of the planner', async () => {
    expect(await read({ Kunden: kunden, Lager: lager, Einstellungen: einstellungen })).toMatchObject({
      name: 'Book 1',
      customers: [
        { id: '1001', name: 'Bäckerei Müller', address: 'Graz', x: 15.44, y: 47.07, demand: 120, details: { Erstkontakt: 'true' } },
        { id: '1002', name: 'Café Höller', demand: 80.5 },
      ],
      depots: [{ id: 'Nord', capacity: 1000, openingCost: 950 }],
      vehicleCapacity: 300,
      costPerDistance: 0.66,
      units: { currency: 'EUR', demand: 'kg' },
      travel: { kind: 'great-circle', unit: 'km' },
    });
  });

  it('may hold distances, and other sheets, which are named', async () => {
    const warnings: string[] = [];
    const { travel } = await read(
      {
        customers: kunden,
        depots: lager,
        settings: [['vehicle capacity', 300]],
        km: [
          ['from', 'to', 'distance'],
          ['Nord', 1001, 7],
          ['Bäckerei Müller', 'Café Höller', 2],
        ],
        Ideas: [['to do'], ['call Ada']],
        Empty: [],
      },
      { onWarning: ({ message }) => warnings.push(message) },
    );
    expect(travel).toEqual({ kind: 'matrix', values: [[0, 7, null], [7, 0, 2], [null, 2, 0]] }); // biome-ignore format: a matrix
    expect(warnings[0]).toMatch(/^plans\/Book 1\.xlsx#Ideas: this sheet has neither/);
  });

  it('name sheet and row of a fault', async () => {
    const broken = [...kunden, [1003, 'Ada', 'Graz', 15.4, 'north', 5, null]];
    await expect(read({ Kunden: broken, Lager: lager, Einstellungen: einstellungen })).rejects.toThrow(
      "plans/Book 1.xlsx#Kunden:4, Breitengrad: expected a number, but found 'north'",
    );
  });

  it('name cells with an error or with a formula that was never computed, and count hidden rows', async () => {
    const text = (r: string, value: string) => `<c r="${r}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (r: number, cells: string, more = '') => `<row r="${r}"${more}>${cells}</row>`;
    const heads = (...names: string[]) => row(1, names.map((name, k) => text(`${'ABCDE'[k]}1`, name)).join(''));
    const number = (r: string, value: number) => `<c r="${r}"><v>${value}</v></c>`;
    const place = (r: number, id: string) => text(`A${r}`, id) + number(`B${r}`, 15) + number(`C${r}`, 47);
    const read = async (capacity: string, cost: string, onWarning?: ReadOptions['onWarning']) => {
      const bytes = book({
        customers: heads('id', 'lon', 'lat', 'demand') + row(2, place(2, 'a') + number('D2', 5), ' hidden="1"'),
        depots: heads('id', 'lon', 'lat', 'capacity', 'rent') + row(2, place(2, 'D') + capacity + cost),
      });
      return readInstance(await decodeFile({ name: 'b.xlsx', bytes }), { vehicleCapacity: 9, onWarning });
    };
    const [limit, rent] = [number('D2', 70), number('E2', 900)];
    await expect(read('<c r="D2"><f>IF(B2&lt;9,1,2)</f><v></v></c>', rent)).rejects.toThrow(
      "b.xlsx#depots:2, capacity: the cell D2 has the formula '=IF(B2<9,1,2)', but the file has no value for it",
    );
    await expect(read('<c r="D2" t="str"><f>X1</f></c>', rent)).rejects.toThrow('depots:2, capacity');
    await expect(read(limit, '<c r="E2" t="e"><f>X1</f><v>#REF!</v></c>')).rejects.toThrow(
      'b.xlsx#depots:2, rent: the cell E2 shows the error #REF!',
    );
    const warnings: string[] = [];
    const computed = await read('<c r="D2"><f>35*2</f><v>70</v></c>', rent, ({ message }) => warnings.push(message));
    expect(computed.depots).toMatchObject([{ capacity: 70, openingCost: 900 }]);
    expect(warnings).toContain('b.xlsx#customers: 1 hidden or filtered row is read as well');
  });

  it('refuse what is no workbook, and what holds nothing', async () => {
    const { name, bytes } = await saved({ a: [['x']] });
    await expect(decodeFile({ name, bytes: bytes.slice(0, 200) })).rejects.toMatchObject({ code: 'E_SYNTAX' });
    await expect(decodeFile(await saved({ a: [] }))).rejects.toThrow(/all sheets of the workbook are empty/);
  });

  /** The sheets' texts. */
  const decode = async (rows: string, parts?: BookParts, options?: ArchiveOptions) =>
    (await decodeFile({ name: 'b.xlsx', bytes: book({ s: rows }, parts, options) })).map(({ text }) => text);
  const refused = (bytes: Uint8Array) => expect(decodeFile({ name: 'b.xlsx', bytes })).rejects;

  it('hold texts of several runs, truth values, numbers, dates, times and dates from 1904', async () => {
    const strings =
      '<si><r><t>two </t></r><r><t xml:space="preserve">runs</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>a &lt; b&#10;c</t></si>';
    const codes = ['yyyy\\-mm\\-dd;@', '[$-409]h:mm AM/PM', '0.00&quot; day&quot;', '[h]:mm:ss.00'];
    const styles = `<numFmts>${codes.map((code, k) => `<numFmt numFmtId="${164 + k}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${[0, 14, 164, 165, 166, 167].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const cells = [
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>x</v></c><c t="d"><v>2026-03-01</v></c>',
      ...[0, 1, 2, 3, 4, 5].map((s) => `<c s="${s}"><v>${s === 3 ? 0.354166666666667 : 45000.5}</v></c>`),
    ];
    expect(await decode(`<row>${cells.join('')}</row>`, { strings, styles })).toEqual([
      'two runs,"a < b\nc",true,x,2026-03-01,45000.5,2023-03-15T12:00:00.000Z,2023-03-15T12:00:00.000Z,1899-12-30T08:30:00.000Z,45000.5,2023-03-15T12:00:00.000Z\n',
    ]);
    const from1904 = { styles, properties: '<workbookPr date1904="1"/>' };
    expect(await decode('<row><c s="1"><v>43538</v></c></row>', from1904)).toEqual(['2023-03-15\n']);
  });

  it('keep empty cells and rows, with or without references, prefixes and compression', async () => {
    const rows = '<row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c><c r="E2"/></row><row><c><v>3</v></c></row>';
    for (const deflate of [true, false]) expect(await decode(rows, {}, { deflate })).toEqual(['\n,1,2\n3\n']);
    expect(await decode(rows, {}, { long: true })).toEqual(['\n,1,2\n3\n']);
    const sheet = '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const bytes = archive({ ...bookParts({ s: '' }), 'xl/worksheets/sheet1.xml': sheet });
    expect((await decodeFile({ name: 'b.xlsx', bytes }))[0].text).toBe('7\n');
  });

  it('name cells whose value is none of their type', async () => {
    const cell = async (cell: string, strings = '<si><t>a</t></si>') => {
      const [{ broken }] = await decodeFile({ name: 'b.xlsx', bytes: book({ s: `<row r="3">${cell}</row>` }, { strings }) });
      return [...(broken ?? [])];
    };
    for (const [type, value] of [
      ['s', '1'],
      ['s', '-1'],
      ['s', 'length'],
      ['b', '2'],
      ['n', 'abc'],
      ['n', '1e999'],
      ['d', 'soon'],
      ['q', '1'],
    ])
      expect(await cell(`<c r="B3" t="${type}"><v>${value}</v></c>`)).toEqual([
        ['3:1', `the cell B3 has a value that is none of type '${type}': '${value}'`],
      ]);
  });

  it('refuse references outside a sheet, and cells that stand twice', async () => {
    for (const reference of ['ZZZZZZ3', 'A300000000', 'XFE1', 'A1048577', 'A0', '1', 'a1'])
      await refused(book({ s: `<row r="1"><c r="${reference}" t="e"/></row>` })).toThrow(
        `b.xlsx#s: the cell '${reference}' is outside a sheet, which has 1048576 rows and 16384 columns`,
      );
    await refused(book({ s: '<row r="2000000"/>' })).toThrow("the row '2000000' is outside a sheet");
    for (const cells of ['<c r="B1"/><c r="A1"/>', '<c r="A1"/><c r="A1"/>'])
      await refused(book({ s: `<row>${cells}</row>` })).toThrow('the cell A1 stands twice or after a later one');
    expect(await decode('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')).toEqual([
      `${'\n'.repeat(1_048_575)}${','.repeat(16_383)}1\n`,
    ]);
  });

  it('refuse parts that stand twice, are shared or are missing', async () => {
    const parts = Object.entries(bookParts({ s: '<row/>' }));
    await refused(archive([...parts, parts[2]])).toMatchObject({ code: 'E_SYNTAX' });
    const twice = '<workbook><sheets><sheet name="a" id="rId1"/><sheet name="b" id="rId1"/></sheets></workbook>';
    await refused(archive({ ...bookParts({ s: '' }), 'xl/workbook.xml': twice })).toMatchObject({ code: 'E_SYNTAX' });
    await refused(archive(parts.slice(0, 2))).toMatchObject({ code: 'E_SYNTAX' });
  });

  it('refuse what unpacks to more than memory should hold, whatever the archive says of its size', async () => {
    const sheet = Buffer.concat([Buffer.from('<worksheet>'), Buffer.alloc(97 * 2 ** 20, ' ')]);
    const bytes = archive({ ...bookParts({ s: '' }), 'xl/worksheets/sheet1.xml': sheet }, { long: true, claimedSize: 10 });
    expect(bytes.length).toBeLessThan(2 ** 20);
    await refused(bytes).toThrow('b.xlsx#s: the workbook unpacks to more than 96 MB');
  }, 60_000);

  it('refuse texts that are repeated until they fill the memory, and tags without end', async () => {
    const strings = `<si><t>${'x'.repeat(100_000)}</t></si>`;
    const text = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
    await refused(book({ s: text }, { strings })).toThrow('the cells of the workbook hold more than 16 million characters');
    const far = (row: number) => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`;
    await refused(book({ s: Array.from({ length: 100 }, (_, k) => far(k + 1)).join('') })).toThrow('take more than 1.5 million cells');
    await refused(book({ s: '<a/>'.repeat(5_000_001) })).toThrow('more than 5 million elements');
    await refused(book({ s: '&amp;'.repeat(5_000_001) })).toThrow('more than 5 million elements');
    await refused(book({ s: '&a;' })).toMatchObject({ code: 'E_SYNTAX' });
  }, 60_000);

  it('are written only where they can hold everything', async () => {
    const instance = createInstance({
      name: 'a/b',
      depots: [{ id: 'D', x: 0, y: 0 }],
      customers: [{ id: 'a', x: 1, y: 2, demand: 1, details: { Log: 'x'.repeat(40_000) } }],
      vehicleCapacity: 5,
    });
    await expect(encodeInstance(instance, 'xlsx')).rejects.toMatchObject({ code: 'E_FORMAT_UNSUPPORTED' });
    await expect(encodeInstance({ ...instance, customers: [{ ...instance.customers[0], details: {} }] }, 'xlsx')).resolves.toMatchObject({
      name: 'a-b.xlsx',
    });
    expect(() => writeInstance(instance, 'xlsx')).toThrow(/not text; write it with encodeInstance/);
    expect(() => encodeInstance(instance, 'csv')).toThrow(/is text; write it with writeInstance/);
  });
});
