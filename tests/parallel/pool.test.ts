import { afterAll, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../src/parallel/pool.ts';
import { Worker } from '../../src/parallel/worker.ts';

const spawn = () => new Worker(new URL('./square.worker.js', import.meta.url), { type: 'module' });

describe.each([1, 3])('a pool of %i', (threads) => {
  const pool = new WorkerPool<number, number>(spawn, { workers: threads });
  afterAll(() => pool.close());

  it('answers every task, each under its own number', async () => {
    const answers: number[] = [];
    await pool.forEach(
      Array.from({ length: 12 }, (_, k) => k),
      (square, index) => {
        answers[index] = square;
      },
    );
    expect(answers).toEqual(Array.from({ length: 12 }, (_, k) => k * k));
  });

  it('draws no further tasks after a failure, and tells of it', async () => {
    // Endless: only a failure can end it.
    function* tasks() {
      yield 1;
      yield 13;
      for (;;) yield 3;
    }
    await expect(pool.forEach(tasks(), () => {})).rejects.toThrow(/failed at task 1: unlucky/);
  });

  it('stops at an abort', async () => {
    const abort = new AbortController();
    let answered = 0;
    await pool.forEach(
      (function* () {
        for (let n = 1; ; n += 2) if (n !== 13) yield n;
      })(),
      () => {
        if (++answered === 5) abort.abort();
      },
      abort.signal,
    );
    expect(answered).toBeGreaterThanOrEqual(5);
    expect(answered).toBeLessThan(5 + threads);
  });

  it('hands on what goes wrong with a result', async () => {
    await expect(
      pool.forEach([1, 3], () => {
        throw new Error('disk full');
      }),
    ).rejects.toThrow('disk full');
  });
});
