/** A plan as GeoJSON: a LineString feature per route, counted from 1, then a point per depot and customer. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { type Plan, planSchema } from '../problem/plan.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { describeRoutes, type Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { verify } from '../problem/verify.ts';
import { isObject, placeFeatures } from './geojson.ts';
import { indexRoutes, openDepotsOf } from './indexed-plan.ts';
import { formatJson } from './json-text.ts';
import type { Source } from './source.ts';

/** Loads and costs are computed like the verifier's, so that a plan written by hand has them too. */
export function writeSolutionGeoJson(instance: Instance, plan: Solution | Plan): string {
  const { depots, customers } = instance;
  const indexed = indexRoutes(instance, plan);
  const { routes, assignment } = describeRoutes(instance, indexed);
  const openDepots = openDepotsOf(instance, plan);
  const open = new Set(openDepots);
  const { cost } = verify(instance, { routes: plan.routes, openDepots });
  const routeOf = new Map(indexed.flatMap(({ stops }, r) => stops.map((stop) => [stop, r + 1])));
  const lines = indexed.map(({ depot, stops }, r) => ({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: plan.routes[r].line ?? [depots[depot], ...stops.map((stop) => customers[stop]), depots[depot]].map(({ x, y }) => [x, y]),
    },
    properties: { kind: 'route', route: r + 1, ...finite(routes[r]) },
  }));
  const points = placeFeatures(instance, (kind, k) =>
    kind === 'depot' ? { open: open.has(depots[k].id) } : routeOf.has(k) ? { depot: assignment[k], route: routeOf.get(k) } : {},
  );
  const units = unitsOf(instance);
  const { instance: madeFor, instanceHash, changes } = plan;
  return `${formatJson({
    type: 'FeatureCollection',
    name: instance.name,
    ...(instanceHash !== undefined && { instance: madeFor, instanceHash, changes }),
    ...(Object.keys(units).length > 0 && { units }),
    cost: finite(cost),
    openDepots,
    features: [...lines, ...points],
  })}\n`;
}

/** Drops infinite numbers, which JSON lacks: a route over a missing arc has no length. */
const finite = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'number' || Number.isFinite(value))) as Partial<T>;

/** Reads such a file, or any collection whose route features name their depot and stops. */
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
      ...Object.fromEntries(['openDepots', 'cost', 'instance', 'instanceHash', 'changes', 'units'].map((key) => [key, source.member(key)])),
      routes: routes.map(({ depot, stops, load, distance, cost, vehicle, duration }) => ({
        ...{ depot, stops, load, distance, cost, vehicle, duration },
      })),
    };
    const parsed = planSchema.safeParse(told);
    if (!parsed.success) throw firstIssue(parsed.error, told);
    return parsed.data;
  });
}
