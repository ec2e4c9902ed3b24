import { afterEach, describe, expect, it, vi } from 'vitest';

/** A registry that has not located anything yet. */
async function freshRegistry() {
  vi.resetModules();
  return import('../../src/routing/registry.ts');
}

afterEach(() => vi.unstubAllEnvs());

describe('the router registry', () => {
  it('refuses a name it does not know, and lists those it does', async () => {
    const { findRouter, routerNames } = await freshRegistry();
    await expect(findRouter('teleport')).rejects.toMatchObject({ code: 'E_USAGE', place: { field: 'router', value: 'teleport' } });
    await expect(findRouter('toString')).rejects.toMatchObject({ code: 'E_USAGE' });
    await expect(findRouter('teleport')).rejects.toThrow(routerNames.join(', '));
  });

  it('has the built-in router, whatever else is there', async () => {
    const { findRouter, routerNames } = await freshRegistry();
    expect(routerNames).toEqual(['hgs', 'ortools', 'vroom', 'vrpsolvereasy']);
    expect((await findRouter('hgs')).name).toBe('hgs');
  });

  it('says how to get what is not there', async () => {
    vi.stubEnv('NEO_LRP_PYTHON', 'no-such-python');
    vi.stubEnv('PATH', '');
    vi.stubEnv('VROOM_URL', '');
    const { findRouter, availableRouters } = await freshRegistry();
    for (const [name, remedy] of [
      ['ortools', /not installed \(no-such-python: .*\)\. Get it with `pip install ortools`/],
      ['vroom', /no vroom on PATH.*`pip install pyvroom`/],
      ['vrpsolvereasy', /`pip install VRPSolverEasy==0\.1\.3`/],
    ] as const)
      await expect(findRouter(name)).rejects.toMatchObject({ code: 'E_SOLVER_MISSING', message: expect.stringMatching(remedy) });
    const absent = (await availableRouters()).filter((r) => !r.available).map((r) => r.name);
    expect(absent).toEqual(['ortools', 'vroom', 'vrpsolvereasy']);
  });

  it('takes VROOM_URL as a server, without a look at the rest', async () => {
    vi.stubEnv('VROOM_URL', 'http://127.0.0.1:1/');
    const { findRouter } = await freshRegistry();
    expect((await findRouter('vroom')).name).toBe('vroom');
  });
});
