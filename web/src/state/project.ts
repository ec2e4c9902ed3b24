/** A project: data, its plan and the scenarios, as one file, or as the browser keeps it between visits. */
import * as z from 'zod';
import {
  createInstance,
  createSolution,
  customerSchema,
  depotSchema,
  firstIssue,
  type Instance,
  indexRoutes,
  instanceSchema,
  NeoLrpError,
  type Plan as PlanFile,
  planSchema,
  rulesSchema,
  type Solution,
  type SourceFile,
  verify,
} from '../../../src/page.ts';
import { draft, freshKey, openDraft, type Plan, plan, type State, scenarios } from './document.ts';
import type { Draft } from './draft.ts';
import { compared } from './scenarios.ts';

export interface Project extends Pick<State, 'draft' | 'plan' | 'scenarios'> {
  readonly compared?: readonly [string, string];
}

/** Replaces everything that is open; undoing brings it back. */
export function openProject(key: string, { draft, plan, scenarios, compared: pair }: Project): void {
  openDraft(draft, { key, plan, scenarios });
  compared.value = pair;
}

export const openedProject = (): Project => ({
  ...{ draft: draft.value, plan: plan.value, scenarios: scenarios.value, compared: compared.value },
});

const format = 'neo-lrp/project';

/** A cell need not hold a number yet: unfinished work can be saved, too. */
const cell = z.union([z.number(), z.string()]);
const place = { id: z.string(), x: cell, y: cell };
const draftSchema = instanceSchema.omit({ format: true, version: true }).extend({
  name: z.string(),
  depots: z.array(depotSchema.extend({ ...place, capacity: cell.nullable(), openingCost: cell })),
  customers: z.array(customerSchema.extend({ ...place, demand: cell })),
  vehicleCapacity: cell,
  vehicleCost: cell,
  costPerDistance: cell,
  maxRouteDistance: cell.optional(),
  rules: rulesSchema.extend({ minOpen: cell.optional(), maxOpen: cell.optional(), openingBudget: cell.optional() }),
});
const planned = z.object({ instance: z.unknown(), solution: planSchema });
const projectSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  data: draftSchema,
  plan: planned.optional(),
  scenarios: z.array(planned.extend({ name: z.string() })),
});

export const looksLikeProject = ({ text }: SourceFile): boolean => text.slice(0, 1000).includes(`"${format}"`);

export function writeProject({ draft, plan, scenarios: list }: Project): string {
  const kept = list.map(({ name, instance, solution }) => ({ name, instance, solution }));
  return `${JSON.stringify({ format, version: 1, data: draft, plan, scenarios: kept }, undefined, 1)}\n`;
}

export function readProject({ name: file, text }: SourceFile): Project {
  const json = jsonOf(text, file);
  const parsed = projectSchema.safeParse(json);
  if (!parsed.success) throw firstIssue(parsed.error, json).at({ file });
  const { data, plan, scenarios: list } = parsed.data;
  const kept = list.map(({ name, ...one }) => ({ ...planOf(one, file), key: freshKey(), name }));
  // Limits, like cells, are numbers only once the library has judged them.
  return { draft: data as Draft, plan: plan && planOf(plan, file), scenarios: kept };
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NeoLrpError('E_SYNTAX', 'the project file is not valid JSON; was it saved in full?', { file });
  }
}

function planOf({ instance: input, solution }: z.output<typeof planned>, file: string): Plan {
  // createInstance validates; until then its input type is only a claim.
  const instance = createInstance(input as Instance);
  return { instance, solution: solutionOf(instance, solution, file) };
}

/** How a plan was found, as far as its file tells. */
const recordSchema = z.object({
  method: z.string().catch('file'),
  model: z.string().optional().catch(undefined),
  time: z
    .object({ allocation: z.number(), routing: z.number(), improvement: z.number(), total: z.number() })
    .catch({ allocation: 0, routing: 0, improvement: 0, total: 0 }),
  seed: z.number().catch(0),
  threads: z.number().optional().catch(undefined),
  iterations: z.number().optional().catch(undefined),
  stop: z.string().catch('complete'),
  versions: z.record(z.string(), z.string()).catch({ 'neo-lrp': __VERSION__ }),
});

/** The plan of a file, if it is valid for the instance. Its cost is computed anew, whatever the file says. */
export function solutionOf(instance: Instance, read: PlanFile, file: string): Solution {
  const [violation] = verify(instance, read).violations;
  if (violation)
    throw new NeoLrpError('E_UNVERIFIED', `the plan does not fit this data: ${violation.message}`, { file, field: violation.kind });
  const solution = createSolution(instance, indexRoutes(instance, read), recordSchema.parse(read));
  const lines = new Map(read.routes.map(({ stops, line }) => [stops.join(), line]));
  const withLine = <Route extends { readonly stops: readonly string[] }>(route: Route) => {
    const line = lines.get(route.stops.join());
    return line ? { ...route, line } : route;
  };
  return { ...solution, routes: solution.routes.map(withLine) };
}
