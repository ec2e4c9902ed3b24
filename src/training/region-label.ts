/** What a cell of one's own instance costs, found by the search with everything that the instance asks for: hours, fleets, roads. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { describeRoutes } from '../problem/solution.ts';
import { hgsRouter } from '../routing/hgs.ts';

export interface RegionLabelTask {
  /** The cell as an instance with one depot. */
  readonly part: Instance;
  readonly iterations: number;
  readonly seed: number;
}

/** Cost of travel, vehicles and whatever else, without opening; null where the cell cannot be routed by itself. */
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
