/** The example clients against a service that asks for a key. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, startService, type TestService } from './service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const client = (name: string) => join(root, 'examples/clients', name);
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-clients-'));
const path = (name: string) => join(folder, name);

describe('the example clients', () => {
  let service: TestService;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const place = { data: path('data') };
    const key = addKey(place, 'clients');
    service = await startService(place, '--allow-host', 'planner.example');
    environment = { ...process.env, NEO_LRP_URL: service.url, NEO_LRP_KEY: key };
  }, 120_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tiny = join(root, 'examples/tiny.json');
  const solve = async (program: string, ...args: readonly string[]) =>
    (await run(program, [...args, tiny, '0.5', path('plan.json')], { env: environment, cwd: folder })).stdout;
  const total = () => (JSON.parse(readFileSync(path('plan.json'), 'utf8')) as { cost: { total: number } }).cost.total;

  it('in TypeScript', async () => {
    buildSync({ entryPoints: [client('typescript/solve.ts')], outfile: path('solve.mjs'), bundle: true, platform: 'node', format: 'esm' });
    expect(await solve(process.execPath, path('solve.mjs'))).toMatch(
      /^queued\nstarted\n[\s\S]*completed 130\n2 depots open, 4 routes, cost 130\n$/,
    );
    expect(total()).toBe(130);
  });

  it('in Python', async () => {
    expect(await solve('python3', client('python/solve.py'))).toMatch(/completed 130(\.0)?\n2 depots open, 4 routes, cost 130\n$/);
    expect(total()).toBe(130);
  });

  it('with curl', async () => {
    expect(await solve('sh', client('curl/solve.sh'))).toMatch(/^queued\nstarted\n[\s\S]*completed\nwrote /);
    expect(total()).toBe(130);
    expect(readFileSync(path('map.svg'), 'utf8')).toContain('<svg');
  });

  it('have types that are those of the document', () => {
    const document = JSON.parse(readFileSync(join(root, 'schemas/openapi.json'), 'utf8'));
    const digest = createHash('sha256')
      .update(JSON.stringify(document, (key, value) => (key === 'description' ? undefined : value)))
      .digest('hex');
    expect(readFileSync(client('typescript/api.ts'), 'utf8').split('\n')[0], 'node scripts/client-types.mjs makes them anew').toBe(
      `// schemas/openapi.json: ${digest}`,
    );
  });
});
