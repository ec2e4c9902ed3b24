/** A plan as GeoJSON: a LineString feature a route, then the points of the depots and customers. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { describeRoutes, type Plan, planSchema, type Solution } from '../problem/solution.ts';
import { isObject, placeFeatures } from './geojson.ts';
import { indexRoutes } from './indexed-plan.ts';
import { formatJson } from './json-text.ts';
import type { Source } from './source.ts';

/** Loads and costs are computed, so that a plan written by hand shows them as well. */
export function writeSolutionGeoJson(instance: Instance, plan: Solution | Plan): string {
  const { depots, customers } = instance;
  const indexed = indexRoutes(instance, plan);
  const { routes, cost, assignment, openDepots } = describeRoutes(instance, indexed);
  const open = new Set(plan.openDepots ?? openDepots);
  const routeOf = new Map(indexed.flatMap(({ stops }, r) => stops.map((stop) => [stop, r])));
  const lines = indexed.map(({ depot, stops }, r) => ({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [depots[depot], ...stops.map((stop) => customers[stop]), depots[depot]].map(({ x, y }) => [x, y]),
    },
    properties: { kind: 'route', route: r, ...routes[r] },
  }));
  const points = placeFeatures(instance, (kind, k) =>
    kind === 'depot' ? { open: open.has(depots[k].id) } : routeOf.has(k) ? { depot: assignment[k], route: routeOf.get(k) } : {},
  );
  return `${formatJson({ type: 'FeatureCollection', name: instance.name, cost, openDepots: [...open], features: [...lines, ...points] })}\n`;
}

/** The plan back from such a file, or from any collection whose route features name their depot and stops. */
export function readSolutionGeoJson(source: Source): Plan {
  return source.locating(() => {
    const features = source.member('features');
    if (!Array.isArray(features)) throw source.fault('E_SYNTAX', 'expected an array of features', { field: 'features' });
    const routes = (features as unknown[]).flatMap((feature) => {
      const properties = isObject(feature) ? feature.properties : undefined;
      return isObject(properties) && properties.kind === 'route' ? [properties] : [];
    });
    if (routes.length === 0)
      throw new NeoLrpError('E_SYNTAX', "no feature has the property kind 'route'; is this an instance?", { field: 'features' });
    const told = {
      routes: routes.map(({ depot, stops, load, cost }) => ({ depot, stops, load, cost })),
      openDepots: source.member('openDepots'),
      cost: source.member('cost'),
    };
    const parsed = planSchema.safeParse(told);
    if (!parsed.success) throw firstIssue(parsed.error, told);
    return parsed.data;
  });
}
