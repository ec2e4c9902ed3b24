/** Case distinctions: the number of open depots, depots, routes of a depot, who serves whom, and whom a vehicle visits next to whom. */
import type { CertificateBranch, CertificateRow } from '../problem/certificate.ts';
import { keyOfRow } from './cuts.ts';
import type { MasterSolution } from './master.ts';
import type { Relaxation } from './relaxation.ts';
import { membersOf, routeCoefficient, type Span, spanOf } from './rows.ts';

export type Branch = CertificateBranch;

/** What the answers so far leave. */
export interface Case {
  /** 0 or 1 at least and at most. */
  readonly depots: readonly Span[];
  /** serves[d·n + i]: whether the depot may serve the customer. */
  readonly serves: Uint8Array;
  /** Of rows that differ from the instance's own. */
  readonly spans: ReadonlyMap<number, Span>;
}

export const wholeInstance = ({ allowed, lockedOpen, lockedClosed }: Relaxation): Case => ({
  depots: Array.from(lockedOpen, (open, d) => [open, 1 - lockedClosed[d]] as const),
  serves: allowed,
  spans: new Map(),
});

/** The case in which the answer is no, and that in which it is yes. */
export function splitCase({ n, m }: Relaxation, parent: Case, branch: Branch, own: (row: number) => Span): [Case, Case] {
  if ('row' in branch) {
    const [least, most] = parent.spans.get(branch.row) ?? own(branch.row);
    const within = (span: Span): Case => ({ ...parent, spans: new Map([...parent.spans, [branch.row, span]]) });
    return [within([least, Math.min(most, branch.at)]), within([Math.max(least, branch.at + 1), most])];
  }
  if ('server' in branch) {
    const without = (closed: (depot: number) => boolean): Case => {
      const serves = parent.serves.slice();
      for (let d = 0; d < m; d++) if (closed(d)) serves[d * n + branch.customer] = 0;
      return { ...parent, serves };
    };
    return [without((d) => d === branch.server), without((d) => d !== branch.server)];
  }
  const fixed = (value: number): Case => ({
    ...parent,
    depots: parent.depots.map((span, d) => (d === branch.depot ? [value, value] : span)),
  });
  return [fixed(0), fixed(1)];
}

/** Closer than this to a whole number is whole. */
const noise = 1e-5;
const fraction = (value: number) => Math.min(value - Math.floor(value), Math.ceil(value) - value);

/** The first kind of question that the solution leaves open; of its kind, the one that it answers least clearly. */
export function branchOn(
  relaxation: Relaxation,
  { serves, depots, spans }: Case,
  rows: readonly CertificateRow[],
  solution: MasterSolution,
  addRow: (row: CertificateRow) => number,
  known: ReadonlySet<string>,
): Branch | undefined {
  const { n, m, kinds } = relaxation;
  const { open, used } = solution;
  // A case that cannot be is left by breaking rows: no whole number is on either side of the value then.
  const splits = (row: number, at: number): boolean => {
    const [least, most] = spans.get(row) ?? spanOf(rows[row], relaxation);
    return at >= least && at < most;
  };
  const count = open.reduce((sum, share) => sum + share, 0);
  const everyDepot = rows.findIndex((row) => row.kind === 'open' && row.depots.length === m);
  if (fraction(count) > noise && splits(everyDepot, Math.floor(count))) return { row: everyDepot, at: Math.floor(count) };
  const depot = mostOpen(open);
  if (depot !== undefined) return { depot };
  const routes = new Float64Array(m);
  const driven = new Float64Array(kinds.length);
  const served = new Float64Array(m * n);
  for (const { column, share } of used) {
    routes[column.depot] += share;
    driven[column.kind] += share;
    for (const stop of column.stops) served[column.depot * n + stop] += share;
  }
  const busy = mostOpen(routes);
  const starts = rows.findIndex((row) => row.kind === 'routes' && row.depots.length === 1 && row.depots[0] === busy);
  if (busy !== undefined && splits(starts, Math.floor(routes[busy]))) return { row: starts, at: Math.floor(routes[busy]) };
  const type = mostOpen(driven);
  const fleet = rows.findIndex((row) => row.kind === 'vehicles' && row.depots.length === m && row.type === type);
  if (type !== undefined && fleet >= 0 && splits(fleet, Math.floor(driven[type]))) return { row: fleet, at: Math.floor(driven[type]) };
  // Who has one depot left is decided, though the solution may not serve him in full.
  for (let i = 0; i < n; i++) {
    const left = depots.filter(([, most], d) => most > 0 && serves[d * n + i] === 1);
    if (left.length < 2) for (let d = 0; d < m; d++) served[d * n + i] = 0;
  }
  const pair = mostOpen(served);
  if (pair !== undefined) return { customer: pair % n, server: Math.floor(pair / n) };
  return nextTo(relaxation, rows, solution, addRow, known, splits);
}

/** Position of the value that is furthest from whole; undefined where all are whole. */
function mostOpen(values: Float64Array): number | undefined {
  let [best, found]: [number, number | undefined] = [noise, undefined];
  values.forEach((value, k) => {
    if (fraction(value) <= best) return;
    [best, found] = [fraction(value), k];
  });
  return found;
}

/** Whether one vehicle visits both of a pair in a row: vehicles enter or leave the pair twice if so, and four times if not. */
function nextTo(
  relaxation: Relaxation,
  rows: readonly CertificateRow[],
  { used }: MasterSolution,
  addRow: (row: CertificateRow) => number,
  known: ReadonlySet<string>,
  splits: (row: number, at: number) => boolean,
): Branch | undefined {
  const pairs = new Map<string, CertificateRow & { readonly kind: 'cut' }>();
  for (const { column } of used)
    for (let k = 1; k < column.stops.length; k++) {
      const customers = [column.stops[k - 1], column.stops[k]].sort((a, b) => a - b);
      pairs.set(customers.join(), { kind: 'cut', customers, least: 1 });
    }
  let [best, found, index, at]: [number, CertificateRow | undefined, number, number] = [noise, undefined, -1, 0];
  for (const row of pairs.values()) {
    const inside = membersOf(row, relaxation.n);
    const value = used.reduce((sum, { column, share }) => sum + share * routeCoefficient(row, inside, column, relaxation), 0);
    if (fraction(value) <= best || value < 1) continue;
    const key = keyOfRow(row);
    const place = known.has(key) ? rows.findIndex((other) => keyOfRow(other) === key) : -1;
    if (place >= 0 && !splits(place, Math.floor(value))) continue;
    [best, found, index, at] = [fraction(value), row, place, Math.floor(value)];
  }
  return found && { row: index >= 0 ? index : addRow(found), at };
}
