/**
 * Histories of the service in virtual time (tests/jobs/simulation). NEO_LRP_TEST_SCALE multiplies how many are run, NEO_LRP_FIRST_SEED
 * says where to begin; a failure names its seed, and NEO_LRP_SEED runs that one alone and shows what happened.
 */
import type { PGlite } from '@electric-sql/pglite';
import { beforeAll, describe, expect, it } from 'vitest';
import { history, openArena } from './simulation/history.ts';

const count = Math.ceil(150 * Number(process.env.NEO_LRP_TEST_SCALE ?? 1));
const only = process.env.NEO_LRP_SEED;
const first = Number(process.env.NEO_LRP_FIRST_SEED ?? 1);
const seeds = only === undefined ? Array.from({ length: count }, (_, k) => first + k) : [Number(only)];

describe('a service that dies, loses its leases and its database', () => {
  let arena: PGlite;
  beforeAll(async () => {
    arena = await openArena();
  });

  it(`loses and doubles nothing, in ${seeds.length} histories`, { timeout: 60_000 + 10_000 * seeds.length }, async () => {
    for (const seed of seeds) {
      const { faults, log } = await history(arena, seed);
      expect(faults, `replay with NEO_LRP_SEED=${seed}\n${log.join('\n')}`).toEqual([]);
    }
  });

  it.each([3, 19, 42])('has the same history for the same seed, %i', async (seed) => {
    const [first, second] = [await history(arena, seed), await history(arena, seed)];
    expect(second).toEqual(first);
  });
});
