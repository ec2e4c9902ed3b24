import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/problem/verify.ts';
import { costNotes, costSplit } from '../../src/report/cost-split.ts';
import { drawMap } from '../../src/report/map.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

const cents = (text: string) => Math.round(100 * Number(text.replaceAll(/[^\d.]/g, '')));

describe('the split of costs', () => {
  it('adds up as it is shown, whatever the parts are', () => {
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ opening: amount, vehicles: amount, travel: amount, time: amount, emission: amount, handling: amount }),
        (parts) => {
          const total = Object.values(parts).reduce((a, b) => a + b, 0);
          const shown = costSplit({ total, ...parts });
          expect(shown.map(({ kind }) => kind)).toEqual(Object.keys(parts));
          expect(shown.reduce((sum, { value }) => sum + Math.round(100 * value), 0)).toBe(Math.round(100 * total));
          for (const { kind, value } of shown) expect(Math.abs(value - parts[kind])).toBeLessThan(0.0101);
        },
      ),
    );
  });

  it('says how many vehicles of which type, how far, and how much emission', () => {
    const { routes } = verify(plannedDay(), dayPlan);
    expect(costNotes(plannedDay(), routes)).toEqual({ vehicles: '2: 1 Van, 1 Truck', travel: '35.85 km', emission: '10.85 kg CO₂' });
  });

  it('stands on the map', () => {
    const facts = /<g class="facts">(.*?)<\/g>/s.exec(drawMap(plannedDay(), dayPlan))?.[1] ?? '';
    const [total, ...parts] = [...facts.matchAll(/>([\d,.]+) EUR</g)].map(([, value]) => cents(value));
    expect(parts).toHaveLength(6);
    expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
  });
});
