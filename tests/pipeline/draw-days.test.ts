import { describe, expect, it } from 'vitest';
import { drawDays } from '../../src/pipeline/draw-days.ts';
import { createInstance } from '../../src/problem/instance.ts';

const instance = createInstance({
  name: 'drawn',
  depots: [{ id: 'W', x: 0, y: 0 }],
  customers: Array.from({ length: 40 }, (_, i) => ({ id: `c${i}`, x: i, y: 1, demand: 10 })),
  vehicleCapacity: 25,
});
const orders = (drawn: typeof instance) => (drawn.days ?? []).flatMap(({ orders: list = [] }) => list.map(({ demand }) => demand));

describe('drawn days', () => {
  it('have as many orders as customers come, around their demand, and none that no vehicle carries', () => {
    const drawn = drawDays(instance, { days: 100, variation: 0.4, attendance: 0.5 });
    const all = orders(drawn);
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((sum, demand) => sum + (demand - mean) ** 2, 0) / all.length);
    expect(drawn.days).toHaveLength(100);
    // Four standard errors around what is expected; the cap at 25 cuts little of the tail.
    expect(Math.abs(all.length / 4000 - 0.5)).toBeLessThan(0.032);
    expect(Math.abs(mean - 10)).toBeLessThan(0.5);
    expect(Math.abs(deviation - 4)).toBeLessThan(0.6);
    expect(Math.max(...all)).toBeLessThanOrEqual(25);
  });

  it('are those of the seed, and all alike where nothing varies', () => {
    expect(drawDays(instance, { days: 3, seed: 5 })).toEqual(drawDays(instance, { days: 3, seed: 5 }));
    expect(drawDays(instance, { days: 3, seed: 5 }).days).not.toEqual(drawDays(instance, { days: 3, seed: 6 }).days);
    expect(new Set(orders(drawDays(instance, { days: 3, variation: 0 })))).toEqual(new Set([10]));
  });
});
