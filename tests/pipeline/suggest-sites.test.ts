import { describe, expect, it } from 'vitest';
import { suggestSites } from '../../src/pipeline/suggest-sites.ts';

const at = (x: number, y: number, demand = 1, id = `${x},${y}`) => ({ id, x, y, demand });

describe('suggested sites', () => {
  it('are the medians of all customers, then of ever more clusters of them', () => {
    // Two clusters on a line, the heavier one on the left.
    const customers = [at(0, 0, 5), at(1, 0), at(2, 0), at(100, 0), at(101, 0, 2), at(102, 0)];
    const sites = suggestSites({ customers }, { count: 3, openingCost: 7, capacity: 50 });
    expect(sites.map(({ id, x }) => [id, x])).toEqual([
      ['S1', 1],
      ['S2', 0],
      ['S3', 101],
    ]);
    expect(sites[2]).toMatchObject({ name: 'S3 (101,0)', openingCost: 7, capacity: 50 });
  });

  it('are each at a place of its own, and no more than there are places', () => {
    const customers = [at(0, 0), at(0, 0, 3, 'twin'), at(5, 5), at(9, 0, 0)];
    const places = suggestSites({ customers }, { count: 50 }).map(({ x, y }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(places.length).toBeLessThanOrEqual(3);
  });

  it('do not mind the date line', () => {
    const customers = [at(179.5, 0), at(-179.5, 0, 2), at(-179, 0)];
    expect(suggestSites({ customers, travel: { kind: 'great-circle' } }, { count: 1 })[0].x).toBe(-179.5);
  });

  it('have ids that no depot has, and want travel that knows new places', () => {
    const customers = [at(0, 0), at(3, 4)];
    const depots = [{ id: 'S1', x: 1, y: 1 }];
    expect(suggestSites({ customers, depots }, { count: 2 }).map(({ id }) => id)).toEqual(['S2', 'S3']);
    expect(() => suggestSites({ customers, travel: { kind: 'matrix', values: [] } })).toThrow('suggest sites first');
  });
});
