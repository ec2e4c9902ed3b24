import { describe, expect, it } from 'vitest';
import { chooseScaleBar } from '../../src/report/scale-bar.ts';

describe('chooseScaleBar', () => {
  it.each([
    [0.03, 'km', 100, { length: 2 / 0.03, label: '2 km' }],
    [0.05, 'km', 100, { length: 100, label: '5 km' }],
    [0.006, 'km', 100, { length: 0.5 / 0.006, label: '500 m' }],
    [1.609344, 'mi', 100, { length: 100, label: '100 mi' }],
    [30, 'm', 100, { length: 2000 / 30, label: '2000 km' }],
  ] as const)('%d km a pixel in %s', (kilometresPerPixel, unit, room, expected) => {
    const bar = chooseScaleBar(kilometresPerPixel, unit, room);
    expect(bar.label).toBe(expected.label);
    expect(bar.length).toBeCloseTo(expected.length, 6);
    expect(bar.length).toBeLessThanOrEqual(room);
  });
});
