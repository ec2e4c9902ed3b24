/**
 * How far an adapted network is off on its own decisions: it is adapted to each instance, decides, and the decided depots are routed.
 * usage: node scripts/run.mjs bench/adapt.ts [--time 120] [--threads 2] [--lrptw 0,8,17] [--roads 60x6,120x8]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { neuralMip } from '../src/allocation/neural-mip.ts';
import { median } from '../src/benchmark/statistics.ts';
import { HighsSolver } from '../src/mip/solvers/highs.ts';
import { loadModel } from '../src/node/model-files.ts';
import { decideBy } from '../src/pipeline/decide.ts';
import type { Instance } from '../src/problem/instance.ts';
import { depotSubproblem } from '../src/problem/subproblem.ts';
import { NetworkSurrogate } from '../src/surrogate/network-surrogate.ts';
import { adaptModel, inMip } from '../src/training/adapt.ts';
import { labelRegionCell } from '../src/training/region.ts';
import { withRoads } from './location-instances.ts';
import { lrptwCase } from './lrptw-cases.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'local' },
    time: { type: 'string', default: '120' },
    threads: { type: 'string', default: '2' },
    lrptw: { type: 'string', default: '1,8,10,17' },
    roads: { type: 'string', default: '60x6,120x8' },
  },
});
const listed = (text: string) => text.split(',').filter((item) => item !== '');
const instances: Instance[] = [
  ...listed(values.lrptw).map((index) => lrptwCase(Number(index)).instance),
  ...listed(values.roads).map((size) => {
    const [customers, depots] = size.split('x').map(Number);
    return withRoads(customers, depots, 1);
  }),
];
const solver = new HighsSolver();
const model = await loadModel(values.model);
const folder = mkdtempSync(join(tmpdir(), 'bench-adapt-'));
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Relative errors of the decided depots, as known sets and in the MIP, against routes of forty descents. */
async function errorsOf(instance: Instance, surrogate: NetworkSurrogate) {
  const decide = decideBy(neuralMip(surrogate, { solver }), { method: 'neo-ds', surrogate });
  const { proposals } = await decide(instance, { stop: { seconds: 5 }, seed: 1, threads: 1 });
  const { assignment } = proposals[0];
  const [known, embedded]: [number[], number[]] = [[], []];
  for (const depot of instance.depots.keys()) {
    const customers = [...assignment.keys()].filter((i) => assignment[i] === depot);
    if (customers.length === 0) continue;
    const label = await labelRegionCell({ part: depotSubproblem(instance, depot, customers), iterations: 40, seed: 1 });
    if (!label) continue;
    known.push((surrogate.appraise?.(instance, depot, customers) ?? surrogate.predict(instance, depot, customers)) / label.cost - 1);
    embedded.push(surrogate.predict(instance, depot, customers) / label.cost - 1);
  }
  return { known, embedded };
}

const all: Record<'before' | 'after', number[]> = { before: [], after: [] };
for (const instance of instances) {
  const adapted = await adaptModel(instance, model, {
    folder,
    name: 'adapted',
    seconds: Number(values.time),
    threads: Number(values.threads),
  });
  const before = await errorsOf(instance, new NetworkSurrogate(model));
  const after = await errorsOf(instance, new NetworkSurrogate(adapted.model));
  all.before.push(...before.known.map(Math.abs));
  all.after.push(...after.known.map(Math.abs));
  const told = (errors: readonly number[]) => errors.map(percent).join(' ');
  console.log(
    `${instance.name.padEnd(20)} ${adapted.cells} cells, ${adapted.epochs} epochs: held-back cells ${percent(inMip(adapted.before).median)} to ${percent(inMip(adapted.after).median)} in the MIP, ${percent(adapted.before.overall.median)} to ${percent(adapted.after.overall.median)} known; decided depots ${told(before.known)} to ${told(after.known)}, in the MIP ${told(after.embedded)}`,
  );
}
solver.close();
rmSync(folder, { recursive: true });
for (const [when, errors] of Object.entries(all))
  console.log(`${when}: median error ${percent(median(errors))} of ${errors.length} decided depots`);
