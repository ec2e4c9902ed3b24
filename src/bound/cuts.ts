/** Rows that the solution of the master problem breaks, and every plan keeps. */
import type { CertificateRow } from '../problem/certificate.ts';
import type { MasterSolution } from './master.ts';
import type { Relaxation } from './relaxation.ts';

const mostCuts = 30;
const leastViolation = 0.03;

export function brokenRows(relaxation: Relaxation, solution: MasterSolution, known: ReadonlySet<string>): CertificateRow[] {
  const found = [...brokenLinks(relaxation, solution), ...brokenCuts(relaxation, solution), ...brokenCovers(relaxation, solution)];
  const fresh = found.filter(({ row }) => !known.has(keyOfRow(row)));
  return fresh.sort((a, b) => b.by - a.by).flatMap(({ row }, k) => (k < mostCuts ? [row] : []));
}

export const keyOfRow = (row: CertificateRow): string => JSON.stringify(row);

interface Broken {
  readonly row: CertificateRow;
  readonly by: number;
}

/** Customers served from a depot by more than it is open. */
function brokenLinks({ n, m }: Relaxation, { open, used }: MasterSolution): Broken[] {
  const served = new Float64Array(m * n);
  for (const { column, share } of used) for (const stop of column.stops) served[column.depot * n + stop] += share;
  const broken: Broken[] = [];
  for (let d = 0; d < m; d++)
    for (let i = 0; i < n; i++) {
      const by = served[d * n + i] - open[d];
      if (by > leastViolation) broken.push({ row: { kind: 'link', depot: d, customer: i }, by });
    }
  return broken.sort((a, b) => b.by - a.by).slice(0, mostCuts);
}

/** Rounded capacity cuts: from each customer, sets grow towards those that few vehicles enter for their load. */
function brokenCuts(relaxation: Relaxation, { used }: MasterSolution): Broken[] {
  const { n, loads } = relaxation;
  const between = new Float64Array(n * n);
  const degree = new Float64Array(n);
  for (const { column, share } of used)
    column.stops.forEach((stop, k, stops) => {
      degree[stop] += 2 * share;
      if (k === 0) return;
      between[stops[k - 1] * n + stop] += share;
      between[stop * n + stops[k - 1]] += share;
    });
  const found = new Map<string, Broken>();
  const link = new Float64Array(n);
  const inside = new Uint8Array(n);
  for (let seed = 0; seed < n; seed++)
    for (const reach of [0, 1]) {
      inside.fill(0);
      link.fill(0);
      let [crossing, load, last] = [0, 0, seed];
      for (let count = 1; count <= n && last >= 0; count++) {
        crossing += degree[last] - 2 * link[last];
        inside[last] = 1;
        load += loads[last];
        for (let j = 0; j < n; j++) if (j !== last) link[j] += between[last * n + j];
        const least = vehiclesFor(relaxation, load);
        const by = least - crossing / 2;
        if (by > leastViolation) {
          const customers = [...inside.keys()].filter((i) => inside[i] === 1);
          found.set(customers.join(), { row: { kind: 'cut', customers, least }, by });
        }
        last = -1;
        let best = Number.POSITIVE_INFINITY;
        for (let j = 0; j < n; j++) {
          if (inside[j] || link[j] < 1e-9) continue;
          const after = crossing + degree[j] - 2 * link[j];
          const score = reach === 0 ? after - 2 * vehiclesFor(relaxation, load + loads[j]) : after;
          if (score < best) [best, last] = [score, j];
        }
      }
    }
  return [...found.values()].sort((a, b) => b.by - a.by).slice(0, mostCuts);
}

/** Lifted loads take room that their customers do not need, so they are not counted. */
export const vehiclesFor = ({ capacity, lifted }: Relaxation, load: number): number =>
  Math.max(1, Math.ceil((load - lifted) / Math.max(1, capacity - lifted)));

/** Sets of depots of which some must be open, as all others cannot supply the demand. */
function brokenCovers(relaxation: Relaxation, { open }: MasterSolution): Broken[] {
  const order = [...open.keys()].sort((a, b) => open[a] - open[b]);
  const broken: Broken[] = [];
  const sets = relaxation.m <= 12 ? subsets(relaxation.m) : order.map((_, k) => order.slice(0, k + 1).sort((a, b) => a - b));
  for (const depots of sets) {
    const least = leastOpen(relaxation, depots);
    const by = least - depots.reduce((sum, d) => sum + open[d], 0);
    if (by > leastViolation) broken.push({ row: { kind: 'open', depots, least, most: depots.length }, by });
  }
  return broken.sort((a, b) => b.by - a.by).slice(0, 10);
}

const subsets = (m: number): number[][] =>
  Array.from({ length: (1 << m) - 1 }, (_, set) => Array.from({ length: m }, (_, d) => d).filter((d) => ((set + 1) >> d) & 1));

/** How many of these depots must open at least. */
export function leastOpen({ m, supply, loads }: Relaxation, depots: readonly number[]): number {
  const demand = loads.reduce((sum, load) => sum + load, 0);
  let supplied = 0;
  for (let d = 0; d < m; d++) if (!depots.includes(d)) supplied += supply[d];
  const largest = depots.map((d) => supply[d]).sort((a, b) => b - a);
  let count = 0;
  while (supplied < demand && count < largest.length) supplied += largest[count++];
  return count;
}
