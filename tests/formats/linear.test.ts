/** Eight times the text takes a reader about eight times as long: none is quadratic in what it is given. */
import { describe, expect, it } from 'vitest';
import { decodeFile } from '../../src/formats/decode.ts';
import { readPlan } from '../../src/formats/plan.ts';
import { readInstance } from '../../src/formats/read.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { book } from './archive.ts';

type Named = readonly [name: string, content: string | Uint8Array];

const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));
const encode = (content: string | Uint8Array) => (typeof content === 'string' ? new TextEncoder().encode(content) : content);

/** Files of about so many characters. */
const shapes: Record<string, (length: number) => readonly Named[]> = {};

const marks = ['(', '[', ' ', '_', ',', ';', '-', '1', '1,', '1.', 'a', 'to ', 'mi', 'kilom', '\u0301', '"', '\n', '\t', "'", 'permet', '\\', '{', '<', '€ ', '#']; // biome-ignore format: a list
const tables = (customers: string, settings = 'setting,value\nvehicle capacity,9\n'): readonly Named[] => [
  ['customers.csv', customers],
  ['depots.csv', 'id,x,y,capacity\nD,0,0,9\n'],
  ['vehicles.csv', 'id,capacity\nv,9\n'],
  ['settings.csv', settings],
];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
for (const mark of marks) {
  const name = JSON.stringify(mark);
  const run = (length: number) => quoted(`a${repeated(mark, length)} b c`);
  shapes[`a column named ${name}…`] = (length) => tables(`id,x,y,demand,${run(length)}\na,1,1,1,1\n`);
  shapes[`a time of ${name}…`] = (length) => tables(`id,x,y,demand,time window\na,1,1,1,${quoted(`8:00${repeated(mark, length)}`)}\n`);
  shapes[`a number of ${name}…`] = (length) => tables(`id,x,y,demand\na,1,1,${quoted(`1${repeated(mark, length)}x1`)}\n`);
  shapes[`a setting named ${name}…`] = (length) => tables('id,x,y,demand\na,1,1,1\n', `setting,value\nspeed ${run(length).slice(1, -1).replace(/[",;\n\t]/g, ' ')},1\n`); // biome-ignore format: one line
  shapes[`a vehicle column named ${name}…`] = (length) => [
    ...tables('id,x,y,demand\na,1,1,1\n').filter(([file]) => file !== 'vehicles.csv'),
    ['vehicles.csv', `id,capacity,${run(length)}\nv,9,1\n`],
  ];
  shapes[`a text of ${name}…`] = (length) => [['a.txt', repeated(mark, length)]];
  shapes[`a plan of ${name}…`] = (length) => [['a.sol', `Route #1: 1\nCost${repeated(mark, length)} x y`]];
  shapes[`a route of ${name}…`] = (length) => [['a.sol', `Route${repeated(mark, length)} x y`]];
  shapes[`JSON with ${name}…`] = (length) => [['a.json', `{"name":"a","${repeated(mark, length).replace(/["\\\n\t]/g, 'a')}":1,"customers":[}`]]; // biome-ignore format: one line
  shapes[`a sheet of ${name}…`] = (length) => [['a.xlsx', book({ customers: repeated(mark, length) })]];
}
Object.assign(shapes, {
  'unclosed cells': (length: number) => [['a.xlsx', book({ customers: `<row>${repeated('<c r="A3">', length)}` })]],
  'a comment of tags': (length: number) => [['a.xlsx', book({ customers: `<!--${repeated('<c ', length)}` })]],
  'rows of a workbook': (length: number) => [['a.xlsx', book({ customers: repeated('<row><c><v>1</v></c></row>', length) })]],
  'columns of a table': (length: number) => [['a.csv', `${Array.from({ length: length / 6 }, (_, k) => `c${k}`).join(',')}\n1`]],
  'rows of a table': (length: number) => tables(`id,x,y,demand\n${Array.from({ length: length / 8 }, (_, k) => `${k},1,1,1`).join('\n')}`),
  'one id in all rows': (length: number) => tables(`id,x,y,demand\n${repeated('a,1,1,1\n', length)}`),
  'sections of a vrp file': (length: number) => [['a.vrp', `NAME : a\n${repeated('DEMAND_SECTION\n', length)}`]],
  'numbers of a list': (length: number) => [['a.dat', repeated('3 2\n', length)]],
  'escapes in JSON': (length: number) => [['a.json', `{"a":"${repeated('\\n', length)}"`]],
  'members of JSON': (length: number) => [['a.json', `{${Array.from({ length: length / 10 }, (_, k) => `"m${k}":0`).join(',')}}`]],
  'features of a map': (length: number) => [
    [
      'a.json',
      `{"type":"FeatureCollection","features":[${repeated('{"type":"Feature","geometry":null,"properties":{"a":1}},', length)}null]}`,
    ],
  ],
});

async function read(files: readonly Named[]): Promise<void> {
  try {
    const sources = (await Promise.all(files.map(([name, content]) => decodeFile({ name, bytes: encode(content) })))).flat();
    if (files[0][0] === 'a.sol') readPlan(sources[0]);
    else readInstance(sources);
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
  }
}

/** CPU milliseconds. */
async function cost(files: readonly Named[]): Promise<number> {
  const before = process.cpuUsage();
  await read(files);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const small = 25_000;
const times = 8;
/** A quadratic reader takes 64 times as long. */
const most = 24;
/** Milliseconds: below, the time is that of the clock, the collector and the compiler. */
const floor = 40;

describe('a reader', () => {
  it.each(Object.entries(shapes))('takes linear time for %s', async (_, make) => {
    const [short, long] = [make(small), make(times * small)];
    const first = await cost(long);
    if (first <= floor) return;
    // The collector and the compiler work when they like: the least of two.
    const after = Math.min(first, await cost(long));
    const before = Math.min(await cost(short), await cost(short));
    expect(after).toBeLessThan(most * Math.max(before, floor / times));
  });
});
