/**
 * Keeps the best plans of the set LRPTW and lists them: `node scripts/run.mjs bench/lrptw-best.ts [PLAN.json …] --command TEXT`.
 * Each plan is verified and kept under results/lrptw, with the command that made it, unless a cheaper one is there. The table of the
 * page is then made anew from all that are kept.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlan } from '../src/formats/plan.ts';
import { instanceHash } from '../src/problem/model.ts';
import type { Plan } from '../src/problem/plan.ts';
import { verify } from '../src/problem/verify.ts';
import { lrptwCase, lrptwCount } from './lrptw-cases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string' },
    out: { type: 'string', default: 'results/lrptw' },
    page: { type: 'string', default: 'results/lrptw/README.md' },
  },
});

interface Kept extends Pick<Plan, 'routes'> {
  readonly instance: string;
  readonly instanceHash: string;
  readonly cost: { readonly total: number };
  readonly openDepots: readonly string[];
  readonly command: string;
}

const instances = new Map(Array.from({ length: lrptwCount }, (_, k) => lrptwCase(k).instance).map((instance) => [instance.name, instance]));
const fileOf = (name: string) => join(values.out, `${name}.json`);
const keptPlan = (name: string): Kept | undefined =>
  existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined;

mkdirSync(values.out, { recursive: true });
for (const path of positionals) {
  const text = readFileSync(path, 'utf8');
  const instance = instances.get(JSON.parse(text).instance);
  if (!instance) throw new Error(`${path} is not a plan of the set`);
  if (!values.command) throw new Error('--command must say how the plans were made');
  const plan = readPlan({ name: path, text }, instance);
  const { feasible, violations, cost } = verify(instance, plan);
  if (!feasible) throw new Error(`${path}: ${violations[0].message}`);
  const { name } = instance;
  if ((keptPlan(name)?.cost.total ?? Number.POSITIVE_INFINITY) <= cost.total) continue;
  const routes = plan.routes.map(({ depot, vehicle, stops }) => ({ depot, vehicle, stops }));
  const openDepots = plan.openDepots ?? [...new Set(routes.map(({ depot }) => depot))];
  const kept = { instance: name, instanceHash: instanceHash(instance), cost, openDepots, command: values.command, routes };
  writeFileSync(fileOf(name), `${JSON.stringify(kept)}\n`);
  console.log(`${name}  ${cost.total}`);
}

const rows = [...instances.keys()].flatMap((name) => {
  const plan = keptPlan(name);
  return plan ? [`| ${name} | ${plan.cost.total.toFixed(2)} | ${plan.openDepots.length} | ${plan.routes.length} |`] : [];
});
const table = ['| instance | cost | open depots | routes |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');
const page = readFileSync(values.page, 'utf8');
const marked = /<!-- lrptw -->[\s\S]*<!-- \/lrptw -->/;
writeFileSync(
  values.page,
  page.replace(marked, () => `<!-- lrptw -->\n\n${table}\n\n<!-- /lrptw -->`),
);
