/** Whether a plan is feasible, and what it costs. */
import { checkDays } from './check-days.ts';
import { checkPlan, type Verification } from './check-plan.ts';
import { requirePlanOfOneDay } from './days.ts';
import { type Instance, requireInstance } from './instance.ts';
import type { Claim } from './solution.ts';

export { type Verification, type Violation, violationKinds } from './check-plan.ts';

/** Recomputed from the instance and the plan alone. */
export function verify(given: Instance, plan: Claim): Verification {
  const instance = requireInstance(given);
  if (!instance.days && plan?.days) requirePlanOfOneDay(plan);
  return instance.days ? checkDays(instance, plan) : checkPlan(instance, plan);
}
