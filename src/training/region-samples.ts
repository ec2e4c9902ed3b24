/** Labelled cells of an instance as samples, seen as the surrogate sees that instance. */
import type { Instance } from '../problem/instance.ts';
import { contextWidth } from '../surrogate/context.ts';
import { neighbourhoodOf, type Plane, planeOf, viewFrom } from '../surrogate/plane.ts';
import type { RegionCell } from './region-cells.ts';
import type { RegionLabel } from './region-label.ts';
import { origins, type SampleSet } from './sample.ts';

export interface LabelledCell {
  readonly cell: RegionCell;
  readonly label: NonNullable<RegionLabel>;
}

/** Part of a cost that is travel at least, where hours or a mixed fleet leave less than that. */
const leastTravel = 0.05;

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
  cells.forEach(({ cell, label }, k) => {
    const view = viewFrom(plane, depots, cell.depot, neighbourhood, cell.customers);
    x.set(view.x, start[k]);
    y.set(view.y, start[k]);
    load.set(view.load, start[k]);
    context.set(view.context ?? [], start[k] * contextWidth);
    spread[k] = view.spread;
    const parts = inParts(label, plane);
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
 * A network predicts travel and routes, and prices them. Whatever a cell costs beyond its routes at the price of a typical vehicle (hours,
 * roads, other vehicles) becomes travel, so that the priced sum is the cost.
 */
function inParts({ cost, routes }: NonNullable<RegionLabel>, { distanceScale, vehicleCost }: Plane): { travel: number; routes: number } {
  const travel = Math.max(leastTravel * cost, cost - vehicleCost * routes);
  return { travel: travel / distanceScale, routes: vehicleCost > 0 && cost > travel ? (cost - travel) / vehicleCost : routes };
}
