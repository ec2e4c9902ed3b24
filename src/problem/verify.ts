/** Whether a plan is feasible, and what it costs. */
import { checkPlan, type Verification } from './check-plan.ts';
import { type Instance, requireInstance } from './instance.ts';
import type { Claim } from './solution.ts';

export { type Verification, type Violation, violationKinds } from './check-plan.ts';

/** Recomputed from the instance and the plan alone. */
export const verify = (instance: Instance, plan: Claim): Verification => checkPlan(requireInstance(instance), plan);
