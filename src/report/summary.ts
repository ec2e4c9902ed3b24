/** An instance in figures, as `inspect` prints it. */
import { demandOn } from '../problem/days.ts';
import { explainInfeasibility } from '../problem/feasibility.ts';
import { type Instance, instanceOfParts, type Units } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import { instanceHash, modelOf } from '../problem/model.ts';
import { unitsOf } from '../problem/units.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { type Range, rangeOf } from './range.ts';
import { describeTerms, describeTimes, describeVehicles } from './vehicle-summary.ts';
import { type Words, wordsOf } from './words.ts';

export interface InstanceSummary {
  readonly name: string;
  readonly hash: string;
  readonly customers: number;
  /** Days with orders of their own, where there are any: how many, and what is ordered on each. */
  readonly days?: Range & { readonly count: number };
  readonly depots: number;
  readonly lockedOpen: number;
  readonly lockedClosed: number;
  readonly demand: Range & { readonly total: number };
  readonly vehicle: { readonly capacity: number; readonly cost: number; readonly maxDistance?: number };
  /** Vehicle types, where the instance lists them: one sentence each. */
  readonly vehicles?: readonly string[];
  /** One sentence for each use of times. */
  readonly times?: readonly string[];
  /** One sentence for each further charge, quantity or limit. */
  readonly terms?: readonly string[];
  /** Cost of a unit of distance. */
  readonly costPerDistance: number;
  /** Units of these numbers, if known. */
  readonly units: Units;
  /** Over the depots with a limit; null if none has one. `total` is null if any depot that may open is unlimited. */
  readonly depotCapacity: {
    readonly min: number | null;
    readonly max: number | null;
    readonly total: number | null;
    readonly unlimited: number;
  };
  readonly openingCost: Range;
  readonly travel: {
    readonly kind: Instance['travel']['kind'];
    readonly scale: number;
    readonly rounding: string;
    readonly unit?: string;
    readonly detour?: number;
    readonly roads?: {
      readonly profile: string;
      /** If not, what follows is judged by straight lines. */
      readonly measured: boolean;
      /** Pairs that were estimated from straight lines. */
      readonly estimated?: number;
    };
  };
  /** One sentence per rule. */
  readonly rules: readonly string[];
  readonly box: { readonly x: Range; readonly y: Range };
  readonly bounds: {
    /** No plan uses fewer vehicles. */
    readonly vehicles: number;
    /** No plan opens fewer depots; null when even all of them do not suffice. */
    readonly depots: number | null;
  };
  /** Why no plan can exist, if that can be proved without a search. */
  readonly infeasible: { readonly code: string; readonly message: string } | null;
}

/** What `neo-lrp inspect` tells of an instance, as plain data. */
export function summariseInstance(instance: Instance): InstanceSummary {
  const { depots, customers, travel, vehicleCapacity, maxRouteDistance } = requireInstanceShape(instance);
  const demands = customers.map((c) => c.demand);
  const usable = depots.filter((d) => d.status !== 'closed');
  const limits = depots.flatMap((d) => (d.capacity === null ? [] : [d.capacity]));
  const places = [...depots, ...customers];
  const reason = explainInfeasibility(straight(instance));
  const terms = describeTerms(instance);
  return {
    name: instance.name,
    hash: instanceHash(instance),
    customers: customers.length,
    ...(instance.days && { days: { count: instance.days.length, ...rangeOf(instance.days.map((day) => demandOn(instance, day))) } }),
    depots: depots.length,
    lockedOpen: depots.filter((d) => d.status === 'open').length,
    lockedClosed: depots.filter((d) => d.status === 'closed').length,
    demand: { total: sum(demands), ...rangeOf(demands) },
    vehicle: {
      capacity: vehicleCapacity,
      cost: instance.vehicleCost,
      ...(maxRouteDistance !== undefined && { maxDistance: maxRouteDistance }),
    },
    ...(instance.vehicles && { vehicles: describeVehicles(instance) }),
    ...(modelOf(instance).usesTime && { times: describeTimes(instance) }),
    ...(terms.length > 0 && { terms }),
    costPerDistance: instance.costPerDistance,
    units: unitsOf(instance),
    depotCapacity: {
      ...(limits.length > 0 ? rangeOf(limits) : { min: null, max: null }),
      total: usable.some((d) => d.capacity === null) ? null : sum(usable.map((d) => d.capacity ?? 0)),
      unlimited: depots.length - limits.length,
    },
    openingCost: rangeOf(depots.map((d) => d.openingCost)),
    travel: {
      kind: travel.kind,
      scale: travel.kind === 'euclidean' ? travel.scale : 1,
      rounding: travel.kind === 'matrix' ? 'none' : travel.rounding,
      ...(travel.kind === 'great-circle' ? { unit: travel.unit, detour: travel.detour } : {}),
      ...roadsOf(travel),
    },
    rules: describeRules(instance, amountsOf(instance), wordsOf()),
    box: { x: rangeOf(places.map((p) => p.x)), y: rangeOf(places.map((p) => p.y)) },
    bounds: { vehicles: leastVehicles(demands, vehicleCapacity), depots: leastDepots(instance) },
    infeasible: reason ? { code: reason.code, message: reason.message } : null,
  };
}

function roadsOf(travel: Instance['travel']): Pick<InstanceSummary['travel'], 'roads'> {
  if (travel.kind === 'euclidean' || !travel.roads) return {};
  const { profile } = travel.roads;
  const estimated = travel.kind === 'matrix' ? travel.roads.estimated : undefined;
  return { roads: { profile, measured: travel.kind === 'matrix', ...(estimated !== undefined && { estimated }) } };
}

/** Roads that are still to be measured are no shorter than straight lines. */
function straight(instance: Instance): Instance {
  const { travel } = instance;
  if (travel.kind !== 'great-circle' || !travel.roads) return instance;
  const { roads: _, ...lines } = travel;
  return instanceOfParts({ ...instance, travel: lines });
}

/** Total demand over capacity, or the number of customers no two of whom fit into one vehicle, whichever is larger. */
function leastVehicles(demands: readonly number[], capacity: number): number {
  const byVolume = Math.ceil(sum(demands) / capacity - 1e-9);
  const bulky = demands.filter((q) => 2 * q > capacity).length;
  return Math.max(1, byVolume, bulky);
}

/** Locked depots, then the largest, until the demand is covered and minOpen is met. */
function leastDepots({ depots, customers, rules }: Instance): number | null {
  const capacity = (status: string) => depots.filter((d) => d.status === status).map((d) => d.capacity ?? Number.POSITIVE_INFINITY);
  const locked = capacity('open');
  const candidates = capacity('candidate').sort((a, b) => b - a);
  const demand = sum(customers.map((c) => c.demand));
  const least = Math.max(1, rules.minOpen ?? 0, locked.length);
  let supply = sum(locked);
  let open = locked.length;
  while (open < least || supply < demand * (1 - 1e-12)) {
    const next = candidates[open - locked.length];
    if (next === undefined) return null;
    supply += next;
    open++;
  }
  return open;
}

/** Each with its number, budget or depots. */
export function describeRules({ rules }: Instance, { number, cost }: Amounts, words: Words): string[] {
  const { minOpen, maxOpen, openingBudget, oneOf = [] } = rules;
  const listed = ['apart', 'together', 'incompatible', 'allowed', 'forbidden'] as const;
  const lists = listed.map((rule) => [rule, Object.keys(rules[rule] ?? {}).length] as const);
  return [
    ...(minOpen === undefined ? [] : [`${words.minOpen} ${number(minOpen)}`]),
    ...(maxOpen === undefined ? [] : [`${words.maxOpen} ${number(maxOpen)}`]),
    ...(openingBudget === undefined ? [] : [`${words.openingBudget} ${cost(openingBudget)}`]),
    ...oneOf.map((group) => `${words.oneOf} ${group.join(', ')}`),
    ...lists.flatMap(([rule, count]) => (count > 0 ? [`${words[rule]}: ${number(count)}`] : [])),
  ];
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
