import { describe, expect, it } from 'vitest';
import { runCommand } from '../../src/benchmark/solve-process.ts';

const forever = 'setInterval(() => {}, 1000);';

describe('runCommand', () => {
  it('returns stdout and passes on the last line of stderr', async () => {
    const lines: string[] = [];
    const stdout = await runCommand(['-e', 'console.error("half way"); console.log("{}")'], { onProgress: (line) => lines.push(line) });
    expect([stdout, lines]).toEqual(['{}\n', ['half way']]);
  });

  it.each<[string, string, { limit?: number; signal?: AbortSignal }, string, RegExp]>([
    ['a coded error', `console.error('{"error":{"code":"E_FILE","message":"gone"}}'); process.exit(2)`, {}, 'E_FILE', /^gone$/],
    ['a crash', 'console.error("out of cheese"); process.exit(3)', {}, 'E_INTERNAL', /status 3: out of cheese/],
    ['one that hangs', forever, { limit: 0.3 }, 'E_INTERNAL', /still running after 0\.3 s/],
    ['an abort', forever, { signal: AbortSignal.timeout(100) }, 'E_BUDGET', /stopped/],
    ['an abort before the start', forever, { signal: AbortSignal.abort() }, 'E_BUDGET', /stopped/],
  ])('reports %s', async (_, code, options, expected, message) => {
    await expect(runCommand(['-e', code], options)).rejects.toMatchObject({ code: expected, message: expect.stringMatching(message) });
  });
});
