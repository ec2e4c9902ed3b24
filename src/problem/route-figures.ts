/** What a route carries, how far it drives and what that costs by kind, from the instance alone. */
import type { Model } from './model.ts';
import type { CostBreakdown } from './plan.ts';
import { type TimedRoute, timetables } from './timetable.ts';
import { quantityOf, type VehicleType } from './vehicles.ts';

/** `distance`, `time` and `emission` are what driving costs; `handling` is paid at the depot. */
export interface RouteCosts {
  readonly fixed: number;
  readonly distance: number;
  readonly time: number;
  readonly emission: number;
  readonly handling: number;
}

export interface RouteFigures {
  /** Of each quantity, in the order of the model's `quantities`. */
  readonly loads: readonly number[];
  /** Infinity where it drives without a way. */
  readonly distance: number;
  /** In kg CO₂. */
  readonly emission: number;
  readonly costs: RouteCosts;
  /** Where times are part of the problem. */
  readonly times?: TimedRoute;
}

/** Kinds of cost that an instance has beyond opening, vehicles and travel. */
export function extraCosts({ types, instance }: Model) {
  const has = {
    time: types.some(({ costPerTime }) => costPerTime > 0),
    emission: types.some(({ emissionPerDistance }) => emissionPerDistance > 0),
    handling: instance.depots.some(({ handlingCost = 0 }) => handlingCost > 0),
  };
  return (['time', 'emission', 'handling'] as const).filter((kind) => has[kind]);
}

/** Figures of an instance's routes: depot and stops by position. */
export function routeFigures(model: Model): (depot: number, type: VehicleType, stops: ArrayLike<number>) => RouteFigures {
  const { depots, customers, emissionPrice = 0 } = model.instance;
  const { distance: lengthOf } = model.travel;
  const timesOf = model.usesTime ? timetables(model) : undefined;
  return (depot, type, stops) => {
    const loads = model.quantities.map((name) => Array.from(stops).reduce((sum, stop) => sum + quantityOf(customers[stop], name), 0));
    let distance = 0;
    let travel = 0;
    let at = depot;
    for (const to of [...Array.from(stops, (stop) => depots.length + stop), depot]) {
      if (to === at) continue;
      const length = lengthOf(at, to);
      distance += length;
      travel += priced(type.costPerDistance, length);
      at = to;
    }
    const emission = priced(type.emissionPerDistance, distance);
    const times = timesOf?.(depot, type, stops);
    return {
      loads,
      distance,
      emission,
      costs: {
        fixed: type.fixedCost,
        distance: travel,
        time: priced(type.costPerTime, times?.duration ?? 0),
        emission: priced(emissionPrice, emission),
        handling: (depots[depot].handlingCost ?? 0) * loads[0],
      },
      ...(times && { times }),
    };
  };
}

/** What a plan costs: `opening` its depots, and so many routes with these figures. A route of which nothing is known still takes a vehicle. */
export function costOfRoutes(model: Model, opening: number, figures: readonly RouteFigures[], routes = figures.length): CostBreakdown {
  const sum = (kind: keyof RouteCosts) => figures.reduce((total, { costs }) => total + costs[kind], 0);
  const [only, ...others] = model.types;
  const vehicles = others.length > 0 ? sum('fixed') : only.fixedCost * routes;
  const travel = sum('distance');
  const more = Object.fromEntries(extraCosts(model).map((kind) => [kind, sum(kind)]));
  const total = Object.values(more).reduce((all, part) => all + part, opening + vehicles + travel);
  return { total, opening, vehicles, travel, ...more };
}

/** A product would turn a drive without a way into NaN where distance is free. */
const priced = (price: number, amount: number) => (amount === Number.POSITIVE_INFINITY ? amount : price * amount);
