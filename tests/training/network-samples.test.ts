import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { contextWidth } from '../../src/surrogate/context.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { cellSets, drawDivided } from '../../src/training/cells.ts';
import { collectSets, mergeDatasets, toSamples } from '../../src/training/dataset.ts';
import { evaluateModel } from '../../src/training/evaluate.ts';
import { paperSets } from '../../src/training/generator.ts';
import { bothWays, membersOf, onTheirOwn } from '../../src/training/sample.ts';
import { customersOf, selectSets } from '../../src/training/set-table.ts';
import { samplesFor } from '../../src/training/training-sets.ts';
import { graphShape, randomModel, scaled } from '../surrogate/random-models.ts';
import { sweepLabelled } from './toy-labeller.ts';

const cells = await sweepLabelled(collectSets(cellSets(3, 5), 12, 'cells', 3, 5));
const paper = await sweepLabelled(collectSets(paperSets(2), 4, 'paper', 2));
const all = mergeDatasets([cells, paper]);

describe('samples of a Graph Transformer', () => {
  const whole = samplesFor(all, 'graph-transformer');

  it('hold whole instances, the customers of the set first', () => {
    const own = toSamples(all);
    expect(whole.count).toBe(16);
    for (let k = 0; k < 12; k++) {
      const { customers, demand, vehicleCapacity } = drawDivided(new Random(3).split(cells.group[k]));
      expect(customersOf(whole, k)).toBe(customers.x.length);
      expect(membersOf(whole, k)).toBe(customersOf(own, k));
      const [from, to] = [whole.start[k], whole.start[k + 1]];
      expect([...whole.load.subarray(from, to)].sort()).toEqual([...Float32Array.from(demand, (q) => q / vehicleCapacity)].sort());
    }
    for (let k = 12; k < 16; k++) expect(customersOf(whole, k)).toBe(membersOf(whole, k));
    const { start, x, context, spread, travel } = onTheirOwn(whole);
    const expected = onTheirOwn(own);
    expect({ start, x, context, spread, travel }).toEqual({
      start: expected.start,
      x: expected.x,
      context: expected.context,
      spread: expected.spread,
      travel: expected.travel,
    });
  });

  it('are followed by the sets on their own, without the rest of the instance', () => {
    const both = bothWays(whole);
    const rows = (first: number) => Array.from({ length: 16 }, (_, k) => customersOf(both, first + k));
    expect(rows(0)).toEqual(rows(0).map((_, k) => customersOf(whole, k)));
    expect(rows(16)).toEqual(rows(16).map((_, k) => membersOf(whole, k)));
    expect(both.start[32]).toBe(both.x.length);
  });

  it('leave out instances that are too large', () => {
    const sizes = Array.from({ length: whole.count }, (_, k) => customersOf(whole, k));
    const most = sizes.toSorted((a, b) => a - b)[8];
    const kept = [...sizes.keys()].filter((k) => sizes[k] <= most);
    expect(kept.length).toBeLessThan(16);
    expect(samplesFor(all, 'graph-transformer', most)).toEqual(selectSets(whole, kept));
  });

  it('are not those of other networks, which see the set alone', () => {
    expect(samplesFor(all, 'deep-sets')).toEqual(toSamples(all));
  });

  it('need the seed to draw the same sets', () => {
    const wrong = { ...cells, sources: cells.sources.map((source) => ({ ...source, seed: 4 })) };
    expect(() => samplesFor(wrong, 'graph-transformer')).toThrow(/is not the one that its seed draws/);
  });

  it('are priced as inside the MIP', () => {
    const model = randomModel({ ...graphShape, features: [...graphShape.features, 'nearest2'] }, scaled);
    const surrogate = new NetworkSurrogate(model);
    const { customers, depots, demand, vehicleCapacity } = drawDivided(new Random(3).split(cells.group[0]));
    const [cell] = cellSets(3, 5);
    const place = (x: number, y: number) => `${x} ${y}`;
    const members = new Set(Array.from(cell.x, (x, i) => place(x, cell.y[i])));
    const instance = createInstance({
      name: 'whole',
      depots: depots.map((depot, d) => ({ id: `d${d}`, ...depot })),
      customers: Array.from(demand, (q, i) => ({ id: `c${i}`, x: customers.x[i], y: customers.y[i], demand: q })),
      vehicleCapacity,
      vehicleCost: 1000,
      travel: { kind: 'euclidean', scale: 100, rounding: 'none' },
    });
    const depot = depots.findIndex(({ x, y }) => x === cell.depot.x && y === cell.depot.y);
    const chosen = Array.from(demand.keys()).filter((i) => members.has(place(customers.x[i], customers.y[i])));
    const price = surrogate.predict(instance, depot, chosen);
    const { calibration } = evaluateModel(model, whole);
    expect(calibration[0][1] / price).toBeCloseTo(1, 3);
    expect(whole.context).toHaveLength(contextWidth * whole.x.length);
  });
});
