/** Plans side by side: what each costs, what differs from the first, and which assumptions differ. */
import { changesText } from '../problem/change.ts';
import { requirePlan } from '../problem/check-plan.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { instanceHash } from '../problem/hash.ts';
import type { Instance } from '../problem/instance.ts';
import type { CostBreakdown, Plan, Route, Solution } from '../problem/solution.ts';
import { travelCosts } from '../problem/travel.ts';
import { verify } from '../problem/verify.ts';

type AnyPlan = Plan | Solution;

export interface NamedPlan {
  /** What to call it, such as the name of its file. */
  readonly name: string;
  readonly plan: AnyPlan;
}

export interface PlanFigures {
  readonly name: string;
  /** Recomputed if the instance is given; otherwise what the plan states. */
  readonly cost: Partial<CostBreakdown>;
  readonly openDepots: readonly string[];
  readonly customers: number;
  /** Also the number of vehicles. */
  readonly routes: number;
  readonly distance: number | null;
  /** Of all routes together; null if it is not part of the problem, or not known. */
  readonly duration: number | null;
  /** In kg CO₂; null as above. */
  readonly emission: number | null;
  /** How many rules it breaks; null without the instance. */
  readonly violations: number | null;
}

export interface PlanChange {
  readonly name: string;
  readonly opened: readonly string[];
  readonly closed: readonly string[];
  /** Customers served from another depot. */
  readonly moved: readonly { readonly customer: string; readonly from: string; readonly to: string }[];
  /** Customers that only one of the two plans serves. */
  readonly onlyHere: readonly string[];
  readonly onlyFirst: readonly string[];
}

export interface Comparison {
  readonly plans: readonly PlanFigures[];
  /** One per plan after the first. */
  readonly changes: readonly PlanChange[];
  /** Those that differ between plans; null if a plan does not say. */
  readonly assumptions: readonly { readonly what: string; readonly values: readonly (string | null)[] }[];
  /** Why the figures cannot be compared, in words. */
  readonly remarks: readonly string[];
}

export function comparePlans(plans: readonly NamedPlan[], instance?: Instance): Comparison {
  if (!Array.isArray(plans)) throw new NeoLrpError('E_USAGE', 'expected a list of plans, each { name, plan }', { field: 'plans' });
  for (const one of plans) requirePlan(one?.plan);
  const [first, ...others] = plans;
  return {
    plans: plans.map((plan) => figuresOf(plan, instance)),
    changes: others.map((other) => changeBetween(first, other)),
    assumptions: assumptionNames
      .map(([what, of]) => ({ what, values: plans.map(({ plan }) => of(plan) ?? null) }))
      .filter(({ values }) => new Set(values).size > 1),
    remarks: remarksOn(plans, instance),
  };
}

function figuresOf({ name, plan }: NamedPlan, instance: Instance | undefined): PlanFigures {
  const checked = instance && verify(instance, plan);
  const routes: readonly (Partial<Route> | null)[] = checked?.routes ?? plan.routes;
  /** Null where a route lacks the figure. */
  const sum = (of: 'distance' | 'duration' | 'emission') => {
    const known = routes.flatMap((route) => (typeof route?.[of] === 'number' && Number.isFinite(route[of]) ? [route[of]] : []));
    return known.length === routes.length ? known.reduce((total, value) => total + value, 0) : null;
  };
  return {
    name,
    cost: checked?.cost ?? plan.cost ?? {},
    openDepots: openDepotsOf(plan, instance),
    customers: servedBy(plan).size,
    routes: plan.routes.length,
    distance: instance ? distanceOf(instance, plan) : sum('distance'),
    duration: sum('duration'),
    emission: sum('emission'),
    violations: checked ? checked.violations.length : null,
  };
}

/** In the order of the instance, where it is known; those used, and those locked open, where the plan does not say. */
function openDepotsOf({ openDepots, routes }: AnyPlan, instance?: Instance): readonly string[] {
  const used = routes.map(({ depot }) => depot);
  const locked = instance?.depots.filter(({ status }) => status === 'open').map(({ id }) => id) ?? [];
  const open = new Set(openDepots ?? [...used, ...locked]);
  const inOrder = instance?.depots.map(({ id }) => id).filter((id) => open.has(id)) ?? [];
  return [...new Set([...inOrder, ...open])];
}

/** Null where the plan names a place that the instance does not have, or drives where there is no way. */
function distanceOf(instance: Instance, { routes }: AnyPlan): number | null {
  const { depots, customers } = instance;
  const arcs = travelCosts(instance);
  const depotAt = new Map(depots.map(({ id }, k) => [id, k]));
  const customerAt = new Map(customers.map(({ id }, k) => [id, depots.length + k]));
  let total = 0;
  for (const { depot, stops } of routes) {
    const places = [depotAt.get(depot), ...stops.map((stop) => customerAt.get(stop))];
    for (const [k, from] of places.entries()) {
      const to = places[(k + 1) % places.length];
      if (from === undefined || to === undefined) return null;
      total += from === to ? 0 : arcs.distance(from, to);
    }
  }
  return Number.isFinite(total) ? total : null;
}

const servedBy = ({ routes }: AnyPlan): ReadonlyMap<string, string> =>
  new Map(routes.flatMap(({ depot, stops }) => stops.map((stop) => [stop, depot] as const)));

function changeBetween(first: NamedPlan, { name, plan }: NamedPlan): PlanChange {
  const [before, after] = [openDepotsOf(first.plan), openDepotsOf(plan)];
  const [from, to] = [servedBy(first.plan), servedBy(plan)];
  return {
    name,
    opened: after.filter((depot) => !before.includes(depot)),
    closed: before.filter((depot) => !after.includes(depot)),
    moved: [...from].flatMap(([customer, depot]) => {
      const other = to.get(customer);
      return other === undefined || other === depot ? [] : [{ customer, from: depot, to: other }];
    }),
    onlyHere: [...to.keys()].filter((customer) => !from.has(customer)),
    onlyFirst: [...from.keys()].filter((customer) => !to.has(customer)),
  };
}

/** A file may contain anything; only texts and numbers can be shown in a word. */
const told = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

const assumptionNames: readonly (readonly [string, (plan: AnyPlan) => string | undefined])[] = [
  ['instance', ({ instance }) => instance],
  ['instance hash', ({ instanceHash }) => instanceHash],
  ['changes', ({ changes }) => changes && changesText(changes)],
  ['method', ({ method }) => told(method)],
  ['model', ({ model }) => told(model)],
  ['seconds', ({ time }) => (typeof member(time, 'total') === 'number' ? Number(member(time, 'total')).toFixed(1) : undefined)],
  ['clock', ({ clock }) => told(clock)],
  ['threads', ({ threads }) => told(threads)],
  ['iterations', ({ iterations }) => told(iterations)],
  ['stopped by', ({ stop }) => told(stop)],
  ['seed', ({ seed }) => told(seed)],
  ['neo-lrp', ({ versions }) => told(member(versions, 'neo-lrp'))],
  ['currency', ({ units }) => units?.currency],
  ['unit of distance', ({ units }) => units?.distance],
];

/** Plans for different instances cannot be compared by cost. */
function remarksOn(plans: readonly NamedPlan[], instance: Instance | undefined): string[] {
  const madeFor = ({ plan }: NamedPlan) =>
    `'${plan.instance ?? 'an instance without a name'}'${plan.changes ? ` with ${changesText(plan.changes)}` : ''} (${plan.instanceHash})`;
  if (instance) {
    const hash = instanceHash(instance);
    return plans
      .filter(({ plan }) => plan.instanceHash !== undefined && plan.instanceHash !== hash)
      .map((plan) => `${plan.name} was made for ${madeFor(plan)}; here it is priced as a plan for '${instance.name}' (${hash})`);
  }
  const hashed = plans.filter(({ plan }) => plan.instanceHash !== undefined);
  const remarks =
    new Set(hashed.map(({ plan }) => plan.instanceHash)).size > 1
      ? [
          `the plans are for different instances, so their costs cannot be compared: ${hashed.map((plan) => `${plan.name} was made for ${madeFor(plan)}`).join(', ')}`,
        ]
      : [];
  const silent = plans.filter(({ plan }) => plan.instanceHash === undefined).map(({ name }) => name);
  return silent.length > 0
    ? [...remarks, `${silent.join(', ')}: the instance is not stated; name it with --instance to compute all costs`]
    : remarks;
}
