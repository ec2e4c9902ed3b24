import { describe, expect, it } from 'vitest';
import { contextWidth, Neighbourhood } from '../../src/surrogate/context.ts';
import { evaluateModel } from '../../src/training/evaluate.ts';
import { bothWays, onTheirOwn } from '../../src/training/sample.ts';
import { customersOf, selectSets } from '../../src/training/set-table.ts';
import { deepSetsShape, parts, randomModel, scaled, universalShape } from '../surrogate/random-models.ts';
import { syntheticSamples } from './train-samples.ts';

const samples = syntheticSamples(20, 1);

describe('sets on their own', () => {
  it('know their own spread and surroundings, and nothing of the instance', () => {
    const wide = { ...samples, spread: samples.spread.map((value) => 3 * value) };
    const own = onTheirOwn(wide);
    own.spread.forEach((spread, k) => {
      expect(spread).toBeCloseTo(samples.spread[k], 3);
    });
    expect(own.own?.every((entry) => entry === 1)).toBe(true);
    const [x, y, load] = [own.x, own.y, own.load].map((column) => Float64Array.from(column.subarray(own.start[4], own.start[5])));
    const expected = new Neighbourhood(x, y, load).seenFrom(0, 0);
    expect(own.context?.slice(contextWidth * own.start[4], contextWidth * own.start[5])).toEqual(Float32Array.from(expected));
    expect(own.travel).toBe(samples.travel);
  });

  it('follow the sets as they are, in groups of their own', () => {
    const both = bothWays(samples);
    expect(both.count).toBe(40);
    const picks = Array.from({ length: 20 }, (_, k) => k);
    const { own: inInstance, ...first } = selectSets(both, picks);
    expect(first).toEqual(samples);
    expect(inInstance?.every((entry) => entry === 0)).toBe(true);
    const { group, ...second } = selectSets(
      both,
      picks.map((k) => 20 + k),
    );
    const { group: before, ...own } = onTheirOwn(samples);
    expect(second).toEqual(own);
    expect([...group].every((value) => !before.includes(value))).toBe(true);
    expect(picks.map((k) => customersOf(both, 20 + k))).toEqual(picks.map((k) => customersOf(samples, k)));
  });

  it('are what a network that tells them apart is judged by, beside what the MIP sees', () => {
    const universal = evaluateModel(randomModel(universalShape, parts), samples);
    expect(universal.embedded?.overall.count).toBe(20);
    expect(universal.embedded?.overall.median).not.toBe(universal.overall.median);
    expect(evaluateModel(randomModel(deepSetsShape, scaled), samples).embedded).toBeUndefined();
  });
});
