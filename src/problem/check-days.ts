/** The verifier for plans of many days: all rules hold on each, the depots are the same, and the cost is what days held back say. */
import {
  checkDepotRules,
  checkOrigin,
  checkPlan,
  checkStatedCost,
  openingCost,
  requirePlan,
  type Verification,
  type Violation,
} from './check-plan.ts';
import { positions } from './check-rules.ts';
import { instanceOfDay, instanceWith, weightOf } from './days.ts';
import { boundedText } from './errors.ts';
import type { Instance } from './instance.ts';
import { modelOf } from './model.ts';
import type { Claim, CostBreakdown } from './solution.ts';

export function checkDays(instance: Instance, plan: Claim): Verification {
  requirePlan({ ...plan, routes: plan.routes ?? [] });
  const { depots, days = [] } = instance;
  const violations: Violation[] = [];
  const report = (kind: Violation['kind'], message: string, where: Omit<Violation, 'kind' | 'message'> = {}) =>
    void violations.push({ kind, message: boundedText(message), ...where });
  checkOrigin(modelOf(instance), plan, report);
  const stated = new Map((plan.days ?? []).map((day) => [day.day, day]));
  const open = openOnAnyDay(instance, plan, report);
  checkDepotRules(instance, new Set([...open.keys()].filter((d) => open[d])), report);
  for (const name of stated.keys())
    if (!days.some((day) => day.name === name)) report('unknown-id', `the plan has a day '${name}', which is not in the instance`);
  if (plan.routes.length > 0) report('unserved', 'the plan has routes that belong to no day');
  if (plan.options?.assignment === 'fixed') checkFixedDepots(instance, plan, report);
  const opening = openingCost(instance, new Set([...open.keys()].filter((d) => open[d])));
  const checked = days.flatMap((day) => {
    const own = stated.get(day.name);
    if (!own) report('unserved', `the plan has no routes for day '${day.name}'`);
    const ofDay = instanceWith(instanceOfDay(instance, day), open);
    const found = checkPlan(ofDay, {
      routes: own?.routes ?? [],
      openDepots: depots.filter((_, d) => ofDay.depots[d].status === 'open').map(({ id }) => id),
    });
    const cost = withOpening(found.cost, opening);
    for (const { message, kind, ...where } of found.violations) report(kind, `on ${day.name}: ${message}`, where);
    checkStatedCost({ routes: [], cost: own?.cost }, cost, (kind, message) => report(kind, `on ${day.name}: ${message}`));
    return own ? [{ day: day.name, cost, weight: weightOf(day), heldBack: own.heldBack === true }] : [];
  });
  const cost = expectedCost(checked, opening);
  checkStatedCost(plan, cost, report);
  return {
    feasible: violations.length === 0,
    violations,
    cost,
    routes: [],
    days: checked.map(({ day, cost: ofDay }) => ({ day, cost: ofDay })),
  };
}

/** Nobody leaves the depot of the assignment, unless that is closed. */
function checkFixedDepots(
  { customers, days = [] }: Instance,
  plan: Claim,
  report: (kind: Violation['kind'], message: string) => void,
): void {
  const depotOf = new Map(customers.map(({ id }, i) => [id, plan.assignment?.[i]]));
  const closed = new Map(days.map((day) => [day.name, day.closed ?? []]));
  for (const { day, routes } of plan.days ?? [])
    for (const { depot, stops } of routes)
      for (const stop of stops) {
        const own = depotOf.get(stop);
        if (own !== undefined && own !== depot && !closed.get(day)?.includes(own))
          report('wrong-depot', `on ${day}: customer '${stop}' is fixed to depot '${own}', but served from '${depot}'`);
      }
}

/** Sites that are closed on a day are paid for all the same. */
export const withOpening = (cost: CostBreakdown, opening: number): CostBreakdown => ({
  ...cost,
  total: cost.total - cost.opening + opening,
  opening,
});

/** By kind, the mean over days held back, or over all where none is. */
export function expectedCost(
  days: readonly { readonly cost: CostBreakdown; readonly weight: number; readonly heldBack: boolean }[],
  opening: number,
): CostBreakdown {
  const held = days.filter(({ heldBack }) => heldBack);
  const counted = held.length > 0 ? held : days;
  const all = counted.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (kind: keyof CostBreakdown) => counted.reduce((sum, { cost, weight }) => sum + (weight / all) * (cost[kind] ?? 0), 0);
  const has = (kind: keyof CostBreakdown) => counted.some(({ cost }) => cost[kind] !== undefined);
  const further = (['time', 'emission', 'handling'] as const).filter(has).map((kind) => [kind, mean(kind)] as const);
  const parts = { vehicles: mean('vehicles'), travel: mean('travel'), ...Object.fromEntries(further) };
  return { total: Object.values(parts).reduce((a, b) => a + b, opening), opening, ...parts };
}

/** As the plan says or, where it does not, all that are used on any day. */
function openOnAnyDay({ depots }: Instance, plan: Claim, report: (kind: Violation['kind'], message: string) => void): Uint8Array {
  const at = positions(depots);
  const used = (plan.days ?? []).flatMap(({ routes }) => routes.map(({ depot }) => depot));
  const open = Uint8Array.from(depots, ({ status }) => Number(plan.openDepots === undefined && status === 'open'));
  for (const id of plan.openDepots ?? used) {
    const depot = at.get(id);
    if (depot === undefined) report('unknown-id', `depot '${id}' is said to be open, but is not in the instance`);
    else open[depot] = 1;
  }
  return open;
}
