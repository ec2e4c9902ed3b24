import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { afterAll, describe, expect, it } from 'vitest';
import { loadBaseMap } from '../../src/node/base-map.ts';
import { extractMap } from '../../src/report/extract-map.ts';
import { globe } from '../../src/report/projection.ts';
import { readExtract } from '../../src/roads/osm-extract.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-extract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (write: (writer: protobuf.Writer) => void) => {
  const writer = new protobuf.Writer();
  write(writer);
  return writer.finish();
};
const packed = (values: readonly number[]) =>
  bytes((writer) => {
    for (const value of values) writer.uint32(value);
  });
/** Differences with their sign in the last bit. */
const deltas = (values: readonly number[]) =>
  bytes((writer) => {
    for (const [k, value] of values.entries()) writer.sint64(value - (values[k - 1] ?? 0));
  });
const field = (writer: protobuf.Writer, id: number, content: Uint8Array) => writer.uint32((id << 3) | 2).bytes(content);

function fileBlock(type: string, content: Uint8Array, isPlain = false): Buffer {
  const blob = bytes((writer) => field(writer, isPlain ? 1 : 3, isPlain ? content : deflateSync(content)));
  const header = bytes((writer) =>
    field(writer, 1, Buffer.from(type))
      .uint32(3 << 3)
      .uint32(blob.length),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

const strings = ['', 'highway', 'primary', 'footway', 'waterway', 'river', 'place', 'town', 'name', 'Vaduz', 'population', '5450'];
const block = (group: Uint8Array) =>
  bytes((writer) => {
    field(
      writer,
      1,
      bytes((table) => {
        for (const one of strings) field(table, 1, Buffer.from(one));
      }),
    );
    field(writer, 2, group);
  });

/** Ids beyond 32 bits, as those of OpenStreetMap are. */
const first = 11_000_000_000;
const places = [
  [9.5, 47.1],
  [9.51, 47.12],
  [9.52, 47.1],
  [-9.5, -47.1],
];
const nodes = bytes((group) =>
  field(
    group,
    2,
    bytes((dense) => {
      field(dense, 1, deltas(places.map((_, k) => first + k)));
      field(dense, 8, deltas(places.map(([, y]) => Math.round(y * 1e7))));
      field(dense, 9, deltas(places.map(([x]) => Math.round(x * 1e7))));
      // The third is a town.
      field(dense, 10, packed([0, 0, 6, 7, 8, 9, 10, 11, 0, 0]));
    }),
  ),
);
const way = (key: number, value: number, refs: readonly number[]) =>
  bytes((one) => {
    one.uint32(1 << 3).uint32(77);
    field(one, 2, packed([key]));
    field(one, 3, packed([value]));
    field(one, 8, deltas(refs.map((k) => first + k)));
  });
const ways = bytes((group) => {
  for (const one of [way(1, 2, [0, 1, 2]), way(1, 3, [0, 2]), way(4, 5, [2, 3, 9])]) field(group, 3, one);
});

const file = join(folder, 'tiny.osm.pbf');
writeFileSync(
  file,
  Buffer.concat([fileBlock('OSMHeader', Buffer.from('x')), fileBlock('OSMData', block(nodes)), fileBlock('OSMData', block(ways), true)]),
);

describe('an extract', () => {
  it('gives its main roads, waters and towns', async () => {
    const { lines, towns } = await readExtract(file);
    const near = (line: readonly (readonly number[])[]) => line.map((at) => at.map((degrees) => Math.round(degrees * 1e6) / 1e6));
    expect(lines.roads.map(near)).toEqual([[places[0], places[1], places[2]]]);
    // A node beyond the edge of the extract is not in it.
    expect(lines.rivers.map(near)).toEqual([[places[2], places[3]]]);
    expect([lines.motorways, lines.streets, lines.lakes]).toEqual([[], [], []]);
    expect(towns).toMatchObject([{ name: 'Vaduz', people: 5450 }]);
  });

  it('is drawn on the land of the world, also where that is too coarse to be seen', async () => {
    const map = extractMap(await readExtract(file), await loadBaseMap());
    for (const scale of [2800, 20_000]) {
      const drawing = map.compose({ ...globe().toWorld({ x: 9.51, y: 47.103 }), scale }, { width: 800, height: 600 });
      expect(drawing?.paths.map(({ layer }) => layer)).toEqual(expect.arrayContaining(['land', 'roads']));
      expect(drawing?.towns.map(({ name }) => name)).toEqual(['Vaduz']);
    }
    expect(map.attribution).toContain('© OpenStreetMap contributors');
  });

  it('is refused where it is none', async () => {
    await expect(readExtract(join(folder, 'none.osm.pbf'))).rejects.toMatchObject({ code: 'E_FILE' });
    writeFileSync(join(folder, 'text.osm.pbf'), 'not an extract, but a sentence that is long enough to be read as one');
    await expect(readExtract(join(folder, 'text.osm.pbf')).then(({ towns }) => towns)).rejects.toMatchObject({ code: 'E_FILE' });
  });
});
