import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { amountsOf, showsDistance } from '../../src/report/amounts.ts';
import { drawMap } from '../../src/report/map.ts';
import { placeNames } from '../../src/report/place-names.ts';

const bare = createInstance({
  name: 'units',
  depots: [{ id: 'D', x: 0, y: 0, openingCost: 1500 }],
  customers: [{ id: 'c', x: 3, y: 4, demand: 2, name: 'Corner shop' }],
  vehicleCapacity: 5,
});
const named = createInstance({ ...bare, costPerDistance: 0.66, units: { currency: 'EUR', distance: 'km', demand: 'kg' } });

describe('amounts', () => {
  it('carry the units that the instance names, and none that it does not', () => {
    expect([amountsOf(bare).cost(1500), amountsOf(bare).heading.cost('travel')]).toEqual(['1,500', 'travel']);
    const { cost, distance, demand, heading } = amountsOf(named);
    expect([cost(1500), distance(10), demand(2), heading.cost('travel')]).toEqual(['1,500 EUR', '10 km', '2 kg', 'travel (EUR)']);
    expect(amountsOf(createInstance({ ...bare, travel: { kind: 'great-circle', unit: 'mi' } })).distance(3)).toBe('3 mi');
    expect([showsDistance(bare), showsDistance(named)]).toEqual([false, true]);
  });

  it('name goods in the language of the report, as far as it has words for them', () => {
    const { demand, heading } = amountsOf(createInstance({ ...bare, units: { demand: 'pallets' } }), 'de');
    expect([demand(2), heading.demand('Ladung')]).toEqual(['2 Paletten', 'Ladung (Paletten)']);
    expect(amountsOf(createInstance({ ...bare, units: { demand: 'route' } }), 'de').demand(2)).toBe('2 route');
  });

  it('stand on the map, with names', () => {
    const map = drawMap(named, { routes: [{ depot: 'D', stops: ['c'] }] });
    expect(map).toContain('>1,506.6 EUR<');
    expect(map).toContain('>Travel: 10 km<');
    expect(map).toContain('Corner shop: demand 2 kg');
    expect(map).toContain('>Corner shop<');
    expect(map).toContain('route 1: D, stops 1, load 2 kg');
  });
});

describe('names of places', () => {
  it('are told apart by the id where several share one', () => {
    const names = placeNames([{ id: '1', name: 'Tesco' }, { id: '2', name: 'Tesco' }, { id: '3', name: 'Aldi' }, { id: '4' }]);
    expect([...names.values()]).toEqual(['Tesco (1)', 'Tesco (2)', 'Aldi', '4']);
  });
});
