/**
 * One's own instance as training data: cells of it (customers that depots would get, drawn as for the training sets, but on the instance
 * itself), their labels, found by the search with everything that the instance asks for, and both as samples.
 */
import { depotsOf } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { describeRoutes } from '../problem/solution.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { Random } from '../run/random.ts';
import { neighbourhoodOf, type Plane, planeOf, viewFrom } from '../surrogate/plane.ts';
import { assignByRegret, membersByDepot, noisyDistances, someOf } from './cells.ts';
import { origins, type SampleSet } from './sample.ts';
import { concatenate, startsOf } from './set-table.ts';
import { logUniform, uniform } from './xml100.ts';

/** A depot and its customers, by position; cells of one draw have the same number. */
export interface RegionCell {
  readonly draw: number;
  readonly depot: number;
  readonly customers: readonly number[];
}

/** As in cells.ts: spread of the log-normal factor on the trips of a depot, and of a single pair. */
const depotNoise = 0.25;
const pairNoise = [0.03, 0.15] as const;
/** Intended customers per open depot. */
const targetSize = [5, 160] as const;
const cellSize = [2, 180] as const;
const cellsPerDraw = 3;
/** Share of cells that lose some customers, and what they keep. With few depots, most variety comes from this. */
const thinned = 0.4;
const keptShare = [0.3, 0.95] as const;
/** Spare supply of an open set. */
const spare = 1.1;

/** The cells of draw number `draw`; none, where no set of depots could be divided. */
export function regionCells(instance: Instance, seed: number, draw: number): RegionCell[] {
  const random = new Random(seed).split(draw);
  const open = drawDepots(instance, random);
  const { cost } = modelOf(instance).travel;
  const { customers, depots } = instance;
  const { allowed } = modelOf(instance).rules;
  const m = depots.length;
  const factor = open.map(() => Math.exp(depotNoise * random.normal()));
  const noise = pairNoise[random.int(pairNoise.length)];
  const trip = (i: number, d: number) => (allowed[i * m + d] ? cost(d, m + i) + cost(m + i, d) : Number.POSITIVE_INFINITY);
  const trips = noisyDistances(random, customers.length, factor, noise, (i, k) => trip(i, open[k]));
  const demand = Float64Array.from(customers, (customer) => customer.demand);
  // All depots as the smallest one: cells of a larger one may be smaller than it could serve, which a network has to know too.
  const room = Math.min(...open.map((d) => depots[d].capacity ?? Number.POSITIVE_INFINITY));
  const members = membersByDepot(assignByRegret(trips, demand, open.length, room), open.length);
  return random
    .shuffle(open.map((_, k) => k))
    .map((k) => {
      const served = members[k].filter((i) => Number.isFinite(trips[i * open.length + k]));
      return { draw, depot: open[k], customers: cut(served, random) };
    })
    .filter((cell) => cell.customers.length >= cellSize[0])
    .slice(0, cellsPerDraw);
}

/** Locked ones, then others in random order: enough to supply the demand, and as many as cells of some size need. */
function drawDepots(instance: Instance, random: Random): number[] {
  const { lockedOpen, lockedClosed, supply, demand, maxOpen } = modelOf(instance).depotRules;
  const size = logUniform(random, targetSize);
  const wanted = Math.min(maxOpen, Math.max(1, Math.round(instance.customers.length / size)));
  const open = depotsOf(lockedOpen);
  const others = random.shuffle(instance.depots.map((_, d) => d).filter((d) => !lockedOpen[d] && !lockedClosed[d]));
  let supplied = open.reduce((sum, d) => sum + supply[d], 0);
  for (const d of others) {
    if (open.length >= wanted && (supplied >= spare * demand || open.length >= maxOpen)) break;
    open.push(d);
    supplied += supply[d];
  }
  return open;
}

/** At most as many customers as cells have, and sometimes fewer. */
function cut(members: readonly number[], random: Random): readonly number[] {
  const share = random.float() < thinned ? uniform(random, ...keptShare) : 1;
  const count = Math.min(cellSize[1], Math.max(Math.min(cellSize[0], members.length), Math.round(share * members.length)));
  return count === members.length ? members : someOf(random, members, count);
}

export interface RegionLabelTask {
  /** The cell as an instance with one depot. */
  readonly part: Instance;
  readonly iterations: number;
  readonly seed: number;
}

/** Cost of everything but opening; null where the cell cannot be routed by itself. */
export type RegionLabel = { readonly cost: number; readonly routes: number } | null;

export async function labelRegionCell({ part, iterations, seed }: RegionLabelTask): Promise<RegionLabel> {
  try {
    const { routes } = await hgsRouter.solve(part, { stop: { iterations }, seed });
    const position = new Map(part.customers.map(({ id }, i) => [id, i]));
    const types = modelOf(part).types;
    const indexed = routes.map(({ stops, vehicle }) => ({
      depot: 0,
      stops: stops.map((id) => position.get(id) as number),
      ...(vehicle !== undefined && { vehicle: types.findIndex(({ id }) => id === vehicle) }),
    }));
    const { total, opening } = describeRoutes(part, indexed).cost;
    return { cost: total - opening, routes: indexed.length };
  } catch (error) {
    // A share of the customers may break a rule of the depot or of the fleet that the whole does not.
    if (error instanceof NeoLrpError && (error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'))) return null;
    throw error;
  }
}

type Label = NonNullable<RegionLabel>;

export interface LabelledCell {
  readonly cell: RegionCell;
  readonly label: Label;
}

/** Part of a cost that vehicles are, at least and at most, where hours or a mixed fleet leave no price of one. */
const vehicleShares = [0.05, 0.5] as const;

/** Costs are divided into travel and routes as those of `all` are. */
export function regionSamples(instance: Instance, cells: readonly LabelledCell[], all = cells): SampleSet {
  const plane = planeOf(instance);
  const depots = instance.depots.length;
  const neighbourhood = neighbourhoodOf(plane, depots);
  const views = cells.map(({ cell }) => viewFrom(plane, depots, cell.depot, neighbourhood, cell.customers));
  const column = (name: 'x' | 'y' | 'load' | 'context') =>
    concatenate([new Float32Array(), ...views.map(({ [name]: values = [] }) => Float32Array.from(values))]);
  const inParts = partsOf(instance, plane, all);
  const parts = cells.map(({ label }) => inParts(label));
  return {
    count: cells.length,
    start: startsOf(cells.map(({ cell }) => cell.customers.length)),
    x: column('x'),
    y: column('y'),
    load: column('load'),
    context: column('context'),
    spread: Float64Array.from(views, ({ spread }) => spread),
    travel: Float64Array.from(parts, ({ travel }) => travel),
    routes: Float64Array.from(parts, ({ routes }) => routes),
    group: Int32Array.from(cells, ({ cell }) => cell.draw),
    origin: new Uint8Array(cells.length).fill(origins.indexOf('cell')),
  };
}

/**
 * A network predicts travel and routes, and prices them, so that the priced sum must be the cost. With one kind of vehicle, what a cell
 * costs beyond its routes is travel. With hours or several kinds a route has no one price; there both are the same shares of every cost,
 * as targets that jump from cell to cell cannot be learnt.
 */
function partsOf(instance: Instance, { distanceScale, vehicleCost }: Plane, cells: readonly LabelledCell[]) {
  const ofVehicles = ({ cost, routes }: Label) => Math.min(1, (vehicleCost * routes) / cost);
  const mean = cells.reduce((sum, { label }) => sum + ofVehicles(label) / cells.length, 0);
  const [least, most] = vehicleShares;
  const common = modelOf(instance).usesTime || modelOf(instance).types.length > 1 ? Math.max(least, Math.min(most, mean)) : undefined;
  return (label: Label): { travel: number; routes: number } => {
    const share = vehicleCost > 0 ? (common ?? Math.min(1 - least, ofVehicles(label))) : 0;
    return {
      travel: ((1 - share) * label.cost) / distanceScale,
      routes: share > 0 ? (share * label.cost) / vehicleCost : label.routes,
    };
  };
}
