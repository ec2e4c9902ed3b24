/**
 * Main roads, waters and towns of an OpenStreetMap extract (`*.osm.pbf`, wiki.openstreetmap.org/wiki/PBF_Format), for the map. Nodes come
 * before the ways that use them, so that the file is read twice.
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { inflateSync } from 'node:zlib';
import { NeoLrpError } from '../problem/errors.ts';
import type { LonLat } from './engine.ts';

const wayKinds = {
  highway: { motorway: 'motorways', trunk: 'motorways', primary: 'roads', secondary: 'streets' },
  waterway: { river: 'rivers' },
  natural: { water: 'lakes' },
} as const;
type Tags = ReadonlyMap<string, string>;
export type ExtractLayer = 'motorways' | 'roads' | 'streets' | 'rivers' | 'lakes';

/** Rough numbers of people, by which names are chosen. */
const placeSizes: Readonly<Record<string, number>> = { city: 200_000, town: 20_000, village: 1500 };

export interface Extract {
  readonly lines: Readonly<Record<ExtractLayer, readonly (readonly LonLat[])[]>>;
  readonly towns: readonly { readonly name: string; readonly at: LonLat; readonly people: number }[];
}

export async function readExtract(file: string): Promise<Extract> {
  const ways: { readonly layer: ExtractLayer; readonly nodes: readonly number[] }[] = [];
  const towns: { name: string; at: LonLat; people: number }[] = [];
  const where = new Map<number, LonLat | undefined>();
  try {
    for await (const block of blocksOf(file))
      readBlock(block, {
        way(tags, nodes) {
          const layer = layerOf(tags);
          if (!layer) return;
          ways.push({ layer, nodes });
          for (const node of nodes) where.set(node, undefined);
        },
      });
    for await (const block of blocksOf(file))
      readBlock(block, {
        node(id, at, tags) {
          if (where.has(id)) where.set(id, at);
          const [name, people] = [tags.get('name'), placeSizes[tags.get('place') ?? '']];
          if (name && people) towns.push({ name, at, people: Number(tags.get('population')) || people });
        },
      });
  } catch (cause) {
    if (cause instanceof NeoLrpError) throw cause;
    throw new NeoLrpError('E_FILE', `${basename(file)} cannot be read as an OpenStreetMap extract`, { file }, { cause });
  }
  const lines: Record<ExtractLayer, LonLat[][]> = { motorways: [], roads: [], streets: [], rivers: [], lakes: [] };
  for (const { layer, nodes } of ways) lines[layer].push(nodes.map((node) => where.get(node)).filter((at) => at !== undefined));
  return { lines, towns };
}

function layerOf(tags: Tags): ExtractLayer | undefined {
  for (const [key, values] of Object.entries(wayKinds)) {
    const layer = (values as Readonly<Record<string, ExtractLayer>>)[tags.get(key) ?? ''];
    if (layer) return layer;
  }
  return undefined;
}

/** Of a block, by the format. */
const mostBytes = 2 ** 25;

/** One at a time. */
async function* blocksOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const read = async (length: number, at: number) => {
      if (length > mostBytes) throw new Error('a block is larger than any may be');
      return (await handle.read(new Uint8Array(length), 0, length, at)).buffer;
    };
    const { size } = await handle.stat();
    for (let at = 0; at + 4 < size; ) {
      const length = new DataView((await read(4, at)).buffer).getUint32(0);
      let [type, bytes] = ['', 0];
      for (const [field, value] of fieldsOf(await read(length, at + 4)))
        if (field === 1) type = text(value);
        else if (field === 3) bytes = Number(value);
      at += 4 + length;
      if (type === 'OSMData') {
        const blob = new Map(fieldsOf(await read(bytes, at)));
        yield (blob.get(1) as Uint8Array) ?? inflateSync(blob.get(3) as Uint8Array);
      }
      at += bytes;
    }
  } finally {
    await handle.close();
  }
}

interface Visitor {
  readonly way?: (tags: Tags, nodes: readonly number[]) => void;
  readonly node?: (id: number, at: LonLat, tags: Tags) => void;
}

function readBlock(block: Uint8Array, visitor: Visitor): void {
  const fields = [...fieldsOf(block)];
  const number = (field: number, otherwise: number) => Number(fields.find(([one]) => one === field)?.[1] ?? otherwise);
  const bytesOf = (field: number) => fields.filter(([one]) => one === field).map(([, value]) => value as Uint8Array);
  const strings = bytesOf(1).flatMap((table) => [...fieldsOf(table)].map(([, value]) => text(value)));
  const [granularity, south, west] = [number(17, 100), number(19, 0), number(20, 0)];
  const degrees = (value: number, from: number) => 1e-9 * (from + granularity * value);
  for (const group of bytesOf(2))
    for (const [kind, value] of fieldsOf(group)) {
      if (kind === 2 && visitor.node) {
        const dense = new Map(fieldsOf(value as Uint8Array));
        const [ids, lats, lons] = [1, 8, 9].map((field) => sums(numbersIn(dense.get(field))));
        const tagged = numbersIn(dense.get(10));
        let next = 0;
        for (const [k, id] of ids.entries()) {
          const tags = new Map<string, string>();
          for (; tagged[next]; next += 2) tags.set(strings[tagged[next]], strings[tagged[next + 1]]);
          next++;
          visitor.node(id, [degrees(lons[k], west), degrees(lats[k], south)], tags);
        }
      }
      if (kind === 3 && visitor.way) {
        const way = new Map(fieldsOf(value as Uint8Array));
        const [keys, values] = [2, 3].map((field) => numbersIn(way.get(field)));
        visitor.way(new Map(keys.map((key, k) => [strings[key], strings[values[k]]])), sums(numbersIn(way.get(8))));
      }
    }
}

type Value = number | Uint8Array | undefined;

const text = (value: Value) => new TextDecoder().decode(value as Uint8Array);

/** Number and content of each field of a message in Protocol Buffers. */
function* fieldsOf(bytes: Uint8Array): Generator<[number, Value]> {
  for (const cursor = { at: 0 }; cursor.at < bytes.length; ) {
    const tag = varint(bytes, cursor);
    if ((tag & 7) === 0) yield [tag >> 3, varint(bytes, cursor)];
    else {
      const length = (tag & 7) === 2 ? varint(bytes, cursor) : (tag & 7) === 5 ? 4 : 8;
      yield [tag >> 3, bytes.subarray(cursor.at, cursor.at + length)];
      cursor.at += length;
    }
  }
}

/** Beyond 32 bits, where shifts would not do. */
function varint(bytes: Uint8Array, cursor: { at: number }): number {
  let [value, scale, byte] = [0, 1, 0];
  do {
    byte = bytes[cursor.at++];
    value += (byte & 127) * scale;
    scale *= 128;
  } while (byte >= 128);
  return value;
}

function numbersIn(packed: Value): number[] {
  const numbers: number[] = [];
  if (packed instanceof Uint8Array) for (const cursor = { at: 0 }; cursor.at < packed.length; ) numbers.push(varint(packed, cursor));
  return numbers;
}

/** Of differences whose sign is in the last bit. */
function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((value) => {
    sum += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    return sum;
  });
}
