import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadWarning } from '../../src/formats/attention.ts';
import { decodeFile } from '../../src/formats/decode.ts';
import { formats } from '../../src/formats/formats.ts';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { encodeInstance, writeInstance } from '../../src/formats/write.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { instanceHash } from '../../src/problem/hash.ts';
import type { Instance } from '../../src/problem/instance.ts';
import { scaled } from '../scaled.ts';
import { anyInstance, cvrpInstance } from './arbitraries.ts';

/** Through bytes, like files. */
async function survives(instance: Instance, format: string): Promise<void> {
  const written =
    format === 'xlsx'
      ? [await encodeInstance(instance, format)]
      : writeInstance(instance, format).map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
  const files = (await Promise.all(written.map(decodeFile))).flat();
  expect(recogniseFormat(files).name).toBe(format);
  const warnings: ReadWarning[] = [];
  const back = readInstance(files, { onWarning: (warning) => warnings.push(warning) });
  expect(back).toEqual(instance);
  expect(instanceHash(back)).toBe(instanceHash(instance));
}

/** A workbook cannot contain control characters. */
const unlessRefused = (format: string) => (error: unknown) => {
  if (format !== 'xlsx' || !(error instanceof NeoLrpError) || error.code !== 'E_FORMAT_UNSUPPORTED') throw error;
};

describe('write, then read', () => {
  it.each(['json', 'geojson', 'csv', 'xlsx'])('%s keeps every instance', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyInstance, (instance) => survives(instance, format).catch(unlessRefused(format))),
      { numRuns: scaled(format === 'xlsx' ? 60 : 200) },
    );
  });

  it('vrp keeps every CVRP', async () => {
    await fc.assert(
      fc.asyncProperty(cvrpInstance, (instance) => survives(instance, 'vrp')),
      { numRuns: scaled(200) },
    );
  });

  it('vrp refuses whatever it cannot express', () => {
    let refused = 0;
    fc.assert(
      fc.property(anyInstance, (instance) => {
        try {
          writeInstance(instance, 'vrp');
        } catch (error) {
          expect(error).toBeInstanceOf(NeoLrpError);
          expect((error as NeoLrpError).code).toBe('E_FORMAT_UNSUPPORTED');
          refused++;
          return;
        }
        const { depots, vehicleCost, travel } = instance;
        expect(depots).toHaveLength(1);
        expect([depots[0].openingCost, depots[0].capacity, vehicleCost]).toEqual([0, null, 0]);
        expect(travel.kind).not.toBe('great-circle');
      }),
    );
    expect(refused).toBeGreaterThan(0);
  });

  it('covers every format that claims to be lossless', () => {
    expect(formats.filter(({ lossless }) => lossless).map(({ name }) => name)).toEqual([
      'geojson',
      'json',
      'vrp',
      'solomon',
      'csv',
      'xlsx',
    ]);
    for (const { write, encode, lossless } of formats) expect((write ?? encode) === undefined).toBe(lossless === undefined);
  });

  it('names what can be written when asked for what cannot', () => {
    fc.assert(
      fc.property(cvrpInstance, fc.constantFrom('dat', 'schneider', 'mdvrp'), (instance, format) => {
        expect(() => writeInstance(instance, format)).toThrow(/can be read but not written; write one of geojson, json, vrp, solomon, csv/);
      }),
      { numRuns: scaled(5) },
    );
  });
});
