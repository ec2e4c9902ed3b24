import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { faultOf } from './samples.ts';

const point = (coordinates: unknown, properties: object, more: object = {}) => ({
  type: 'Feature',
  ...more,
  geometry: { type: 'Point', coordinates },
  properties,
});
const features = [
  point([14.5, 46.1, 300], { role: 'Customer', name: 'Bakery', quantity: '3' }, { id: 17 }),
  point([14.6, 46], { kind: 'depot', id: 'W', capacity: null, 'opening cost': 80, colour: 'red' }),
  point([14.7, 46], { type: 'customer', name: 'Kiosk', demand: 2 }),
];
const read = (collection: object, name = 'map.geojson') =>
  readInstance({ name, text: JSON.stringify({ type: 'FeatureCollection', ...collection }, null, 1) });

describe('GeoJSON', () => {
  it('reads points with loosely named properties, by great circle', () => {
    expect(read({ features, vehicleCapacity: 10 }, 'map.json')).toMatchObject({
      name: 'map',
      depots: [{ id: 'W', x: 14.6, y: 46, capacity: null, openingCost: 80 }],
      customers: [
        { id: '17', x: 14.5, y: 46.1, demand: 3 },
        { id: 'Kiosk', demand: 2 },
      ],
      travel: { kind: 'great-circle', unit: 'km' },
    });
  });

  it('takes the vehicle from the options where the file has none', () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    expect(readInstance({ name: 'a', text }, { vehicleCapacity: 4 }).vehicleCapacity).toBe(4);
    expect(faultOf(() => readInstance({ name: 'a', text })).message).toMatch(
      /no vehicle capacity is given: add the member 'vehicleCapacity'/,
    );
  });

  it.each<[string, object, RegExp]>([
    ['no features', {}, /features: expected an array of features/],
    [
      'a line',
      { features: [{ ...features[0], geometry: { type: 'LineString', coordinates: [] } }] },
      /features\[0\]\.geometry: expected a Point/,
    ],
    [
      'an unknown kind',
      { features: [point([1, 2], { kind: 'tree' })] },
      /^map\.geojson:\d+, features\[0\]\.properties\.kind: .* not "tree"/,
    ],
    ['no demand', { features: [point([1, 2], { kind: 'customer' })] }, /features\[0\]\.properties\.demand: no demand is given/],
    [
      'a demand of words',
      { features: [point([1, 2], { kind: 'customer', demand: 'lots' })] },
      /features\[0\]\.properties\.demand: expected a number, but found 'lots'/,
    ],
    [
      'a time window',
      { features: [point([1, 2], { kind: 'customer', demand: 1, time_window: '8-9' })] },
      /'time_window' looks like a time/,
    ],
    [
      'a cost under a strange name',
      { features: [point([1, 2], { kind: 'depot', 'labour cost': 9 })] },
      /features\[0\]\.properties\.labour cost: property 'labour cost' looks like money/,
    ],
    [
      'a wrong latitude',
      { vehicleCapacity: 1, features: [...features, point([1, 95], { kind: 'customer', demand: 1 })] },
      /features\[3\]: \(1, 95\) is not a longitude and latitude/,
    ],
    ['a wrong member', { vehicleCapacity: 1, features, travel: { kind: 'foot' } }, /travel\.kind/],
  ])('refuses %s, saying where', (_, collection, message) => {
    expect(faultOf(() => read(collection)).message).toMatch(message);
  });
});
