import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import writeSheets from 'write-excel-file/universal';
import { decodeFile } from '../../src/formats/decode.ts';
import { type ReadOptions, readInstance } from '../../src/formats/read.ts';
import { encodeInstance, writeInstance } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';

type Cell = string | number | boolean | Date | null;

/** A workbook as Excel would save it. */
async function book(sheets: Record<string, Cell[][]>) {
  const list = Object.entries(sheets).map(([sheet, data]) => ({ sheet, data, dateFormat: 'yyyy-mm-dd' }));
  const blob = await writeSheets(list).toBlob();
  return { name: 'plans/Book 1.xlsx', bytes: new Uint8Array(await blob.arrayBuffer()) };
}
const read = async (sheets: Record<string, Cell[][]>, options?: ReadOptions) => readInstance(await decodeFile(await book(sheets)), options);

/** A workbook of sheets as Excel writes them, in a zip archive without compression. */
function rawBook(sheets: Readonly<Record<string, string>>) {
  const names = Object.keys(sheets);
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const list = names.map((name, k) => `<sheet name="${name}" sheetId="${k + 1}" r:id="rId${k + 1}"/>`);
  const targets = names.map(
    (_, k) => `<Relationship Id="rId${k + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${k + 1}.xml"/>`,
  );
  return archive({
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, k) => [`xl/worksheets/sheet${k + 1}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
  });
}

function archive(files: Readonly<Record<string, string>>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const sizes = Buffer.alloc(12);
    for (const [at, value] of [crc32(content), content.length, content.length].entries()) sizes.writeUInt32LE(value >>> 0, 4 * at);
    const version = Buffer.from([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const lengths = Buffer.from([name.length, 0, 0, 0]);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(offset);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), version, sizes, lengths, name, content]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), version, sizes, lengths, Buffer.alloc(10), at, name]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

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
      const bytes = rawBook({
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
    const { name, bytes } = await book({ a: [['x']] });
    await expect(decodeFile({ name, bytes: bytes.slice(0, 200) })).rejects.toMatchObject({ code: 'E_SYNTAX' });
    await expect(decodeFile(await book({ a: [] }))).rejects.toThrow(/all sheets of the workbook are empty/);
  });

  it('refuse an archive that claims to unpack to more than memory should hold', async () => {
    const { name, bytes } = await book({ a: [['x']] });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entry = Array.from({ length: bytes.length - 4 }, (_, k) => k).find((k) => view.getUint32(k, true) === 0x02014b50) ?? 0;
    view.setUint32(entry + 24, 300 * 2 ** 20, true);
    await expect(decodeFile({ name, bytes })).rejects.toMatchObject({ code: 'E_TOO_LARGE' });
  });

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
