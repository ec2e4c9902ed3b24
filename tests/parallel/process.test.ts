import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ProgramRun, readAnswer, runProgram } from '../../src/parallel/process.ts';

/** A program written in JavaScript. */
const script = (code: string, more: Partial<ProgramRun> = {}): ProgramRun => ({
  name: 'the program',
  command: process.execPath,
  args: ['-e', code],
  input: '',
  limit: 30,
  ...more,
});
const forever = 'setInterval(() => {}, 1000);';

describe('runProgram', () => {
  it('feeds stdin and returns stdout, also when they are large', async () => {
    const input = 'ä'.repeat(500_000);
    expect(await runProgram(script('process.stdin.pipe(process.stdout)', { input }))).toBe(input);
  });

  it('drops the ready line of a program that announces itself', async () => {
    expect(await runProgram(script('console.log("ready"); console.log("done")', { startUp: 30 }))).toBe('done\n');
    expect(await runProgram(script('console.log("ready"); console.log("done")'))).toBe('ready\ndone\n');
  });

  it.each<[string, ProgramRun, string, RegExp]>([
    [
      'a crash',
      script('console.error("first"); console.error("out of cheese"); process.exit(3)'),
      'E_SOLVER_FAILED',
      /status 3: first \| out of cheese/,
    ],
    ['death by signal', script('process.kill(process.pid, "SIGTERM")'), 'E_SOLVER_FAILED', /SIGTERM/],
    ['one that stays too long', script(forever, { limit: 0.2 }), 'E_SOLVER_FAILED', /still running after 0\.2 s/],
    ['one that never loads', script(forever, { startUp: 0.2, limit: 0 }), 'E_SOLVER_FAILED', /still loading after 0\.2 s/],
    [
      'one that loads, then stays',
      script(`console.log("ready"); ${forever}`, { startUp: 30, limit: 0.2 }),
      'E_SOLVER_FAILED',
      /still running/,
    ],
    ['one that leaves before it is ready', script('', { startUp: 30 }), 'E_SOLVER_FAILED', /exited before it was ready/],
    [
      'one that is not there',
      script('', { command: 'no-such-program-anywhere' }),
      'E_SOLVER_MISSING',
      /'no-such-program-anywhere' cannot be started/,
    ],
    ['one that does not read', script('process.exit(1)', { input: 'x'.repeat(1_000_000) }), 'E_SOLVER_FAILED', /status 1/],
    ['an abort before the start', script('', { signal: AbortSignal.abort() }), 'E_BUDGET', /before it began/],
  ])('reports %s', async (_, run, code, message) => {
    await expect(runProgram(run)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('reports an abort on the way', async () => {
    const run = runProgram(script(forever, { signal: AbortSignal.timeout(100) }));
    await expect(run).rejects.toMatchObject({ code: 'E_BUDGET', message: expect.stringMatching(/before it had an answer/) });
  });

  it('counts the limit from ready, not from the start', async () => {
    const slowToLoad = 'setTimeout(() => { console.log("ready"); console.log("done"); }, 600)';
    expect(await runProgram(script(slowToLoad, { startUp: 30, limit: 0.5 }))).toBe('done\n');
  });

  it('leaves no listeners behind', async () => {
    const before = process.listenerCount('exit');
    await runProgram(script(''));
    await runProgram(script('process.exit(1)')).catch(() => {});
    expect(process.listenerCount('exit')).toBe(before);
  });
});

describe('readAnswer', () => {
  it('shows what came instead of JSON', () => {
    expect(readAnswer('it', '{"a":1}', z.object({ a: z.number() }))).toEqual({ a: 1 });
    expect(() => readAnswer('it', 'Segmentation fault', z.unknown())).toThrow('it answered something that is not JSON: Segmentation fault');
    expect(() => readAnswer('it', '{"b":1}', z.object({ a: z.number() }))).toThrow('it gave an invalid answer: {"b":1}');
    expect(() => readAnswer('it', ' \n', z.unknown())).toThrow('it answered nothing');
  });
});
