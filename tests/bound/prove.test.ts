/** Bounds against the least cost by exhaustion, and certificates against a checker of their own. */
import { describe, expect, it } from 'vitest';
import { proveBound } from '../../src/bound/prove.ts';
import type { Certificate } from '../../src/problem/certificate.ts';
import { checkCertificate } from '../../src/problem/check-certificate.ts';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { scaled } from '../scaled.ts';
import { drawInstance, leastCost } from '../search/brute-force.ts';
import { leastPlan } from '../search/exhaustion.ts';
import { drawFleetInstance } from '../search/tiny-fleets.ts';

const noise = 1e-8;

/** Only what pricing expresses, with demands that need no rounding, and nobody who needs nothing: the tree ends in a proof. */
const isPlain = ({ customers }: Instance, relaxed: readonly string[]) =>
  relaxed.length === 0 && customers.every(({ demand }) => Number.isInteger(demand) && demand > 0);

describe('the bound', () => {
  it('is never above the least cost by exhaustion, and equal to it where nothing is left out', { timeout: 600_000 }, async () => {
    const open: string[] = [];
    for (let seed = 1, tried = 0; tried < scaled(200); seed++) {
      const instance = drawInstance(seed);
      const least = leastCost(instance);
      if (least === undefined) continue;
      tried++;
      const { routes } = await search(instance, { stop: { iterations: 30 } });
      const proof = await proveBound(instance, { stop: { seconds: 60 }, plan: routes });
      expect(proof.bound, `seed ${seed}`).toBeLessThanOrEqual(least * (1 + noise));
      const checked = checkCertificate(instance, JSON.parse(JSON.stringify(proof.certificate)));
      expect(checked.faults, `seed ${seed}`).toEqual([]);
      expect(checked.bound, `seed ${seed}`).toBeLessThanOrEqual(least * (1 + noise));
      if (isPlain(instance, proof.relaxed) && proof.bound < least * (1 - 1e-6)) open.push(`${seed}: ${proof.bound} of ${least}`);
    }
    expect(open).toEqual([]);
  });
});

describe('the bound of instances with hours, fleets and rules', () => {
  it('is never above the cheapest plan, and says what it leaves out', { timeout: 600_000 }, async () => {
    const open: string[] = [];
    for (let seed = 1, tried = 0; tried < scaled(150); seed++) {
      const instance = drawFleetInstance(seed);
      const least = leastPlan(instance);
      if (least === undefined) continue;
      tried++;
      const { bound, relaxed, certificate } = await proveBound(instance, { stop: { seconds: 60 }, plan: least.routes });
      const checked = checkCertificate(instance, certificate);
      expect(checked.faults, `seed ${seed}`).toEqual([]);
      // Not what the run says, which is never above its plan, but what the certificate proves.
      expect(checked.bound, `seed ${seed}`).toBeLessThanOrEqual(least.cost * (1 + noise));
      if (isPlain(instance, relaxed) && bound < least.cost * (1 - 1e-6)) open.push(`${seed}: ${bound} of ${least.cost}`);
    }
    expect(open).toEqual([]);
  });
});

/** Some 12 customers and 3 depots. */
function town(seed: number): InstanceInput {
  const random = new Random(seed);
  const place = (id: string) => ({ id, x: random.int(100), y: random.int(100) });
  return {
    name: `town ${seed}`,
    depots: Array.from({ length: 3 }, (_, d) => ({ ...place(`d${d}`), capacity: 60, openingCost: 100 })),
    customers: Array.from({ length: 12 }, (_, i) => ({ ...place(`c${i}`), demand: 3 + random.int(8) })),
    vehicleCapacity: 25,
    vehicleCost: 10,
    travel: { kind: 'euclidean', scale: 1, rounding: 'ceil' },
  };
}

describe('a run', () => {
  it('can be stopped at any time, and its certificate holds', { timeout: 120_000 }, async () => {
    const instance = createInstance(town(3));
    const { best } = await proveBound(instance, { stop: { seconds: 20 } });
    for (const seconds of [0.05, 0.2, 0.5]) {
      const proof = await proveBound(instance, { stop: { seconds } });
      expect(proof.bound).toBeLessThanOrEqual(best as number);
      expect(checkCertificate(instance, proof.certificate).faults).toEqual([]);
    }
  });

  it('proves the same optimum under other names', { timeout: 120_000 }, async () => {
    const { depots, customers, ...rest } = town(4);
    const straight = await proveBound(createInstance({ ...rest, depots, customers }), { stop: { seconds: 30 } });
    const turned = createInstance({ ...rest, depots: [...depots].reverse(), customers: [...customers].reverse() });
    const other = await proveBound(turned, { stop: { seconds: 30 } });
    expect([straight.proven, other.proven, other.bound]).toEqual([true, true, straight.bound]);
  });

  it('says what it leaves out', async () => {
    const instance = createInstance({
      ...town(5),
      rules: { apart: [['c0', 'c1']] },
    });
    const { relaxed, certificate } = await proveBound(instance, { stop: { seconds: 2 } });
    expect([relaxed, certificate.relaxed]).toEqual([['rules.apart'], ['rules.apart']]);
  });
});

describe('the checker', () => {
  it('refuses certificates that prove more than there is', { timeout: 240_000 }, async () => {
    const instance = createInstance(town(7));
    const { certificate, bound } = await proveBound(instance, { stop: { seconds: 20 } });
    expect(checkCertificate(instance, certificate)).toMatchObject({ valid: true, claimed: bound });
    const random = new Random(1);
    for (let k = 0; k < scaled(100); k++) {
      const changed = JSON.parse(JSON.stringify(certificate));
      const how = tamper(changed, random);
      const { valid, bound: found } = checkCertificate(instance, changed);
      // A change may do no harm; then the bound that it proves is one.
      expect(!valid || found <= bound, how).toBe(true);
    }
    for (const claim of [bound + 1, bound * 2, Number.NaN, Number.POSITIVE_INFINITY])
      expect(checkCertificate(instance, { ...certificate, bound: claim }).valid).toBe(false);
    expect(checkCertificate(createInstance(town(8)), certificate).valid).toBe(false);
  });

  it.each<[string, (certificate: Mutable) => void]>([
    ['load', (c) => c.loads.fill(1000)],
    ['capacity', (c) => (c.loadScale = 0.1)],
    ['bargain', (c) => (c.prices = c.prices.map((prices) => prices.map(([row, price]) => [row, 2 * price])))],
    ['cut', (c) => c.rows.push({ kind: 'cut', customers: [0], least: 2 })],
    ['cover', (c) => c.rows.push({ kind: 'open', depots: [0], least: 1, most: 1 })],
    ['rules', (c) => c.rows.push({ kind: 'open', depots: [0, 1], least: 0, most: 1 })],
    ['kind', (c) => c.rows.push({ kind: 'wish' } as never)],
    ['leaf', (c) => (c.tree = 1e6)],
    ['tree', (c) => (c.tree = {} as never)],
    ['row', (c) => (c.tree = { branch: { row: 0, at: 0 }, no: 0, yes: 0 })],
  ])('refuses a wrong %s', async (_, change) => {
    const instance = createInstance(town(9));
    const { certificate } = await proveBound(instance, { stop: { seconds: 3 } });
    const changed = JSON.parse(JSON.stringify(certificate));
    change(changed);
    expect(checkCertificate(instance, changed).valid).toBe(false);
  });
});

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;
type Mutable = Writable<Certificate>;

/** Changes one number somewhere. */
function tamper(certificate: Mutable, random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)];
  const factor = pick([-1, 0.5, 2, 10]);
  switch (random.int(6)) {
    case 0: {
      const pair = pick(pick(certificate.prices));
      pair[1] = Math.round(pair[1] * factor) + pick([-1e6, 1e6]);
      return `price of row ${pair[0]}`;
    }
    case 1: {
      const pair = pick(pick(certificate.prices));
      pair[0] = random.int(certificate.rows.length);
      return `row of a price ${pair[0]}`;
    }
    case 2:
      certificate.loads[random.int(certificate.loads.length)] += pick([-1, 1, 5]);
      return 'load';
    case 3:
      certificate.scale *= pick([0.5, 2]);
      return 'scale';
    case 4: {
      const row = pick(certificate.rows);
      if (row.kind === 'cut') row.least++;
      else if (row.kind === 'open') row.least++;
      else if (row.kind === 'customer') row.customer = random.int(12);
      else if (row.kind === 'supply') row.depot = random.int(3);
      return `row ${JSON.stringify(row)}`;
    }
    default:
      certificate.loadScale *= pick([0.5, 0.9, 1.1]);
      return 'scale of loads';
  }
}
