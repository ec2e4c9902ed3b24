import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';

const place = { x: 0, y: 0 };
const compile = (rules: InstanceInput['rules'], status: ('candidate' | 'open' | 'closed')[] = ['candidate', 'candidate', 'candidate']) =>
  modelOf(
    createInstance({
      name: 'rules',
      depots: status.map((s, d) => ({ id: `D${d}`, ...place, status: s })),
      customers: [0, 1, 2, 3].map((i) => ({ id: `C${i}`, ...place, demand: 1 })),
      vehicleCapacity: 9,
      rules,
    }),
  ).rules;
const rows = (allowed: Uint8Array) => [0, 1, 2, 3].map((i) => [...allowed.subarray(3 * i, 3 * i + 3)].join(''));

describe('compileRules', () => {
  it('takes any text for an id, also those that JavaScript reads otherwise', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const forbidden = Object.fromEntries(ids.map((id) => [id, ['D1']]));
    const instance = createInstance({
      name: 'odd',
      depots: [0, 1].map((d) => ({ id: `D${d}`, ...place })),
      customers: ids.map((id) => ({ id, ...place, demand: 1 })),
      vehicleCapacity: 9,
      rules: JSON.parse(JSON.stringify({ forbidden, allowed: forbidden })),
    });
    expect(Object.keys(instance.rules.forbidden)).toHaveLength(4);
    expect(JSON.parse(JSON.stringify(instance)).rules).toEqual(
      JSON.parse(JSON.stringify({ apart: [], together: [], forbidden, allowed: forbidden })),
    );
    expect([...modelOf(createInstance({ ...instance, rules: { forbidden: instance.rules.forbidden } })).rules.allowed]).toEqual([
      1, 0, 1, 0, 1, 0, 1, 0,
    ]);
    const unknown = JSON.parse('{ "forbidden": { "__proto__": ["nowhere"] } }');
    expect(() => createInstance({ ...instance, rules: unknown })).toThrow("there is no depot 'nowhere'");
  });

  it('allows everything where nothing is said', () => {
    const rules = compile({});
    expect(rows(rules.allowed)).toEqual(['111', '111', '111', '111']);
    expect(rules).toMatchObject({ minOpen: 0, maxOpen: 3, openingBudget: Number.POSITIVE_INFINITY, couples: false, restricts: false });
    expect([...rules.group]).toEqual([0, 1, 2, 3]);
    expect(rules.apart).toEqual([]);
  });

  it('combines locked depots with allowed and forbidden lists', () => {
    const rules = compile({ allowed: { C0: ['D0', 'D1'] }, forbidden: { C0: ['D1'], C3: ['D2'] } }, ['open', 'candidate', 'closed']);
    expect(rows(rules.allowed)).toEqual(['100', '110', '110', '110']);
    expect([...rules.lockedOpen]).toEqual([1, 0, 0]);
    expect([...rules.lockedClosed]).toEqual([0, 0, 1]);
    expect(rules.restricts).toBe(true);
    expect(compile({}, ['open', 'candidate', 'closed']).restricts).toBe(false);
  });

  it('bars depots out of reach, by detours in a matrix as well', () => {
    const line = {
      name: 'line',
      depots: [0, 10].map((x) => ({ id: `D${x}`, x, y: 0 })),
      customers: [1, 5, 9].map((x) => ({ id: `C${x}`, x, y: 0, demand: 1 })),
      vehicleCapacity: 9,
      maxRouteDistance: 10,
    };
    const rules = modelOf(createInstance(line)).rules;
    expect([...rules.allowed]).toEqual([1, 0, 1, 1, 0, 1]);
    expect(rules.restricts).toBe(true);
    expect(modelOf(createInstance({ ...line, maxRouteDistance: 18 })).rules.restricts).toBe(false);
    const values = [
      [0, 2, 9],
      [2, 0, 2],
      [9, 3, 0],
    ];
    const matrix = {
      ...line,
      depots: line.depots.slice(0, 1),
      customers: line.customers.slice(0, 2),
      travel: { kind: 'matrix' as const, values },
    };
    expect([...modelOf(createInstance({ ...matrix, maxRouteDistance: 9 })).rules.allowed]).toEqual([1, 1]);
    expect([...modelOf(createInstance({ ...matrix, maxRouteDistance: 8.9 })).rules.allowed]).toEqual([1, 0]);
  });

  it('merges overlapping ties and shares what their members may use', () => {
    const rules = compile({
      together: [
        ['C3', 'C2'],
        ['C2', 'C1'],
      ],
      forbidden: { C1: ['D0'], C3: ['D2'] },
    });
    expect([...rules.group]).toEqual([0, 1, 1, 1]);
    expect(rows(rules.allowed)).toEqual(['111', '010', '010', '010']);
    expect(rules.couples).toBe(true);
  });

  it('keeps groups apart once each, smaller number first', () => {
    const rules = compile({
      together: [['C0', 'C1']],
      apart: [
        ['C3', 'C1'],
        ['C0', 'C3', 'C2'],
      ],
    });
    expect(rules.apart).toEqual([
      [0, 3],
      [0, 2],
      [2, 3],
    ]);
  });
});
