/** Labelled cells of an instance as samples, seen as the surrogate sees that instance. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { contextWidth } from '../surrogate/context.ts';
import { neighbourhoodOf, type Plane, planeOf, viewFrom } from '../surrogate/plane.ts';
import type { RegionCell } from './region-cells.ts';
import type { RegionLabel } from './region-label.ts';
import { origins, type SampleSet } from './sample.ts';

export interface LabelledCell {
  readonly cell: RegionCell;
  readonly label: NonNullable<RegionLabel>;
}

/** Part of a cost that vehicles are, at least and at most, where hours or a mixed fleet leave no price of one. */
const vehicleShares = [0.05, 0.5] as const;

/** Prices of the instance, at which `evaluateModel` measures errors. */
export const priceOf = ({ distanceScale, vehicleCost }: Plane) => ({ distanceScale, vehicleCost });

export function regionSamples(instance: Instance, cells: readonly LabelledCell[]): SampleSet {
  const plane = planeOf(instance);
  const depots = instance.depots.length;
  const neighbourhood = neighbourhoodOf(plane, depots);
  const start = new Int32Array(cells.length + 1);
  cells.forEach(({ cell }, k) => {
    start[k + 1] = start[k] + cell.customers.length;
  });
  const rows = start[cells.length];
  const [x, y, load, context] = [1, 1, 1, contextWidth].map((width) => new Float32Array(rows * width));
  const spread = new Float64Array(cells.length);
  const travel = new Float64Array(cells.length);
  const routes = new Float64Array(cells.length);
  const inParts = partsOf(instance, plane, cells);
  cells.forEach(({ cell, label }, k) => {
    const view = viewFrom(plane, depots, cell.depot, neighbourhood, cell.customers);
    x.set(view.x, start[k]);
    y.set(view.y, start[k]);
    load.set(view.load, start[k]);
    context.set(view.context ?? [], start[k] * contextWidth);
    spread[k] = view.spread;
    const parts = inParts(label);
    travel[k] = parts.travel;
    routes[k] = parts.routes;
  });
  return {
    count: cells.length,
    start,
    x,
    y,
    load,
    context,
    spread,
    travel,
    routes,
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

type Label = NonNullable<RegionLabel>;
