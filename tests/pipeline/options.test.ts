import { describe, expect, it } from 'vitest';
import type { SolveProgress } from '../../src/pipeline/options.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { brief, towns } from './towns.ts';

describe('arguments that types would have refused', () => {
  const call = (instance: unknown, options: unknown) => solve(instance as typeof towns, options as Parameters<typeof solve>[1]);

  it.each([
    ['no options', undefined, 'options'],
    ['no stop', {}, 'stop'],
    ['seconds that are no number', { stop: { seconds: Number.NaN } }, 'stop.seconds'],
    ['seconds below nothing', { stop: { seconds: -1 } }, 'stop.seconds'],
    ['iterations in words', { stop: { iterations: 'many' } }, 'stop.iterations'],
    ['a signal that is none', { stop: { seconds: 1, signal: {} } }, 'stop.signal'],
    ['a clock that is none', { stop: { seconds: 1, clock: 5 } }, 'stop.clock'],
    ['no thread', { stop: brief, threads: 0 }, 'threads'],
    ['a billion threads', { stop: brief, threads: 1e9 }, 'threads'],
    ['progress for nobody', { stop: brief, onProgress: 'loud' }, 'onProgress'],
    ['a router without routes', { stop: brief, router: { name: 'x' } }, 'router'],
    ['a start by ids', { stop: brief, start: [[{ depot: 'west', stops: ['w1'] }]] }, 'start[0]'],
    ['a start of nothing', { stop: brief, start: [null] }, 'start[0]'],
    ['improvement in words', { stop: brief, improve: 'no' }, 'improve'],
    ['a seed that is no number', { stop: brief, seed: 1.5 }, 'seed'],
  ])('%s', async (_, options, field) => {
    await expect(call(towns, options)).rejects.toMatchObject({ code: 'E_USAGE', place: { field } });
  });

  it('a plain object in place of an instance is validated', async () => {
    await expect(call({ depots: 3 }, { stop: brief })).rejects.toMatchObject({ name: 'NeoLrpError', code: 'E_USAGE' });
    await expect(call(undefined, { stop: brief })).rejects.toMatchObject({ name: 'NeoLrpError', code: 'E_USAGE' });
    expect((await call(structuredClone(towns), { stop: brief })).instance).toBe(towns.name);
  });
});

describe('a callback that throws', () => {
  it.each([1, 2])('rejects the call, on %i threads', async (threads) => {
    const onProgress = ({ stage }: SolveProgress) => {
      if (stage === 'improvement') throw new Error('mine');
    };
    await expect(solve(towns, { stop: { seconds: 20 }, threads, onProgress })).rejects.toThrow('mine');
  });

  it('may also reject', async () => {
    const onProgress = async () => {
      throw new Error('later');
    };
    await expect(solve(towns, { stop: { seconds: 20 }, onProgress })).rejects.toThrow('later');
  });
});
