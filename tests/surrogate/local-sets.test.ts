/** Networks without a unit of length: what they must not depend on, and what they say of some pairs only. */
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { decodeModel, encodeModel, type SurrogateModel } from '../../src/surrogate/model.ts';
import { NetworkSurrogate } from '../../src/surrogate/network-surrogate.ts';
import { embeddedCost } from './embedded-cost.ts';
import { localShape, parts, randomModel, universalShape } from './random-models.ts';

/** 60 customers and four depots; `far` more customers stand a hundred sides away. */
function town(seed: number, { scale = 1, far = 0 } = {}): Instance {
  const random = new Random(seed);
  const place = () => ({ x: 100 * scale * random.float(), y: 100 * scale * random.float() });
  const depots = Array.from({ length: 4 }, (_, d) => ({ id: `D${d}`, ...place(), openingCost: 10 }));
  const customers = Array.from({ length: 60 }, (_, i) => ({ id: `c${i}`, ...place(), demand: 1 + random.int(9) }));
  const others = Array.from({ length: far }, (_, i) => ({ id: `f${i}`, x: 10_000 * scale, y: 10_000 * scale + i, demand: 3 }));
  return createInstance({ name: 'town', depots, customers: [...customers, ...others], vehicleCapacity: 40, vehicleCost: 0 });
}

const surrogate = () => new NetworkSurrogate(randomModel(localShape, parts, 5));
const somebody = Array.from({ length: 12 }, (_, k) => 5 * k);

describe('local sets', () => {
  it('do not see a far customer in the prices of others, where a spread does', () => {
    const change = (model: NetworkSurrogate, d: number) => {
      const [before, after] = [town(1), town(1, { far: 1 })].map((instance) => model.predict(instance, d, somebody));
      return Math.abs(after / before - 1);
    };
    const spread = new NetworkSurrogate(randomModel(universalShape, parts, 5));
    for (let d = 0; d < 4; d++) {
      expect(change(surrogate(), d)).toBeLessThan(1e-9);
      expect(change(spread, d)).toBeGreaterThan(0.01);
    }
  });

  it('price travel in proportion to the scale of the map', () => {
    const [small, large] = [town(2), town(2, { scale: 1000 })].map((instance) => surrogate().predict(instance, 1, somebody));
    expect(large / small).toBeCloseTo(1000, 3);
  });

  it('have embeddings that price sets as the network does, maximum included', () => {
    const instance = town(3);
    const model = surrogate();
    const embedded = model.embed(instance);
    for (let d = 0; d < 4; d++) {
      expect(embeddedCost(embedded, d, somebody)).toBeCloseTo(model.predict(instance, d, somebody), 6);
      expect(embeddedCost(embedded, d, [7])).toBeCloseTo(model.predict(instance, d, [7]), 6);
    }
  });

  it('say the same of near pairs when only these are asked for, and of others when they are priced', () => {
    const instance = town(4);
    const near = Uint8Array.from({ length: 240 }, (_, k) => Number((k * 7) % 3 !== 0));
    const [all, some] = [surrogate(), surrogate()];
    const [dense, sparse] = [all.embed(instance), some.embed(instance, near)];
    for (let d = 0; d < 4; d++)
      for (let i = 0; i < 60; i++) if (near[i * 4 + d]) expect(embeddedCost(sparse, d, [i])).toBeCloseTo(embeddedCost(dense, d, [i]), 6);
    expect(some.predict(instance, 2, somebody)).toBeCloseTo(all.predict(instance, 2, somebody), 6);
  });

  it('are refused if the cost could fall in the maximum', () => {
    const model = randomModel(localShape, parts, 5);
    const { rho } = model.network;
    const hidden = rho.hidden.with(rho.latent - 1, -0.5);
    const wrong = { ...model, network: { ...model.network, rho: { ...rho, hidden } } } as SurrogateModel;
    expect(() => decodeModel(encodeModel(wrong))).toThrow(/must not fall in the maximum/);
  });
});
