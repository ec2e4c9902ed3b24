import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
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

/** The archive with its texts changed. */
function rezipped(bytes: Uint8Array, patch: (xml: string, path: string) => string): Uint8Array {
  const files = Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strToU8(patch(strFromU8(content), path))] as const);
  return zipSync(Object.fromEntries(files));
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
    expect(warnings[0]).toMatch(/^plans\/Book 1\.xlsx#Ideas: this sheet is neither/);
  });

  it('name sheet and row of a fault', async () => {
    const broken = [...kunden, [1003, 'Ada', 'Graz', 15.4, 'north', 5, null]];
    await expect(read({ Kunden: broken, Lager: lager, Einstellungen: einstellungen })).rejects.toThrow(
      "plans/Book 1.xlsx#Kunden:4, Breitengrad: expected a number, but found 'north'",
    );
  });

  it('name cells with an error or with a formula that was never computed, and count hidden rows', async () => {
    const sheets = { Kunden: kunden, Lager: lager, Einstellungen: einstellungen };
    const patched = async (patch: (xml: string, path: string) => string, options?: ReadOptions) => {
      const { name, bytes } = await book(sheets);
      return readInstance(await decodeFile({ name, bytes: rezipped(bytes, patch) }), options);
    };
    const cell = (r: string, put: string) => (xml: string, path: string) =>
      path.endsWith('sheet2.xml') ? xml.replace(new RegExp(`<c r="${r}"[^>]*>.*?</c>`), put) : xml;
    await expect(patched(cell('D2', '<c r="D2"><f>B2*2</f><v></v></c>'))).rejects.toThrow(
      "plans/Book 1.xlsx#Lager:2, Kapazität (kg): the cell D2 has the formula '=B2*2', but the file holds no value for it",
    );
    await expect(patched(cell('E2', '<c r="E2" t="e"><f>X1</f><v>#REF!</v></c>'))).rejects.toThrow(
      'Lager:2, Wochenmiete (EUR): the cell E2 shows the error #REF!',
    );
    expect(await patched(cell('D2', '<c r="D2"><f>500*2</f><v>1000</v></c>'))).toMatchObject({ depots: [{ capacity: 1000 }] });
    const warnings: string[] = [];
    await patched((xml, path) => (path.endsWith('sheet1.xml') ? xml.replace('<row r="3"', '<row r="3" hidden="1"') : xml), {
      onWarning: ({ message }) => warnings.push(message),
    });
    expect(warnings).toContain('plans/Book 1.xlsx#Kunden: 1 hidden or filtered row is read as well');
  });

  it('refuse what is no workbook, and what holds nothing', async () => {
    const { name, bytes } = await book({ a: [['x']] });
    await expect(decodeFile({ name, bytes: bytes.slice(0, 200) })).rejects.toMatchObject({ code: 'E_SYNTAX' });
    await expect(decodeFile(await book({ a: [] }))).rejects.toThrow(/no sheet with anything on it/);
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
