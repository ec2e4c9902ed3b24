/** Whatever the text, a reader returns an instance or a coded fault; it never crashes or hangs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { type ReadOptions, readInstance } from '../../src/formats/read.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { writeInstance, writeSolution } from '../../src/formats/write.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { anyInstance, cvrpInstance } from '../random-instances.ts';
import { scaled } from '../scaled.ts';
import { cordeauText, prodhonText, schneiderText } from './samples.ts';

/** 'read', or the code of the fault. */
function outcome(work: () => unknown): string {
  try {
    work();
    return 'read';
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    expect(error.code).not.toBe('E_INTERNAL');
    expect(error.message.length).toBeGreaterThan(10);
    return error.code;
  }
}

const read = (files: SourceFile | readonly SourceFile[], options?: ReadOptions) => outcome(() => readInstance(files, options));

/** Files of instances that the format can express. */
const written = (format: string) =>
  anyInstance
    .chain((instance) => {
      try {
        return fc.constant(writeInstance(instance, format));
      } catch {
        return fc.constant(undefined);
      }
    })
    .filter((files) => files !== undefined);

const valid: Record<string, fc.Arbitrary<readonly SourceFile[]>> = {
  json: written('json'),
  geojson: written('geojson'),
  csv: written('csv'),
  vrp: cvrpInstance.map((instance) => writeInstance(instance, 'vrp')),
  dat: fc.constant([{ name: 'a.dat', text: prodhonText }]),
  schneider: fc.constant([{ name: 'a.json', text: schneiderText }]),
  mdvrp: fc.constant([{ name: 'p01', text: cordeauText }]),
};

const name = fc.constantFrom('a', 'a.json', 'a.dat', 'a.csv', 'a.vrp', 'a.geojson', 'settings.csv');

describe('garbage', () => {
  it('is refused with a code', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      fc.json(),
      fc.array(fc.double().map(String), { maxLength: 60 }).map((numbers) => numbers.join(' ')),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '1', 'null', '\n', 'NAME', ';', '\t', '-1', 'id', 'EOF', '_SECTION'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(name, text, (name, text) => {
        expect(read({ name, text })).not.toBe('read');
        expect(
          read([
            { name, text },
            { name: 'depots.csv', text },
          ]),
        ).not.toBe('read');
      }),
      { numRuns: scaled(500) },
    );
  });

  it.each(['json', 'geojson', 'csv', 'vrp', 'dat', 'schneider', 'mdvrp'])('is refused with a code by the %s reader itself', (format) => {
    fc.assert(
      fc.property(name, fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (name, text) => {
        expect(read({ name, text }, { format, vehicleCapacity: 1 })).not.toBe('read');
      }),
      { numRuns: scaled(150) },
    );
  });

  it('of any depth does not exhaust the stack', () => {
    const deep = 50_000;
    for (const text of [
      '['.repeat(deep),
      '['.repeat(deep) + ']'.repeat(deep),
      `{"customers":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      '{"depots":'.repeat(deep),
    ])
      expect(read({ name: 'deep.json', text })).toMatch(/^E_(SYNTAX|FORMAT_UNKNOWN)$/);
  });

  it.each(['1', ' ', '\n', 'a', '"', '(', '_', ',', '.', '-', '[', '{', 'a,', '1 ', '1\n', '""', 'a:', '\\', '{"a":'])(
    'of a hundred thousand characters %j keeps no reader busy',
    (part) => {
      const text = part.repeat(100_000 / part.length);
      for (const broken of [text, `${text}x`, `NAME : ${text}`, `id,x,y,demand\n${text}`, `{"customers": "${text}`]) {
        expect(read({ name: 'a', text: broken })).not.toBe('read');
        outcome(() => readPlan({ name: 'a', text: broken }));
      }
    },
  );

  it('with a header that promises billions costs no memory', () => {
    expect(read({ name: 'a.dat', text: '1000000000\n1000000000\n1 2\n' })).toBe('E_SYNTAX');
    expect(read({ name: 'p01', text: '2 4 1000000000 1000000000\n0 80\n' })).toBe('E_SYNTAX');
    expect(
      read({
        name: 'a.vrp',
        text: 'NAME : a\nDIMENSION : 1000000000\nCAPACITY : 1\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nDEMAND_SECTION\n1 0\n2 1\nDEPOT_SECTION\n1\n-1\n',
      }),
    ).toBe('E_SYNTAX');
  });
});

describe.each(Object.keys(valid))('a damaged %s file', (format) => {
  const pick = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  /** The files with the text of one of them changed. */
  const damaged = (damage: (text: string, at: number) => string) =>
    fc.tuple(valid[format], pick, pick).map(([files, which, where]) => {
      const victim = Math.floor(which * files.length);
      return files.map(({ name, text }, k) => ({
        name,
        text: k === victim ? damage(text, Math.floor(where * text.trimEnd().length)) : text,
      }));
    });

  it('cut short is read or refused with a code', () => {
    fc.assert(
      fc.property(
        damaged((text, at) => text.slice(0, at)),
        (files) => {
          const result = read(files);
          // Tables and lists without an end mark may be cut to a shorter but valid one.
          if (['json', 'geojson', 'schneider', 'dat'].includes(format)) expect(result).not.toBe('read');
        },
      ),
      { numRuns: scaled(100) },
    );
  });

  it('with a byte changed is read or refused with a code', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 0, max: 0xff })
          .chain((code) => damaged((text, at) => text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1))),
        (files) => {
          read(files);
        },
      ),
      { numRuns: scaled(150) },
    );
  });
});

describe('a plan', () => {
  const instance = createInstance({
    name: 'a',
    depots: [{ id: 'D', x: 0, y: 0 }],
    customers: [
      { id: 'A', x: 3, y: 4, demand: 1 },
      { id: 'B', x: 6, y: 8, demand: 1 },
    ],
    vehicleCapacity: 2,
  });
  const plan = { routes: [{ depot: 'D', stops: ['A', 'B'] }] };

  it.each(['json', 'geojson', 'sol'] as const)('in %s, damaged anywhere, is read or refused with a code', (format) => {
    const { name, text } = writeSolution(instance, plan, format);
    const step = Math.ceil(text.length / 200);
    for (let at = 0; at < text.length; at += step) {
      outcome(() => readPlan({ name, text: text.slice(0, at) }, instance));
      for (const mark of ['"', '\0', '9', '{', '-', ' '])
        outcome(() => readPlan({ name, text: text.slice(0, at) + mark + text.slice(at + 1) }, instance));
    }
  });

  it('of garbage is refused with a code', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        expect(outcome(() => readPlan({ name: 'a', text }, instance))).not.toBe('read');
      }),
      { numRuns: scaled(500) },
    );
  });
});
