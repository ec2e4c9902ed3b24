import { describe, expect, it } from 'vitest';
import { formatJson, linesOfFields } from '../../src/formats/json-text.ts';
import { readInstance } from '../../src/formats/read.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { faultOf } from './samples.ts';

const text = `{
  "name": "two",
  "depots": [{ "id": 1, "x": 0, "y": 0 }],
  "customers": [
    { "id": "a", "x": 3, "y": 4, "demand": 1 },
    {
      "id": "b", "x": 6, "y": 8,
      "demand": 2
    }
  ],
  "vehicleCapacity": 5
}`;
const read = (text: string) => readInstance({ name: 'two.json', text });

describe('our JSON', () => {
  it('fills in what is left out', () => {
    expect(read(text)).toMatchObject({
      depots: [{ id: '1', capacity: null, openingCost: 0, status: 'candidate' }],
      vehicleCost: 0,
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
    });
  });

  it('tells the line of a syntax fault', () => {
    expect(faultOf(() => read(text.replace('"demand": 2', '"demand" 2'))).message).toBe(
      "two.json:8: not valid JSON: expected ':', found '2'",
    );
    expect(faultOf(() => read(text.replace('"two",', '"two"'))).message).toBe(
      "two.json:3: not valid JSON: expected ',' or '}', found '\"depots\": [{ \"id\": 1'",
    );
    expect(faultOf(() => read(text.slice(0, -1))).message).toBe(
      "two.json:12: not valid JSON: expected ',' or '}', found the end of the file",
    );
    expect(faultOf(() => read(text.replace('6, "y"', '06, "y"'))).place.line).toBe(7);
    expect(faultOf(() => read(`${text} {}`)).message).toContain('expected nothing more');
  });

  it('tells the line of a value behind a text of millions of escapes', () => {
    const long = text.replace('"two"', `"${'\\u0000\\n'.repeat(2_000_000)}"`).replace('"demand": 2', '"demand": -2');
    expect(faultOf(() => read(long)).place).toMatchObject({ line: 8, field: 'customers[1].demand' });
    expect(faultOf(() => read(`{"name": "a\\x"}`)).message).toContain('expected a value, found \'"a\\x"}\'');
  });

  it('tells the field and the line of a wrong value', () => {
    expect(faultOf(() => read(text.replace('"demand": 2', '"demand": -2')))).toMatchObject({
      code: 'E_VALUE',
      place: { file: 'two.json', line: 8, field: 'customers[1].demand' },
    });
    expect(faultOf(() => read(text.replace('"b"', '"a"')))).toMatchObject({
      code: 'E_DUPLICATE_ID',
      place: { line: 7, field: 'customers[1].id' },
    });
    expect(faultOf(() => read(text.replace('"vehicleCapacity": 5', '"vehicleCapacity": 5, "timeWindows": []')))).toMatchObject({
      code: 'E_SYNTAX',
    });
  });

  it('looks no further for a fault than a text may be deep', () => {
    expect(faultOf(() => read('['.repeat(1_000_000))).message).toContain('nested more than 100 levels deep');
    expect(faultOf(() => read('['.repeat(100))).message).toContain('found the end of the file');
  });

  it('names a field of any depth without its value', () => {
    let deep: unknown = [];
    for (let k = 0; k < 20_000; k++) deep = [deep];
    const fault = faultOf(() => createInstance({ ...JSON.parse(text), vehicleCapacity: deep }));
    expect(JSON.parse(JSON.stringify(fault))).toMatchObject({ code: 'E_SYNTAX', place: { field: 'vehicleCapacity' } });
  });

  it('says that a plan is not an instance', () => {
    expect(faultOf(() => read('{ "routes": [] }')).message).toContain('looks like a plan');
  });

  it('finds lines by path, or the nearest ancestor of what is missing', () => {
    const lineOfField = (of: string, field: string) => linesOfFields(of, [field]).get(field);
    expect(lineOfField(text, 'customers[0]')).toBe(5);
    expect(lineOfField(text, 'customers[1].demand')).toBe(8);
    expect(lineOfField(text, 'customers[1].colour')).toBe(6);
    expect(lineOfField(text, 'customers[10]')).toBe(4);
    expect(lineOfField(text, 'travel.kind')).toBe(1);
    expect([...linesOfFields(text, ['customers[1].demand', 'name', 'customers[0].x'])].map(([, line]) => line)).toEqual([8, 2, 5]);
    expect(lineOfField('{\n"a.b": {\n"c": [\n1,\n2]}}', 'a.b.c[1]')).toBe(5);
  });

  it('lays JSON out like JSON.stringify would mean it', () => {
    const value = { a: [], b: {}, c: [1, 'x', null], d: [{ e: 1 }, { f: [[1, 2], [3]] }], g: { h: { i: true } }, j: undefined };
    expect(JSON.parse(formatJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    expect(formatJson({ rows: [[1, 2], [3]] })).toBe('{\n  "rows": [\n    [1, 2],\n    [3]\n  ]\n}');
  });
});
