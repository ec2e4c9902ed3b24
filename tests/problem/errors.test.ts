import { describe, expect, it } from 'vitest';
import { catalogue, faultOf, NeoLrpError, nameSome } from '../../src/problem/errors.ts';

describe('the error catalogue', () => {
  it('gives every code an exit status of the contract and a title', () => {
    for (const [code, { exit, http, title }] of Object.entries(catalogue)) {
      expect([1, 2, 3, 4, 5], code).toContain(exit);
      expect(http, code).toBeGreaterThanOrEqual(400);
      expect(title.length, code).toBeGreaterThan(10);
    }
  });

  it('says where before what', () => {
    expect(new NeoLrpError('E_VALUE', 'too small', { file: 'a.dat', line: 3, field: 'depots[0].x' }).message).toBe(
      'a.dat:3, depots[0].x: too small',
    );
    expect(new NeoLrpError('E_VALUE', 'too small', { line: 3 }).message).toBe('line 3: too small');
    expect(new NeoLrpError('E_VALUE', 'too small').message).toBe('too small');
  });

  it('adds to the place without losing what is known already', () => {
    const inner = new NeoLrpError('E_SYNTAX', 'expected a number', { line: 7 });
    const outer = inner.at({ file: 'b.dat', line: 1 });
    expect(outer.toJSON()).toEqual({ code: 'E_SYNTAX', status: 2, message: 'expected a number', place: { file: 'b.dat', line: 7 } });
  });

  it('turns anything thrown into plain data', () => {
    const place = { field: 'demand', value: -1 };
    expect(faultOf(new NeoLrpError('E_VALUE', 'too small', place))).toEqual({ code: 'E_VALUE', reason: 'too small', place });
    expect(faultOf(new TypeError('no such thing'))).toEqual({ code: 'E_INTERNAL', reason: 'no such thing', place: {} });
    expect(faultOf('odd')).toEqual({ code: 'E_INTERNAL', reason: 'odd', place: {} });
  });

  it('names some culprits and counts the rest', () => {
    expect(nameSome(['a', 'b'])).toBe("'a', 'b'");
    expect(nameSome(['a', 'b', 'c', 'd'], 2)).toBe("'a', 'b' and 2 more");
  });

  it('repeat no more of the input than a reader needs', () => {
    const long = ' '.repeat(400_000);
    const { message, reason, place } = new NeoLrpError('E_SYNTAX', `there is no column '${long}'; there are 'a' and 'b'`, {
      file: `${long}.csv`,
      field: long,
      value: long,
      ignorable: ['kept', long],
    });
    expect(reason).toMatch(/^there is no column ' {79}…'; there are 'a' and 'b'$/);
    expect(message.length).toBeLessThan(1000);
    expect(JSON.stringify(place).length).toBeLessThan(1500);
    expect(place.ignorable).toEqual(['kept']);
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(new NeoLrpError('E_VALUE', 'no', { value: loop }).place.value).toBe('a value that has no JSON form');
  });

  it('keep apostrophes, and what to do at the end of a long message', () => {
    const own = `the customer 'O'Brien' is ${'so very '.repeat(12)}far away that the depots' vehicles cannot reach it`;
    expect(new NeoLrpError('E_VALUE', own).reason).toBe(own);
    const { reason } = new NeoLrpError('E_VALUE', `${'x'.repeat(10_000)}; remove it`);
    expect(reason.length).toBeLessThanOrEqual(2001);
    expect(reason).toMatch(/; remove it$/);
    expect(new NeoLrpError('E_VALUE', reason).reason).toBe(reason);
  });
});
