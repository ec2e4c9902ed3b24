/** Whether a plan holds, and what it costs. */
import { checkPlan, type Verification } from './check-plan.ts';
import { type Instance, requireInstance } from './instance.ts';
import type { Claim } from './solution.ts';

export { type Verification, type Violation, violationKinds } from './check-plan.ts';

/** Recomputed from nothing but the two. */
export const verify = (instance: Instance, plan: Claim): Verification => checkPlan(requireInstance(instance), plan);
