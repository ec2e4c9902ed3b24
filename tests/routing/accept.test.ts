import { describe, expect, it } from 'vitest';
import { acceptRoutes, requireAccepted } from '../../src/routing/accept.ts';
import { clusters, clustersBest, ring } from './cvrps.ts';

describe('acceptRoutes', () => {
  it('names and prices good routes, and drops empty ones', () => {
    const routes = acceptRoutes('X', clusters, [[0, 2], [], [3, 1]]);
    expect(routes.map((r) => r.stops)).toEqual([
      ['e1', 'e2'],
      ['w2', 'w1'],
    ]);
    expect(routes.reduce((sum, r) => sum + r.cost + 3, 0)).toBeCloseTo(clustersBest, 9);
  });

  it.each([
    ['a customer left out', [[0, 2], [3]], /'w1' is not served/],
    ['a customer twice', [[0], [2], [3], [1], [0]], /'e1' is served more than once/],
    ['an overload', [[0, 2, 1], [3]], /carries 1\.75, over the vehicle capacity of 1\.25/],
    ['a stranger', [[0, 2], [3, 1], [4]], /customer 4 of 4/],
    ['a negative customer', [[-1]], /customer -1/],
    ['half a customer', [[0.5]], /customer 0\.5/],
  ])('refuses %s', (_, stops, message) => {
    expect(() => acceptRoutes('X', clusters, stops)).toThrow(message);
    expect(() => acceptRoutes('X', clusters, stops)).toThrow(expect.objectContaining({ code: 'E_SOLVER_FAILED' }));
  });

  it.each([
    ['nothing', undefined, /not a list/],
    ['no routes', {}, /not a list/],
    ['an empty list', { routes: [], stop: 'complete' }, /is not served/],
    ['positions', { routes: [[0, 1]], stop: 'complete' }, /not \{ depot, stops \}/],
  ])('refuses a router that answers with %s', (_, answer, message) => {
    const accept = () => requireAccepted('mine', clusters, answer as Parameters<typeof requireAccepted>[2]);
    expect(accept).toThrow(expect.objectContaining({ code: 'E_SOLVER_FAILED', message: expect.stringMatching(message) }));
  });

  it('refuses a way that is not there', () => {
    expect(() => acceptRoutes('X', ring, [[2, 1], [0]])).toThrow(/from customer 'b' to depot 'hub', but there is no way/);
  });
});
