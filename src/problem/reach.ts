/** Whether the ways of a matrix with gaps lead to every customer and back. */
import { NeoLrpError, namePlaces } from './errors.ts';
import type { Model } from './model.ts';
import { Steps } from './steps.ts';
import type { TravelCosts } from './travel.ts';

/** Arcs looked at for customers without a direct way there and back. */
const mostArcs = 1e8;

const isWay = ({ distance }: TravelCosts, from: number, to: number) => distance(from, to) < Number.POSITIVE_INFINITY;

/** A customer needs a way from a depot it may use and a way back, possibly through other customers. */
export function explainReach({ instance, travel: arcs, rules: { allowed } }: Model): NeoLrpError | undefined {
  const { depots, customers, travel } = instance;
  if (travel.kind !== 'matrix' || !travel.values.some((row) => row.includes(null))) return undefined;
  const m = depots.length;
  const served = Uint8Array.from(customers, (_, i) =>
    Number(depots.some((_, d) => allowed[i * m + d] && isWay(arcs, d, m + i) && isWay(arcs, m + i, d))),
  );
  const steps = new Steps(mostArcs);
  for (let d = 0; d < m && served.includes(0); d++) {
    if (!steps.take(2 * arcs.size * customers.length)) return undefined;
    const out = reachable(arcs.size, d, (a, b) => isWay(arcs, a, b), m);
    const back = reachable(arcs.size, d, (a, b) => isWay(arcs, b, a), m);
    for (let i = 0; i < customers.length; i++) if (allowed[i * m + d] && out[m + i] && back[m + i]) served[i] = 1;
  }
  const lost = customers.filter((_, i) => !served[i]);
  if (lost.length === 0) return undefined;
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    `customer${lost.length > 1 ? 's' : ''} ${namePlaces(lost)}: the matrix has no way there and back from any depot they may use`,
    { field: 'travel.values' },
  );
}

/** Places reached from `start`, passing through customers (places ≥ firstCustomer) only. */
function reachable(size: number, start: number, arc: (from: number, to: number) => boolean, firstCustomer: number): Uint8Array {
  const seen = new Uint8Array(size);
  const queue = [start];
  for (let from = queue.pop(); from !== undefined; from = queue.pop())
    for (let to = firstCustomer; to < size; to++)
      if (!seen[to] && arc(from, to)) {
        seen[to] = 1;
        queue.push(to);
      }
  return seen;
}
