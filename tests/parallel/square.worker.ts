/** Squares numbers, slowly where they are even, and fails at 13: the pool's test subject. */
import { serve } from '../../src/parallel/worker.ts';

serve<number, never, number>(async (n) => {
  if (n === 13) throw new Error('unlucky');
  if (n % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  return n * n;
});
