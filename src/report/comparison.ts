/** Plans side by side: what each costs, what differs from the first, and which assumptions differ. */
import { changeInstance, changesText } from '../problem/change.ts';
import { requirePlan } from '../problem/check-plan.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance, Units } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import type { CostBreakdown, Plan, Route, Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { verify } from '../problem/verify.ts';
import { instanceDifferences } from './instance-difference.ts';

type AnyPlan = Plan | Solution;

export interface NamedPlan {
  /** What to call it, such as the name of its file. */
  readonly name: string;
  readonly plan: AnyPlan;
  /** What it was made for, where the caller has it. */
  readonly instance?: Instance;
}

export interface PlanFigures {
  readonly name: string;
  /** The instance of its costs in words: its name, and what was changed. */
  readonly instance: string | null;
  /** Recomputed if the instance is given; otherwise what the plan states. */
  readonly cost: Partial<CostBreakdown>;
  readonly units: Units;
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
  /** The same in sentences. */
  readonly broken: readonly string[];
}

export interface PlanChange {
  readonly name: string;
  /** What differs in the instance, in sentences; empty if it is the same, or not known. */
  readonly instance: readonly string[];
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
  /** What to keep in mind when comparing the figures, in words. */
  readonly remarks: readonly string[];
}

/** A plan with the instance that its figures are of; unknown if none was given. */
interface Placed extends NamedPlan {
  /** The plan says that it was made for another one. */
  readonly foreign: boolean;
}

/** Each plan is priced for its own instance: one of those given, with the changes that the plan names, or else the first. */
export function comparePlans(plans: readonly NamedPlan[], ...instances: readonly (Instance | undefined)[]): Comparison {
  if (!Array.isArray(plans)) throw new NeoLrpError('E_USAGE', 'expected a list of plans, each { name, plan }', { field: 'plans' });
  for (const one of plans) requirePlan(one?.plan);
  const placed = plans.map((plan) =>
    placedIn(
      plan,
      instances.filter((one) => one !== undefined),
    ),
  );
  const [first, ...others] = placed;
  return {
    plans: placed.map(figuresOf),
    changes: others.map((other) => changeBetween(first, other)),
    assumptions: assumptionNames
      .map(([what, of]) => ({ what, values: plans.map(({ plan }) => of(plan) ?? null) }))
      .filter(({ values }) => new Set(values).size > 1),
    remarks: remarksOn(placed),
  };
}

function placedIn(named: NamedPlan, instances: readonly Instance[]): Placed {
  const { plan } = named;
  if (named.instance) return { ...named, foreign: false };
  const fits = (instance: Instance) => instanceHash(instance) === plan.instanceHash;
  const own =
    plan.instanceHash === undefined
      ? instances[0]
      : (instances.find(fits) ?? instances.flatMap((instance) => changedFor(plan, instance) ?? []).find(fits));
  return { ...named, instance: own ?? instances[0], foreign: own === undefined && instances.length > 0 };
}

/** The instance with the plan's changes; undefined where they do not fit it. */
function changedFor({ changes }: AnyPlan, instance: Instance): Instance | undefined {
  try {
    return changes && changeInstance(instance, changes);
  } catch (error) {
    if (error instanceof NeoLrpError) return undefined;
    throw error;
  }
}

const labelOf = ({ plan, instance, foreign }: Placed): string | null => {
  if (foreign) return instance?.name ?? null;
  const name = instance?.name ?? plan.instance;
  return name === undefined ? null : `${name}${plan.changes ? `, ${changesText(plan.changes)}` : ''}`;
};

function figuresOf(placed: Placed): PlanFigures {
  const { name, plan, instance } = placed;
  const checked = instance && verify(instance, plan);
  const routes: readonly (Partial<Route> | null)[] = checked?.routes ?? plan.routes;
  /** Null where a route lacks the figure. */
  const sum = (of: 'distance' | 'duration' | 'emission') => {
    const known = routes.flatMap((route) => (typeof route?.[of] === 'number' && Number.isFinite(route[of]) ? [route[of]] : []));
    return known.length === routes.length ? known.reduce((total, value) => total + value, 0) : null;
  };
  return {
    name,
    instance: labelOf(placed),
    cost: checked?.cost ?? plan.cost ?? {},
    units: instance ? unitsOf(instance) : (plan.units ?? {}),
    openDepots: openDepotsOf(plan, instance),
    customers: servedBy(plan).size,
    routes: plan.routes.length,
    distance: checked?.violations.some(({ kind }) => kind === 'unknown-id') ? null : sum('distance'),
    duration: sum('duration'),
    emission: sum('emission'),
    violations: checked ? checked.violations.length : null,
    broken: checked ? checked.violations.map(({ message }) => message) : [],
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

const servedBy = ({ routes }: AnyPlan): ReadonlyMap<string, string> =>
  new Map(routes.flatMap(({ depot, stops }) => stops.map((stop) => [stop, depot] as const)));

function changeBetween(first: NamedPlan, { name, plan, instance }: NamedPlan): PlanChange {
  const [before, after] = [openDepotsOf(first.plan), openDepotsOf(plan)];
  const [from, to] = [servedBy(first.plan), servedBy(plan)];
  return {
    name,
    instance: first.instance && instance && first.instance !== instance ? instanceDifferences(first.instance, instance) : [],
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

function remarksOn(plans: readonly Placed[]): string[] {
  const foreign = plans.filter(({ foreign }) => foreign);
  if (foreign.length > 0)
    return foreign.map(({ name, plan, instance }) =>
      plan.instance === instance?.name
        ? `${name} was made for another version of '${instance?.name}', which is not given; its costs are for the one that is`
        : `${name} was made for '${plan.instance ?? 'an instance without a name'}', which is not given; its costs are for '${instance?.name}'`,
    );
  const priced = plans.flatMap(({ plan, instance }) => (instance ? [instanceHash(instance)] : (plan.instanceHash ?? [])));
  const silent = plans.filter(({ plan, instance }) => !instance && plan.instanceHash === undefined).map(({ name }) => name);
  const several = new Set(priced).size > 1;
  const unseen = several && plans.some(({ instance }) => !instance);
  return [
    ...(several ? ['the plans are for different instances: each cost is that of its own'] : []),
    ...(unseen ? ['give the instance to see what differs between them'] : []),
    ...(silent.length > 0 ? [`${silent.join(', ')}: the instance is not stated; give it to compute all costs`] : []),
  ];
}
