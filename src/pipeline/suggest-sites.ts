/** Candidate sites where there are none yet: the weighted medians of clusters of customers, each at the place of a customer. */
import { isCount, isObject, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput } from '../problem/instance.ts';
import { cosine, sine } from '../problem/trigonometry.ts';

export interface SuggestOptions {
  /** How many sites to suggest; 10 by default, and never more than there are places. */
  readonly count?: number;
  /** Cost of having one of them open; 0 by default. */
  readonly openingCost?: number;
  /** Total demand that each can supply; without limit by default. */
  readonly capacity?: number | null;
}

const optionNames: Names<SuggestOptions> = { count: 0, openingCost: 0, capacity: 0 };

type Customers = InstanceInput['customers'];
export type SuggestedSite = InstanceInput['depots'][number];

/** What is known of the problem: its customers, and whether their coordinates are degrees. */
export interface Greenfield {
  readonly customers: Customers;
  readonly travel?: InstanceInput['travel'];
  /** Sites that there are already, whose ids are taken. */
  readonly depots?: InstanceInput['depots'];
}

/** Sites for a problem that has none: as depots for `createInstance`, the most central one first. */
export function suggestSites(problem: Greenfield, options: SuggestOptions = {}): readonly SuggestedSite[] {
  requireArgument(isObject(problem) && Array.isArray(problem.customers), 'customers', 'customers to suggest sites for');
  requireKnown(options, optionNames);
  const { count = 10, openingCost = 0, capacity = null } = options;
  requireArgument(isCount(count) && count > 0, 'count', 'a whole number above 0');
  const { customers, travel, depots = [] } = problem;
  if (travel?.kind === 'matrix')
    throw new NeoLrpError(
      'E_USAGE',
      'distances are measured between the places that there are; suggest sites first, and measure with them',
      { field: 'travel' },
    );
  const holds = customers.every((one) => [one?.x, one?.y, one?.demand].every(Number.isFinite));
  requireArgument(holds, 'customers', 'customers with x, y and demand');
  const onGlobe = travel?.kind === 'great-circle' || travel?.kind === 'roads';
  const points = customers.map(onGlobe ? onSphere : inPlane);
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const weights = customers.map(({ demand }) => (total > 0 ? demand : 1));
  const taken = new Set(depots.map(({ id }) => String(id)));
  let number = 0;
  return mediansOfAll(points, weights, count).map((k) => {
    const { id, x, y, name = String(id) } = customers[k];
    do number++;
    while (taken.has(`S${number}`));
    return { id: `S${number}`, name: `S${number} (${name})`, x, y, capacity, openingCost };
  });
}

type Point = readonly [x: number, y: number, z: number];

const inPlane = ({ x, y }: Customers[number]): Point => [x, y, 0];

/** In space, so that neither the date line nor the poles are a seam. */
function onSphere({ x, y }: Customers[number]): Point {
  const radians = Math.PI / 180;
  const ring = cosine(y * radians);
  return [ring * cosine(x * radians), ring * sine(x * radians), sine(y * radians)];
}

const distance = (a: Point, b: Point) => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

/** Enough for clusters that still change to change by little. */
const mostRounds = 20;

/** The medians of one cluster, of two, of three and so on, until there are enough: good sites whether few of them open or many. */
function mediansOfAll(points: readonly Point[], weights: readonly number[], count: number): readonly number[] {
  const found = new Map<string, number>();
  for (let clusters = 1; found.size < count && clusters <= points.length; clusters++) {
    const medians = mediansOf(points, weights, clusters);
    for (const k of medians) if (found.size < count && !found.has(points[k].join())) found.set(points[k].join(), k);
    if (medians.length < clusters) break;
  }
  return [...found.values()];
}

/** One point a cluster, such that the weighted distances to the nearest of them are small; fewer where fewer places have any demand. */
function mediansOf(points: readonly Point[], weights: readonly number[], clusters: number): readonly number[] {
  const all = [...points.keys()];
  let sites = [medianOf(all, points, weights)];
  const nearest = points.map((point) => distance(point, points[sites[0]]));
  // Each next one is where the most demand is furthest from those before.
  while (sites.length < clusters) {
    const next = all.reduce((best, k) => (weights[k] * nearest[k] > weights[best] * nearest[best] ? k : best), 0);
    if (!(weights[next] * nearest[next] > 0)) break;
    sites.push(next);
    for (const k of all) nearest[k] = Math.min(nearest[k], distance(points[k], points[next]));
  }
  for (let round = 0; round < mostRounds; round++) {
    const members = sites.map((): number[] => []);
    for (const k of all) members[nearestOf(points[k], sites, points)].push(k);
    const moved = members.map((cluster, s) => (cluster.length === 0 ? sites[s] : medianOf(cluster, points, weights)));
    if (moved.every((k, s) => k === sites[s])) break;
    sites = moved;
  }
  return sites;
}

function nearestOf(point: Point, sites: readonly number[], points: readonly Point[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  sites.forEach((site, s) => {
    const length = distance(point, points[site]);
    if (length < least) [best, least] = [s, length];
  });
  return best;
}

/** The member next to the geometric median, by Weiszfeld's steps from the weighted mean. */
function medianOf(cluster: readonly number[], points: readonly Point[], weights: readonly number[]): number {
  let at = meanOf(cluster, points, (k) => weights[k]);
  for (let step = 0; step < mostRounds; step++) {
    const from = at;
    at = meanOf(cluster, points, (k) => weights[k] / Math.max(distance(points[k], from), 1e-12));
  }
  return cluster.reduce((best, k) => (distance(points[k], at) < distance(points[best], at) ? k : best), cluster[0]);
}

function meanOf(cluster: readonly number[], points: readonly Point[], weightOf: (k: number) => number): Point {
  const sums = [0, 0, 0];
  let total = 0;
  for (const k of cluster) {
    const weight = weightOf(k);
    total += weight;
    for (let axis = 0; axis < 3; axis++) sums[axis] += weight * points[k][axis];
  }
  return total > 0 ? [sums[0] / total, sums[1] / total, sums[2] / total] : points[cluster[0]];
}
