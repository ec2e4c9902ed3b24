/** Published best solutions of sets with hours and fleets: read, verified at their published cost, and written back. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { readInstance } from '../../src/formats/read.ts';
import { writeInstance, writeSolution } from '../../src/formats/write.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { agrees } from '../../src/problem/tolerance.ts';
import { verify } from '../../src/problem/verify.ts';

const folder = fileURLToPath(new URL('../../../shared/benchmarks/', import.meta.url));
const here = existsSync(folder);

/** What a published cost is of ours: thousandths in some files, hundredfold units (with two decimals) in others. */
const units: Readonly<Record<string, readonly number[]>> = { MDVRPTW: [1000], HFVRP: [0.01, 1000], VRPTW: [1] };
const rounding: Readonly<Record<string, string>> = { MDVRPTW: 'exact', HFVRP: 'exact', VRPTW: 'dimacs' };

const files = (set: string) =>
  here
    ? readdirSync(folder + set)
        .filter((name) => name.endsWith('.vrp'))
        .map((name) => `${folder}${set}/${name}`)
    : [];
const load = (path: string) => ({ name: path.split('/').at(-1) ?? '', text: readFileSync(path, 'utf8') });

describe.skipIf(!here).each(['MDVRPTW', 'HFVRP', 'VRPTW'])('set %s', (set) => {
  it.each(files(set).map((path) => [path.split('/').at(-1) ?? '', path]))('%s: the published plan holds at its cost', (_, path) => {
    const instance = readInstance(load(path), { rounding: rounding[set] });
    const solution = load(path.replace('.vrp', '.sol'));
    const { cost: stated, statedCost: __, ...plan } = readPlan(solution, instance);
    const { violations, cost } = verify(instance, plan);
    expect(violations).toEqual([]);
    const published = Number(/^cost:?\s+(\S+)$/im.exec(solution.text)?.[1]);
    // Costs in thousandths are understood as such.
    if (published > 1e7 || set !== 'HFVRP') expect(agrees(stated?.total ?? 0, cost.total)).toBe(true);
    const off = units[set].map((unit) => Math.abs(cost.total * unit - published));
    // Those with two decimals were computed from distances that nobody had rounded.
    expect(Math.min(...off)).toBeLessThanOrEqual(published < 1e7 && set === 'HFVRP' ? 0.02 : 1e-9 * published);
    expect(explainInfeasibility(instance)).toBeUndefined();

    const again = readPlan(writeSolution(instance, plan, 'sol'), instance);
    expect(verify(instance, again).violations).toEqual([]);
    expect(again.routes).toEqual(plan.routes);
  });

  it('survives being written, when it is read by the rule of the file', () => {
    const [path] = files(set);
    const instance = readInstance(load(path));
    expect(readInstance(writeInstance(instance, 'vrp')[0])).toEqual(instance);
  });
});
