/** Model and data-set files with anything changed anywhere: they are read, or refused with a code. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { Random } from '../../src/run/random.ts';
import { contextWidth } from '../../src/surrogate/context.ts';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { decodeModel, encodeModel, importDeepSets, type ModelFiles } from '../../src/surrogate/model.ts';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets, type Dataset, isLabelled, routingSetAt, toSamples } from '../../src/training/dataset.ts';
import { decodeDataset, encodeDataset } from '../../src/training/dataset-file.ts';
import { type LabelPlan, type LabelSomewhere, labelSet } from '../../src/training/label.ts';
import { labelDataset } from '../../src/training/label-dataset.ts';
import { trainingConfig } from '../../src/training/train.ts';
import { trainingPresets } from '../../src/training/train-presets.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/training/trainer/checkpoint.ts';
import { twinKernels } from '../kernels/twin.ts';
import { scaled as times } from '../scaled.ts';
import { deepSetsShape, graphShape, localShape, parts, randomModel, scaled, universalShape } from '../surrogate/random-models.ts';
import { sweepLabel, sweepLabelled } from './toy-labeller.ts';

const pick = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)];

/** Bytes that mean something in binary files: ends of ranges, lengths, infinities. */
const extremes = [
  [0],
  [0xff],
  [0x7f, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
  [0, 0, 0x80, 0x7f],
  [0, 0, 0xc0, 0x7f],
  [0x80],
] as const;

function damagedBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let damaged = [...bytes];
  for (let left = 1 + random.int(3); left > 0 && damaged.length > 0; left--) {
    const at = random.int(damaged.length);
    const length = random.int(20);
    const kind = random.int(7);
    if (kind === 0) damaged[at] ^= 1 << random.int(8);
    else if (kind === 1) damaged[at] = random.int(256);
    else if (kind === 2) damaged.splice(at, 0, ...damaged.slice(at, at + length));
    else if (kind === 3) damaged.splice(at, length);
    else if (kind === 4) damaged.splice(at, extremes[0].length, ...pick(random, extremes));
    else if (kind === 5) damaged.splice(at, 0, ...pick(random, extremes));
    else damaged = damaged.slice(0, at);
  }
  return Uint8Array.from(damaged);
}

const strange = [null, '', 'x', -1, 0, 0.5, 1e308, 2 ** 53, 1e9, [], {}, [[]], true, 'a'.repeat(1000), ['x', 'x'], '__proto__'];

/** A JSON text with values replaced, removed or added. */
function damagedJson(random: Random, text: string): string {
  if (random.int(4) === 0) return new TextDecoder().decode(damagedBytes(random, new TextEncoder().encode(text)));
  const value = JSON.parse(text) as object;
  for (let left = 1 + random.int(3); left > 0; left--) {
    let container = value as Record<string, unknown>;
    for (;;) {
      const keys = Object.keys(container);
      if (keys.length === 0) break;
      const key = pick(random, keys);
      const inner = container[key];
      if (typeof inner === 'object' && inner !== null && random.int(4) > 0) {
        container = inner as Record<string, unknown>;
        continue;
      }
      const kind = random.int(6);
      if (kind === 0) delete container[key];
      else if (kind === 1) container[`${key}2`] = structuredClone(pick(random, strange));
      else container[key] = structuredClone(pick(random, strange));
      break;
    }
  }
  return JSON.stringify(value);
}

/** Whether it was read. Anything but a coded error is thrown. */
function reads(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    expect(['E_MODEL', 'E_DATASET']).toContain(error.code);
    expect(error.message.length).toBeLessThan(4000);
    return false;
  }
}

/** Damages so many times, each by a seed of its own, which a failure names. */
function damage(count: number, work: (random: Random) => void): void {
  for (let seed = 1; seed <= count; seed++)
    try {
      work(new Random(seed));
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.stack : String(cause)}`, { cause });
    }
}

const customers = 5;
const column = (length: number) => Float32Array.from({ length }, (_, k) => ((k * 7) % 10) / 10);
const set = {
  x: column(customers),
  y: column(customers),
  load: column(customers),
  context: column(contextWidth * customers),
  own: column(customers),
};

function use(files: ModelFiles): void {
  const { network } = decodeModel(files);
  expect(setOutputs(network, set, 0, customers, 1, { kernels: twinKernels }).length).toBeGreaterThan(0);
}

const models: readonly ModelFiles[] = [
  encodeModel(randomModel(deepSetsShape, scaled)),
  encodeModel(randomModel(universalShape, parts)),
  encodeModel(randomModel(localShape, parts)),
  encodeModel(randomModel(graphShape, scaled)),
];

describe('damaged files', () => {
  it('of networks are read or refused with a code', () => {
    let read = 0;
    damage(times(800), (random) => {
      const { card, phi, rho } = pick(random, models);
      const which = random.int(3);
      const files = { card, phi: which === 0 ? phi : damagedBytes(random, phi), rho: which === 1 ? rho : damagedBytes(random, rho) };
      if (reads(() => use(files))) read++;
      reads(() => importDeepSets('a', files.phi, files.rho, scaled));
    });
    expect(read).toBeGreaterThan(0);
  }, 7_200_000);

  it('of model cards are read or refused with a code', () => {
    damage(times(600), (random) => {
      const files = pick(random, models);
      const other = pick(random, models);
      reads(() => use({ ...files, card: damagedJson(random, random.int(5) === 0 ? other.card : files.card) }));
    });
  }, 7_200_000);

  it('of data sets are read or refused with a code, even with the right checksums', async () => {
    const dataset = await sweepLabelled(collectSets(cellSets(1), 2, 'cells', 1));
    const bytes = encodeDataset(dataset);
    let read = 0;
    damage(times(600), (random) => {
      const damaged = pick(random, [
        () => damagedBytes(random, bytes),
        () => withHeader(bytes, (header) => damagedJson(random, header)),
        () => encodeDataset(withOddValues(random, dataset)),
      ])();
      const used = reads(() => {
        const decoded = decodeDataset(damaged, 'a.set');
        for (let k = 0; k < decoded.count; k++) routingSetAt(decoded, k);
        if (isLabelled(decoded)) toSamples(decoded);
      });
      if (used) read++;
    });
    expect(read).toBeGreaterThan(0);
  }, 7_200_000);
});

describe('damaged state of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-damaged-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'state');

  it('of checkpoints is read or refused with a code', () => {
    const values = Float32Array.from({ length: 8 }, (_, k) => k);
    const state = { threads: 1, data: 'x', epoch: 1, steps: 2, squaredRates: 0, bestEpoch: 1, bestError: 0.5, history: [] };
    const config = trainingConfig(trainingPresets.universal);
    const bytes = encodeCheckpoint({ ...state, config, weights: values, firstMoment: values, secondMoment: values, best: values });
    damage(times(400), (random) => {
      reads(() => decodeCheckpoint(damagedBytes(random, bytes)));
    });
  }, 7_200_000);

  it('of journals is read or refused with a code, and a run continues or leaves them alone', async () => {
    const dataset = collectSets(cellSets(1), 6, 'cells', 1);
    const plan: LabelPlan = { router: 'sweep', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };
    const label: LabelSomewhere = async (data, picks, asked, { onLabel }) => {
      for (const index of picks) await onLabel(index, await labelSet({ plan: asked, index, set: routingSetAt(data, index) }, sweepLabel));
    };
    await labelDataset(dataset, plan, { log: file, threads: 1, label });
    const text = readFileSync(file);
    let continued = 0;
    for (let seed = 1; seed <= times(200); seed++) {
      const damaged = damagedBytes(new Random(seed), text);
      writeFileSync(file, damaged);
      try {
        await labelDataset(dataset, plan, { log: file, threads: 1, label });
        continued++;
      } catch (error) {
        if (!(error instanceof NeoLrpError) || error.code !== 'E_DATASET') throw new Error(`seed ${seed}`, { cause: error });
        expect(Buffer.from(damaged).equals(readFileSync(file))).toBe(true);
      }
    }
    expect(continued).toBeGreaterThan(0);
  }, 7_200_000);
});

/** The header's text changed, and its length and checksum with it. */
function withHeader(bytes: Uint8Array, change: (header: string) => string): Uint8Array {
  const fixed = 16;
  const end = fixed + new DataView(bytes.buffer).getUint32(12, true);
  const header = new TextEncoder().encode(change(new TextDecoder().decode(bytes.subarray(fixed, end))));
  const head = new Uint8Array(fixed + header.length + 4);
  const view = new DataView(head.buffer);
  head.set(bytes.subarray(0, fixed));
  view.setUint32(12, header.length, true);
  head.set(header, fixed);
  view.setUint32(fixed + header.length, crc32(head.subarray(0, fixed + header.length)), true);
  const padding = new Uint8Array((8 - (head.length % 8)) % 8);
  const columns = bytes.subarray(Math.ceil((end + 4) / 8) * 8);
  return Uint8Array.from([...head, ...padding, ...columns]);
}

function withOddValues(random: Random, dataset: Dataset): Dataset {
  const changed = structuredClone(dataset);
  const columns = Object.values(changed).filter((value) => ArrayBuffer.isView(value));
  const victim = pick(random, columns) as unknown as number[];
  for (let left = 1 + random.int(3); left > 0; left--)
    victim[random.int(victim.length)] = pick(random, [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e300, 2 ** 31 - 1, 5e-324, 3]);
  return changed;
}
