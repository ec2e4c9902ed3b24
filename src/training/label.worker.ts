/** A worker that labels one set per request. */
import { serve } from '../parallel/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { findRouter } from '../routing/registry.ts';
import { type LabelPlan, labelSet, type NumberedSet, routerLabeller, stopOf } from './label.ts';
import type { Label } from './label-log.ts';

export interface LabelTask {
  readonly plan: LabelPlan;
  readonly numbered: NumberedSet;
}

/** Coded errors are sent as values, to keep their exit status. */
export type LabelReply =
  | { readonly kind: 'label'; readonly set: number; readonly label: Label }
  | { readonly kind: 'refused'; readonly error: ReturnType<NeoLrpError['toJSON']> };

serve<LabelTask, never, LabelReply>(async ({ plan, numbered }) => {
  try {
    const labeller = routerLabeller(await findRouter(plan.router), stopOf(plan));
    return { kind: 'label', set: numbered.index, label: await labelSet(numbered, plan, labeller) };
  } catch (error) {
    if (error instanceof NeoLrpError) return { kind: 'refused', error: error.toJSON() };
    throw error;
  }
});
