/** Customers that no vehicle of any depot can serve, each with the reason, and those to whom there is no way. */
import { type ErrorCode, NeoLrpError, namePlaces } from './errors.ts';
import type { Customer } from './instance.ts';
import type { Model } from './model.ts';
import { leastWays } from './round-trip.ts';
import { amountTexts, clockTexts, durationTexts, unitsOf } from './units.ts';
import { demandName } from './vehicles.ts';
import { type Obstacle, obstacleKinds, type Reach } from './within-reach.ts';

const codes: Readonly<Record<Obstacle['kind'], ErrorCode>> = {
  vehicle: 'E_INFEASIBLE_RULES',
  load: 'E_INFEASIBLE_DEMAND',
  distance: 'E_INFEASIBLE_REACH',
  window: 'E_INFEASIBLE_TIME',
  return: 'E_INFEASIBLE_TIME',
  duration: 'E_INFEASIBLE_TIME',
};

const fields = (model: Model): Readonly<Record<Obstacle['kind'], string>> => ({
  vehicle: 'customers.vehicles',
  load: 'customers.quantities',
  distance: model.fieldOf('maxDistance'),
  window: 'customers.timeWindows',
  return: 'depots.openingHours',
  duration: 'vehicles.maxDuration',
});

/** Up to so many are told one by one, chosen from so many. */
const shownCustomers = 3;
const comparedCustomers = 20;

export function outOfReach(model: Model): NeoLrpError | undefined {
  const { instance, reach } = model;
  if (!reach) return undefined;
  const { depots, customers } = instance;
  const usable = [...depots.keys()].filter((d) => depots[d].status !== 'closed');
  const lost = [...customers.keys()].filter((i) => usable.length > 0 && !usable.some((depot) => reach.reaches(i, depot)));
  if (lost.length === 0) return undefined;
  const explained = lost.slice(0, comparedCustomers).flatMap((i) => {
    const obstacle = nearestObstacle(reach, i, usable);
    return obstacle ? [{ customer: customers[i], obstacle }] : [];
  });
  const [{ obstacle: first }] = explained;
  const alike = explained.filter(({ obstacle }) => obstacle.kind === first.kind).slice(0, shownCustomers);
  const more = lost.length > alike.length ? [`and ${lost.length - alike.length} more customers cannot be served`] : [];
  const told = alike.map(({ customer, obstacle }) => sentence(model, customer, obstacle));
  return new NeoLrpError(codes[first.kind], [...told, ...more].join('; '), { field: fields(model)[first.kind], value: first.limit });
}

function nearestObstacle(reach: Reach, customer: number, depots: readonly number[]): Obstacle | undefined {
  let nearest: Obstacle | undefined;
  for (const depot of depots) {
    const found = reach.obstacle(customer, depot);
    if (found && (!nearest || isNearer(found, nearest))) nearest = found;
  }
  return nearest;
}

/** The one that fails last, by the least. */
function isNearer(a: Obstacle, b: Obstacle): boolean {
  const [late, later] = [b, a].map(({ kind }) => obstacleKinds.indexOf(kind));
  return later > late || (later === late && a.amount - a.limit < b.amount - b.limit);
}

function sentence(
  { instance, namesVehicles }: Model,
  customer: Customer,
  { kind, depot, type, amount, limit, quantity }: Obstacle,
): string {
  const who = `customer ${namePlaces([customer])}`;
  const from = namePlaces([instance.depots[depot]]);
  const vehicle = namesVehicles ? ` (vehicle '${type.id}')` : '';
  switch (kind) {
    case 'vehicle':
      return `${who} may be served by no vehicle of any depot`;
    case 'load': {
      const [needed, most] = amountTexts(quantity === demandName ? instance.units.demand : undefined, amount, limit);
      return `${who} needs ${needed} of ${quantity}, more than the ${most} that a vehicle carries${vehicle}`;
    }
    case 'distance': {
      const [trip, most] = amountTexts(unitsOf(instance).distance, amount, limit);
      return `${who} is ${trip} there and back from the nearest depot, ${from}, but a route may be at most ${most} long${vehicle}`;
    }
    case 'window': {
      const [arrival, closes] = clockTexts(instance, amount, limit);
      return `${who}: the time window closes at ${closes}, before any vehicle of depot ${from} can be there at ${arrival}${vehicle}`;
    }
    case 'return': {
      const [back, closes] = clockTexts(instance, amount, limit);
      return `${who}: no vehicle that serves it is back at depot ${from} before ${back}, but it must be by ${closes}${vehicle}`;
    }
    case 'duration': {
      const [taken, most] = durationTexts(instance, amount, limit);
      return `${who}: a route from depot ${from} takes at least ${taken}, over the maximum duration of ${most}${vehicle}`;
    }
  }
}

/** A matrix with gaps needs a way from a depot that the customer may use and a way back, possibly through other customers. */
export function withoutWay({ instance, travel: { distance }, rules: { allowed } }: Model): NeoLrpError | undefined {
  const { depots, customers, travel } = instance;
  if (travel.kind !== 'matrix' || !travel.values.some((row) => row.includes(null))) return undefined;
  const m = depots.length;
  const isServed = (i: number, trip: (depot: number) => number) =>
    depots.some((_, d) => allowed[i * m + d] && trip(d) < Number.POSITIVE_INFINITY);
  const indirect = [...customers.keys()].filter((i) => !isServed(i, (d) => distance(d, m + i) + distance(m + i, d)));
  const ways = indirect.length > 0 ? leastWays(instance, distance) : undefined;
  const lost = ways ? indirect.filter((i) => !isServed(i, (d) => ways.out(i, d) + ways.home(i, d))).map((i) => customers[i]) : [];
  if (lost.length === 0) return undefined;
  return new NeoLrpError(
    'E_INFEASIBLE_REACH',
    `customer${lost.length > 1 ? 's' : ''} ${namePlaces(lost)}: the matrix has no way there and back from any depot they may use`,
    { field: 'travel.values' },
  );
}
