/** Rows of the master problem: what they say of open depots and of routes, and what prices on them do to the cost of arcs. */
import type { CertificateRow } from '../problem/certificate.ts';
import type { Relaxation } from './relaxation.ts';

/** A row lies between these. */
export type Span = readonly [number, number];

/** A route by position, with its cost in whole units. */
export interface Column {
  readonly depot: number;
  readonly kind: number;
  readonly stops: Int32Array;
  readonly cost: number;
}

const unlimited = Number.POSITIVE_INFINITY;

/** What the instance itself says. */
export function spanOf(row: CertificateRow, { m, kinds, maxRoutes, maxRoutesInAll }: Relaxation): Span {
  switch (row.kind) {
    case 'customer':
      return [1, 1];
    case 'supply':
    case 'link':
      return [Number.NEGATIVE_INFINITY, 0];
    case 'routes': {
      const each = row.depots.reduce((sum, d) => sum + maxRoutes[d], 0);
      return [0, row.depots.length === m ? Math.min(each, maxRoutesInAll) : each];
    }
    case 'vehicles': {
      const { available, availableAt } = kinds[row.type];
      return [
        0,
        Math.min(
          available,
          row.depots.reduce((sum, d) => sum + availableAt[d], 0),
        ),
      ];
    }
    case 'cut':
      return [row.least, unlimited];
    case 'open':
      return [row.least, row.most];
  }
}

export function depotCoefficient(row: CertificateRow, depot: number, { supply }: Relaxation): number {
  switch (row.kind) {
    case 'supply':
      return row.depot === depot ? -supply[depot] : 0;
    case 'link':
      return row.depot === depot ? -1 : 0;
    case 'open':
      return Number(row.depots.includes(depot));
    default:
      return 0;
  }
}

/** `inside`: for a cut, 1 for its customers. */
export function routeCoefficient(row: CertificateRow, inside: Uint8Array | undefined, column: Column, { loads }: Relaxation): number {
  const { depot, kind, stops } = column;
  const visits = (customer: number) => stops.reduce((count, stop) => count + Number(stop === customer), 0);
  switch (row.kind) {
    case 'customer':
      return visits(row.customer);
    case 'supply':
      return row.depot === depot ? stops.reduce((sum, stop) => sum + loads[stop], 0) : 0;
    case 'link':
      return row.depot === depot ? visits(row.customer) : 0;
    case 'routes':
      return Number(row.depots.includes(depot));
    case 'vehicles':
      return Number(row.type === kind && row.depots.includes(depot));
    case 'cut':
      return inside ? crossings(stops, inside) / 2 : 0;
    case 'open':
      return 0;
  }
}

/** How often a route enters or leaves a set of customers. */
export function crossings(stops: Int32Array, inside: Uint8Array): number {
  let [count, was] = [0, 0];
  for (const stop of stops) {
    if (inside[stop] !== was) count++;
    was = inside[stop];
  }
  return count + was;
}

export const membersOf = (row: CertificateRow, n: number): Uint8Array | undefined => {
  if (row.kind !== 'cut') return undefined;
  const inside = new Uint8Array(n);
  for (const customer of row.customers) inside[customer] = 1;
  return inside;
};

/** A price as a whole number with a sign that the row's limits allow; those of cuts are even, as each crossing counts half. */
export function wholePrice(row: CertificateRow, [least, most]: Span, price: number): number {
  const whole = row.kind === 'cut' ? 2 * Math.round(price / 2) : Math.round(price);
  if (most === unlimited && whole < 0) return 0;
  return least === Number.NEGATIVE_INFINITY && whole > 0 ? 0 : whole + 0;
}

/** The reduced costs of the arcs of a depot's vehicles of one kind. `serves`: whom they may serve here. */
export function reducedArcs(
  relaxation: Relaxation,
  depot: number,
  kind: number,
  rows: readonly CertificateRow[],
  prices: Float64Array,
  crossing: Float64Array,
  serves: (customer: number) => boolean,
): Float64Array {
  const { n, kinds, loads } = relaxation;
  const size = n + 1;
  const visit = new Float64Array(n);
  let start = 0;
  rows.forEach((row, r) => {
    const price = prices[r];
    if (price === 0) return;
    if (row.kind === 'customer') visit[row.customer] += price;
    else if (row.kind === 'link' && row.depot === depot) visit[row.customer] += price;
    else if (row.kind === 'supply' && row.depot === depot) for (let i = 0; i < n; i++) visit[i] += price * loads[i];
    else if (row.kind === 'routes' && row.depots.includes(depot)) start += price;
    else if (row.kind === 'vehicles' && row.type === kind && row.depots.includes(depot)) start += price;
  });
  const reduced = new Float64Array(size * size);
  const own = kinds[kind].arcs[depot];
  for (let k = 0; k < reduced.length; k++) reduced[k] = own[k] - crossing[k];
  for (let i = 0; i < n; i++) {
    const isServed = serves(i);
    for (let from = 0; from < size; from++) {
      const k = from * size + i + 1;
      reduced[k] = isServed ? reduced[k] - visit[i] - (from === 0 ? start : 0) : unlimited;
    }
  }
  return reduced;
}

/** What cuts take off each arc, the same for all depots. */
export function crossingPrices(
  n: number,
  rows: readonly CertificateRow[],
  members: readonly (Uint8Array | undefined)[],
  prices: Float64Array,
): Float64Array {
  const size = n + 1;
  const off = new Float64Array(size * size);
  const isIn = new Uint8Array(size);
  rows.forEach((_, r) => {
    const inside = members[r];
    if (!inside || prices[r] === 0) return;
    const half = prices[r] / 2;
    isIn.set(inside, 1);
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) if (isIn[a] !== isIn[b]) off[a * size + b] += half;
  });
  return off;
}
