/** The Python routers, with fake interpreters. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ortoolsRouter } from '../../src/routing/ortools.ts';
import { vrpSolverEasyRouter } from '../../src/routing/vrpsolvereasy.ts';
import { clusters, clustersBest } from './cvrps.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An executable in place of a Python interpreter, which runs `lines` of shell. */
function interpreter(...lines: string[]): string {
  const path = join(mkdtempSync(join(folder, 'bin-')), 'python');
  writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
  return path;
}
const saying = (answer: unknown) => interpreter('echo ready', 'cat > /dev/null', `echo '${JSON.stringify(answer)}'`);
const options = { stop: { seconds: 1 }, seed: 1 };
const goodStops = [
  [0, 2],
  [1, 3],
];
const windows = process.platform === 'win32';

describe.skipIf(windows)(windows ? 'Python routers: no shell scripts on Windows' : 'a Python router', () => {
  const both = [
    ['ortools', ortoolsRouter],
    ['vrpsolvereasy', vrpSolverEasyRouter],
  ] as const;

  it.each(both)('%s refuses nonsense, silence, crashes and routes that do not hold', async (_, router) => {
    const failure = (python: string) => router(python).solve(clusters, options);
    const proof = { status: 0, message: '', bound: 0, complete: true };
    await expect(failure(saying({ hello: 'world' }))).rejects.toMatchObject({
      code: 'E_SOLVER_FAILED',
      message: expect.stringMatching(/invalid answer/),
    });
    await expect(failure(interpreter('echo ready'))).rejects.toThrow(/answered nothing/);
    await expect(failure(interpreter('echo ready', 'echo Killed >&2', 'exit 9'))).rejects.toThrow(/status 9: Killed/);
    await expect(failure(interpreter("echo 'no module' >&2", 'exit 1'))).rejects.toThrow(/no module/);
    await expect(failure(saying({ ...proof, routes: [[0, 2]] }))).rejects.toThrow(/'w1' is not served/);
    await expect(failure(saying({ ...proof, routes: [[0, 1, 2, 3]] }))).rejects.toThrow(/over the vehicle capacity/);
  });

  it('ortools says whether it ran into its time limit', async () => {
    expect((await ortoolsRouter(saying({ routes: goodStops, complete: true })).solve(clusters, options)).stop).toBe('complete');
    expect((await ortoolsRouter(saying({ routes: [...goodStops, []], complete: false })).solve(clusters, options)).stop).toBe('time');
  });

  it('vrpsolvereasy passes the bound on, never above the cost of its own routes', async () => {
    const answer = (status: number, bound: number) =>
      vrpSolverEasyRouter(saying({ status, message: 'm', routes: goodStops, bound })).solve(clusters, options);
    expect(await answer(1, 40)).toMatchObject({ stop: 'time', bound: 40 });
    const proven = await answer(0, clustersBest + 1e-7);
    expect(proven.stop).toBe('complete');
    expect(proven.bound).toBeCloseTo(clustersBest, 9);
    expect(proven.bound).toBeLessThanOrEqual(clustersBest + 1e-9);
  });

  it('vrpsolvereasy tells the bound where it has no routes', async () => {
    const empty = vrpSolverEasyRouter(saying({ status: 3, message: 'not found', routes: [], bound: 39.5 }));
    await expect(empty.solve(clusters, options)).rejects.toMatchObject({
      code: 'E_BUDGET',
      message: expect.stringMatching(/39\.5.*not found/),
    });
  });

  it('vrpsolvereasy works in a folder of its own, and leaves nothing behind', async () => {
    const noted = join(folder, 'where');
    const router = vrpSolverEasyRouter(
      interpreter(
        `pwd > ${noted}`,
        'touch BaPTree.dot',
        'echo ready',
        `echo '${JSON.stringify({ status: 0, message: '', routes: goodStops, bound: 1 })}'`,
      ),
    );
    await router.solve(clusters, options);
    const where = readFileSync(noted, 'utf8').trim();
    expect(where).not.toBe(process.cwd());
    expect(existsSync(where)).toBe(false);
  });
});
