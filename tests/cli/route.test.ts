import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

/** A square of side 10 with the depot in one corner: once around is 40. */
const square = `NAME : square
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 3
NODE_COORD_SECTION
1 0 0
2 10 0
3 10 10
4 0 10
DEMAND_SECTION
1 0
2 1
3 1
4 1
DEPOT_SECTION
1
-1
EOF
`;

describe('neo-lrp route', () => {
  const { run, path } = workplace();
  beforeAll(() => writeFileSync(path('square.vrp'), square));

  it('finds the routes and writes them as .sol', () => {
    const { status, stdout } = run(['route', 'square.vrp', '--iterations', '20', '--out', 'square.sol', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ instance: 'square', method: 'hgs', cost: { total: 40 }, stop: 'iterations', seed: 1 });
    expect(readFileSync(path('square.sol'), 'utf8')).toMatch(/^Route #1: (1 2 3|3 2 1)\nCost 40/);
    expect(run(['verify', 'square.vrp', 'square.sol']).status).toBe(0);
  });

  it('prints a summary for a person', () => {
    const { status, stdout } = run(['route', 'square.vrp', '--time', '0.1']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/total cost +40\n/);
    expect(stdout).not.toContain('method');
    expect(run(['route', 'square.vrp', '--time', '0.1', '--verbose']).stdout).toContain('method hgs');
  });

  it('sends many depots to solve', () => {
    const { status, stderr } = run(['route', 'instance.json']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/'right angles' has 2 depots.*use `neo-lrp solve`/);
  });

  it('lists the routers where one is unknown', () => {
    const { status, stderr } = run(['route', 'square.vrp', '--router', 'teleport']);
    expect(status).toBe(2);
    expect(stderr).toContain("there is no router 'teleport'; choose one of hgs, ortools, vroom, vrpsolvereasy");
    expect(run(['route', '--help']).stdout).toContain('hgs, ortools, vroom, vrpsolvereasy');
  });
});
