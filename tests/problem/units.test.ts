import { describe, expect, it } from 'vitest';
import { clockTexts, convertLength, convertPrice, durationTexts, hoursText, lengthUnit } from '../../src/problem/units.ts';

const minutes = { units: {} };
const [seconds, hours] = (['s', 'h'] as const).map((time) => ({ units: { time } }));

describe('times', () => {
  it.each([
    [0, '0:00'],
    [485, '8:05'],
    [1439, '23:59'],
    [1440, '24:00'],
    [1441, '0:01 +1 d'],
    [2880, '24:00 +1 d'],
    [2881, '0:01 +2 d'],
    [8 * 1440 + 30, '0:30 +8 d'],
  ])('of day: %i minutes are %s', (time, text) => {
    expect(clockTexts(minutes, time)).toEqual([text]);
    expect(clockTexts(seconds, 60 * time)).toEqual([text]);
    expect(clockTexts(hours, time / 60)).toEqual([text]);
  });

  it('that differ are told apart, by seconds or as they are', () => {
    expect(clockTexts(minutes, 480, 480.25)).toEqual(['8:00:00', '8:00:15']);
    expect(clockTexts(minutes, 480, 480.001)).toEqual(['480', '480.001']);
  });

  it.each([
    [263, '4:23'],
    [1500, '25:00'],
    [0.5, '0:00:30'],
    [1e-9, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
  ])('that last %d minutes are %s', (time, text) => {
    expect(hoursText(minutes, time)).toBe(text);
    expect(durationTexts(minutes, time)).toEqual([`${time} min`]);
  });
});

describe('lengths', () => {
  it.each([
    ['Kilometer', 'km'],
    ['mètres', 'm'],
    [' Miles ', 'mi'],
    ['furlong', undefined],
  ])('know %s', (text, unit) => expect(lengthUnit(text)).toBe(unit));

  it('are converted, and prices the other way round', () => {
    expect(convertLength(5, 'mi', 'km')).toBeCloseTo(8.04672, 12);
    expect(convertLength(1500, 'm', 'km')).toBe(1.5);
    expect(convertPrice(2, 'km', 'mi')).toBeCloseTo(3.218688, 12);
    expect([convertLength(1, 'li', 'km'), convertPrice(1, 'km', 'li')]).toEqual([undefined, undefined]);
  });
});
