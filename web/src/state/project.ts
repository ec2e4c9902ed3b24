/** A project: data, its plan and the scenarios, as one file, or as the browser keeps it between visits. */
import { z } from 'zod';
import { indexRoutes } from '../../../src/formats/indexed-plan.ts';
import {
  createInstance,
  describeRoutes,
  type Instance,
  instanceHash,
  NeoLrpError,
  type Plan as PlanFile,
  type Solution,
  type SourceFile,
  verify,
} from '../../../src/index.ts';
import { customerSchema, depotSchema, instanceSchema, rulesSchema } from '../../../src/problem/instance.ts';
import { planSchema } from '../../../src/problem/plan.ts';
import { firstIssue } from '../../../src/problem/schema-fault.ts';
import { freshKey, openDraft } from './document.ts';
import type { Draft } from './draft.ts';
import { type Plan, setPlan } from './run.ts';
import { compared, type Scenario, scenarios } from './scenarios.ts';

export interface Project {
  readonly draft: Draft;
  readonly plan: Plan | undefined;
  readonly scenarios: readonly Scenario[];
  readonly compared: readonly [string, string] | undefined;
}

/** Takes the place of everything at hand; undoing brings that back. */
export function openProject(key: string, project: Project): void {
  const [list, pair] = [scenarios.value, compared.value];
  setPlan(key, project.plan);
  const beside = {
    redo: () => {
      scenarios.value = project.scenarios;
      compared.value = project.compared;
    },
    undo: () => {
      scenarios.value = list;
      compared.value = pair;
    },
  };
  openDraft(key, project.draft, { beside });
}

const format = 'neo-lrp/project';

/** What is typed into a cell need not be a number yet: work that is not finished can be saved, too. */
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
  const parsed = projectSchema.safeParse(jsonOf(text, file));
  if (!parsed.success) {
    const { code, reason, place: where } = firstIssue(parsed.error, jsonOf(text, file));
    throw new NeoLrpError(code, reason, { ...where, file });
  }
  const { data, plan, scenarios: list } = parsed.data;
  const kept = list.map(({ name, ...one }) => ({ ...planOf(one, file), key: freshKey(), name }));
  // Limits, too, are numbers only once the library has judged them.
  return { draft: data as Draft, plan: plan && planOf(plan, file), scenarios: kept, compared: undefined };
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NeoLrpError('E_SYNTAX', 'the project file is not valid JSON; was it saved in full?', { file });
  }
}

function planOf({ instance: input, solution }: z.output<typeof planned>, file: string): Plan {
  // createInstance validates; its input type is only a promise until then.
  const instance = createInstance(input as Instance);
  return { instance, solution: solutionOf(instance, solution, file) };
}

/** Where a plan came from, as far as its file tells it. */
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

/** A plan read from a file, where it holds; what it says of its own cost is not believed but recomputed. */
export function solutionOf(instance: Instance, read: PlanFile, file: string): Solution {
  const { feasible, violations } = verify(instance, read);
  if (!feasible)
    throw new NeoLrpError('E_UNVERIFIED', `the plan does not hold for the data at hand: ${violations[0].message}`, {
      file,
      field: violations[0].kind,
    });
  return {
    format: 'neo-lrp/solution',
    version: 1,
    instance: instance.name,
    instanceHash: instanceHash(instance),
    ...recordSchema.parse(read),
    ...describeRoutes(instance, indexRoutes(instance, read)),
  };
}
