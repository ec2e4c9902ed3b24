/** What both ways to OR-Tools answer. */
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';

const answerSchema = z.object({
  /** Customers of each route, by position. */
  routes: z.array(z.array(z.number())),
  /** Vehicle type of each route, by position; the first unless given. */
  vehicles: z.array(z.number()).default([]),
  /** It finished before its time was up. */
  complete: z.boolean(),
});

export function parseOrToolsAnswer(answer: unknown): z.output<typeof answerSchema> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new NeoLrpError('E_SOLVER_FAILED', `OR-Tools gave an invalid answer: ${JSON.stringify(answer).slice(0, 200)}`);
  return parsed.data;
}
