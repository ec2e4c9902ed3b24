/** What is written is read again before anybody relies on it. */
import { NeoLrpError, retelling } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import type { InstanceFormat } from './format.ts';
import { indexRoutes, openDepotsOf } from './indexed-plan.ts';
import { readPlan } from './plan.ts';
import { readInstance } from './read.ts';
import type { SourceFile } from './source.ts';

/** Throws E_FORMAT_UNSUPPORTED if the files are not read as the instance, or as what the format keeps of it. */
export function requireReadBack(instance: Instance, { title, kept = all }: InstanceFormat, files: readonly SourceFile[]): void {
  const back = attempt(title, () => readInstance(files));
  const path = firstDifference(kept(instance), kept(back));
  if (path !== undefined) throw unfit(title, `${path} would be read as something else`, path);
}

/** Empty details are none. */
const all = ({ depots, customers, ...others }: Instance) => {
  const told = <T extends Place>({ details = {}, ...place }: T) => (Object.keys(details).length > 0 ? { ...place, details } : place);
  return { ...others, depots: depots.map(told), customers: customers.map(told) };
};

type Place = Instance['depots'][number] | Instance['customers'][number];

/** The same for a plan: its routes, and which depots are open. */
export function requirePlanReadBack(instance: Instance, title: string, plan: Plan | Solution, file: SourceFile): void {
  if (plan.days) {
    const routesByDay = ({ days }: Plan | Solution) =>
      JSON.stringify(days?.map(({ day, routes }) => [day, routes.map(({ depot, stops, vehicle }) => [depot, stops, vehicle])]));
    if (routesByDay(plan) !== routesByDay(attempt(title, () => readPlan(file, instance)))) throw unfit(title, 'it has one day', 'days');
    return;
  }
  const routesOf = (of: Plan | Solution) =>
    indexRoutes(instance, of).map(({ depot, stops, vehicle }) => JSON.stringify([depot, Array.from(stops), vehicle]));
  const back = attempt(title, () => readPlan(file, instance));
  const [routes, found] = attempt(title, () => [routesOf(plan), routesOf(back)]);
  if (String(routes.toSorted()) !== String(found.toSorted())) {
    const lost = routes.findIndex((route) => !found.includes(route));
    throw unfit(title, 'its routes would be read as others', lost < 0 ? 'routes' : `routes[${lost}]`);
  }
  const [open, foundOpen] = [plan, back].map((of) => [...new Set(openDepotsOf(instance, of))].sort().join('\n'));
  if (open !== foundOpen) throw unfit(title, 'other depots would be read as open', 'openDepots');
}

const unfit = (title: string, reason: string, field?: string, cause?: unknown) =>
  new NeoLrpError('E_FORMAT_UNSUPPORTED', `${title} cannot hold this: ${reason}; write JSON instead`, { field }, { cause });

const attempt = <T>(title: string, work: () => T): T => retelling(work, (error) => unfit(title, error.reason, error.place.field, error));

/** The path of the first difference; absent members count as undefined. */
function firstDifference(a: unknown, b: unknown, path = ''): string | undefined {
  if (a === b) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return path;
  const member = (of: object, key: string): unknown => (Object.hasOwn(of, key) ? of[key as keyof typeof of] : undefined);
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(member(a, key), member(b, key), inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
