/** Customers no two of whom can be on one route, by load, by time or by what they need: each of them needs a vehicle. */
import type { Model } from './model.ts';
import type { Steps } from './steps.ts';
import { exceeds } from './tolerance.ts';
import { isMetric } from './travel.ts';
import { mayServe, quantityOf, type VehicleType } from './vehicles.ts';

/** Beyond, comparing all pairs takes too long. */
const mostCustomers = 1500;

/** Positions of many such customers, found greedily; `types` are the vehicles that may come. A step is a pair compared for one of them. */
export function loners(model: Model, candidates: readonly number[], types: readonly VehicleType[], steps: Steps): readonly number[] {
  const { customers, depots } = model.instance;
  if (candidates.length > mostCustomers || !steps.take(candidates.length * depots.length)) return [];
  const apart = conflicts(model, types);
  const due = (i: number) => customers[i].timeWindows?.at(-1)?.[1] ?? Number.MAX_VALUE;
  const orders = [(a: number, b: number) => customers[b].demand - customers[a].demand, (a: number, b: number) => due(a) - due(b)];
  const found = orders.map((order) => {
    const chosen: number[] = [];
    for (const i of candidates.toSorted((a, b) => order(a, b) || a - b))
      if (chosen.every((j) => steps.take(types.length) && apart(i, j))) chosen.push(i);
    return chosen;
  });
  return found[0].length >= found[1].length ? found[0] : found[1];
}

function conflicts(model: Model, types: readonly VehicleType[]): (i: number, j: number) => boolean {
  const { customers } = model.instance;
  const tooLate = timeConflicts(model, types);
  const { incompatible } = model.rules;
  const clash = (i: number, j: number) => incompatible.some(([these, those]) => these.has(i) && those.has(j));
  return (i, j) => {
    const [a, b] = [customers[i], customers[j]];
    const both = types.filter((type) => mayServe(a, type) && mayServe(b, type) && type.maxStops > 1);
    const fits = (type: VehicleType) =>
      model.quantities.every((name, q) => !exceeds(quantityOf(a, name) + quantityOf(b, name), type.capacity[q]));
    return !both.some((type) => fits(type)) || tooLate(i, j) || clash(i, j) || clash(j, i);
  };
}

/** Whether neither of two customers can be served after the other, however early and fast a vehicle comes. */
function timeConflicts({ instance, usesTime, travel: { time } }: Model, types: readonly VehicleType[]): (i: number, j: number) => boolean {
  const { depots, customers, travel } = instance;
  // Where a detour can be faster than the direct way, a pair says nothing.
  if (!usesTime || !isMetric(travel)) return () => false;
  const m = depots.length;
  const fastest = Math.max(...types.map(({ speedFactor }) => speedFactor));
  const longest = Math.max(...types.map(({ maxDuration, shift }) => Math.min(maxDuration, shift[1] - shift[0])));
  const firstStart = Math.min(...types.map(({ shift }) => shift[0]));
  const starts = depots.map(({ openingHours, loadingTime = 0 }) => Math.max(openingHours?.[0] ?? 0, firstStart) + loadingTime);
  const known = new Map<number, number>();
  const earliestDone = (i: number) => {
    const { timeWindows, serviceTime = 0 } = customers[i];
    const arrival = Math.min(...starts.map((start, d) => start + time(d, m + i) / fastest));
    const window = timeWindows?.find(([, closes]) => !exceeds(arrival, closes)) ?? timeWindows?.at(-1);
    return Math.max(arrival, window?.[0] ?? 0) + serviceTime;
  };
  /** When it can be left at the earliest. */
  const done = (i: number) => {
    const found = known.get(i) ?? earliestDone(i);
    known.set(i, found);
    return found;
  };
  const closes = customers.map(({ timeWindows }) => timeWindows?.at(-1)?.[1] ?? Number.POSITIVE_INFINITY);
  return (i, j) => {
    const [there, back] = [time(m + i, m + j) / fastest, time(m + j, m + i) / fastest];
    const service = (customers[i].serviceTime ?? 0) + (customers[j].serviceTime ?? 0);
    if (exceeds(service + Math.min(there, back), longest)) return true;
    return exceeds(done(i) + there, closes[j]) && exceeds(done(j) + back, closes[i]);
  };
}
