/** Squares numbers, slowly where they are even, and fails at 13 and below 0; on infinity it works until it is told to finish. */
import { handleRequests } from '../../src/parallel/worker.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';

handleRequests<number, never, number>(async (n, _, signal) => {
  if (n === 13) throw new Error('unlucky');
  if (n < 0) throw new NeoLrpError('E_VALUE', 'expected a number of at least 0', { value: n });
  if (n === Number.POSITIVE_INFINITY) {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return 0;
  }
  if (n % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  return n * n;
});
