import { describe, expect, it } from 'vitest';
import { verify } from '../../src/problem/verify.ts';
import { locateOrToolsWasm } from '../../src/routing/ortools-wasm.ts';
import { clusters, clustersBest, ring } from './cvrps.ts';

const located = locateOrToolsWasm();

describe('OR-Tools in WebAssembly', () => {
  it('is absent from a project that has not installed it', () => {
    expect(locateOrToolsWasm('/')).toEqual({ state: 'absent', reason: 'no or-tools-wasm package' });
  });

  it.skipIf(located.state === 'absent')(located.state === 'absent' ? `against the real one: ${located.reason}` : located.how, async () => {
    if (located.state === 'absent') return;
    const routed = await located.router.solve(clusters, { stop: { seconds: 10 }, seed: 1 });
    expect(verify(clusters, routed).cost.total).toBeCloseTo(clustersBest, 9);
    expect((await located.router.solve(ring, { stop: { seconds: 10 }, seed: 1 })).routes.map((r) => r.stops)).toEqual([['a', 'b', 'c']]);
  });
});
