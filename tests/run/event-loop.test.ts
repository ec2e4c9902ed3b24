import { expect, it } from 'vitest';
import { inTurns, Slice } from '../../src/run/event-loop.ts';

/** Busy, as a long computation is. */
const busy = (slice: Slice) => {
  while (!slice.over);
};

it('a slice ends, and the next one begins after others had their turn', async () => {
  const slice = new Slice();
  busy(slice);
  let turns = 0;
  setImmediate(() => turns++);
  await slice.next();
  expect(slice.over).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBe(1);
});

it('work in turns is done to its end while others run in between', async () => {
  const seen: string[] = [];
  function* work(): Generator<void, string> {
    for (const part of ['first', 'second']) {
      busy(new Slice());
      seen.push(part);
      yield;
    }
    return 'done';
  }
  setTimeout(() => seen.push('timer'), 0);
  expect(await inTurns(work())).toBe('done');
  expect(seen).toContain('timer');
  expect(seen.filter((part) => part !== 'timer')).toEqual(['first', 'second']);
});
