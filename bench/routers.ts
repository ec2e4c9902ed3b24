/**
 * The routers on the same CVRPs, one after the other in one run, on one thread each.
 * usage: node scripts/run.mjs bench/routers.ts [--cases 20] [--seed 1] [--only hgs,vroom] [--verbose]
 * Half of the cases are the paper's classes, the others are cells of location problems; all have 30 to 100 customers. A ratio is the cost
 * over the best cost found in this run. hgs counts CPU seconds, so that a busy machine does not matter; the others run in their own
 * processes and count wall seconds.
 */
import { parseArgs } from 'node:util';
import { NeoLrpError } from '../src/problem/errors.ts';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { verify } from '../src/problem/verify.ts';
import { availableRouters, findRouter, type RouterName } from '../src/routing/registry.ts';
import { dividedInstance } from '../src/training/cells.ts';
import { paperSet, paperSizes } from '../src/training/generator.ts';
import { routingInstance } from '../src/training/routing-set.ts';
import { cpuSeconds } from './cpu-seconds.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'hgs,vroom,ortools,vrpsolvereasy' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const vehicleCost = 10;
const [fewest, most] = [30, 100];

interface Contestant {
  readonly router: RouterName;
  readonly seconds: number;
}
const contestants: readonly Contestant[] = [
  { router: 'hgs', seconds: 0.2 },
  { router: 'hgs', seconds: 1 },
  { router: 'vroom', seconds: 5 },
  { router: 'ortools', seconds: 1 },
  { router: 'ortools', seconds: 5 },
  { router: 'vrpsolvereasy', seconds: 5 },
];

function* paperCases(): Generator<Instance> {
  const sizes = paperSizes.filter((size) => size >= fewest && size <= most);
  for (let k = 0; ; k++) {
    const set = paperSet(seed, k, sizes);
    yield routingInstance(set, `${set.class.customers} ${set.x.length}, ${set.class.routeSize} routes`, { vehicleCost, distanceScale: 1 });
  }
}

function* cellCases(): Generator<Instance> {
  for (let k = 0; ; k++) {
    const { depots, customers, demand, vehicleCapacity, assignment } = dividedInstance(seed, k);
    const members = depots
      .map((_, d) => Array.from(assignment.keys()).filter((i) => assignment[i] === d))
      .find(({ length }) => length >= fewest && length <= most);
    if (!members) continue;
    yield createInstance({
      name: `cell of ${members.length}`,
      depots: [{ id: 'depot', ...depots[assignment[members[0]]] }],
      customers: members.map((i) => ({ id: String(i), x: customers.x[i], y: customers.y[i], demand: demand[i] })),
      vehicleCapacity,
      vehicleCost,
    });
  }
}

const wanted = new Set(values.only.split(','));
const present = (await availableRouters()).filter(({ name }) => wanted.has(name));
for (const { name, available, detail } of present) console.log(`${name}: ${available ? detail : `absent (${detail})`}`);
const taking = contestants.filter(({ router }) => present.some(({ name, available }) => available && name === router));
const labelOf = ({ router, seconds }: Contestant) => `${router} ${seconds} s`;

const paper = paperCases();
const cells = cellCases();
const costs: number[][] = [];
for (let k = 0; k < Number(values.cases); k++) {
  const cvrp: Instance = (k % 2 === 0 ? paper : cells).next().value;
  const row: number[] = [];
  for (const { router, seconds } of taking) row.push(await costBy(router, cvrp, seconds));
  costs.push(row);
  const best = Math.min(...row);
  if (values.verbose)
    console.log(`${cvrp.name.padEnd(44)} ${best.toFixed(2).padStart(10)}  ${row.map((cost) => excess(cost / best).padStart(9)).join(' ')}`);
}

/** Infinity if it found nothing in its time. */
async function costBy(name: RouterName, cvrp: Instance, seconds: number): Promise<number> {
  try {
    const { routes } = await (await findRouter(name)).solve(cvrp, {
      stop: { seconds, clock: name === 'hgs' ? cpuSeconds : undefined },
      seed,
    });
    return verify(cvrp, { routes }).cost.total;
  } catch (error) {
    if (error instanceof NeoLrpError && error.code === 'E_BUDGET') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function excess(ratio: number): string {
  return Number.isFinite(ratio) ? `+${(100 * (ratio - 1)).toFixed(3)} %` : 'none';
}

const tolerance = 1 + 1e-6;
console.log('\n                     mean above best    worst   at the best   found');
taking.forEach((contestant, c) => {
  const ratios = costs.map((row) => row[c] / Math.min(...row));
  const found = ratios.filter(Number.isFinite);
  const mean = found.reduce((sum, ratio) => sum + ratio, 0) / found.length;
  const wins = found.filter((ratio) => ratio <= tolerance).length;
  console.log(
    `${labelOf(contestant).padEnd(20)} ${excess(mean).padStart(15)} ${excess(Math.max(...ratios)).padStart(10)} ${`${wins}/${ratios.length}`.padStart(11)} ${String(found.length).padStart(7)}`,
  );
});

const vroom = taking.findIndex(({ router }) => router === 'vroom');
if (vroom >= 0)
  taking.forEach((contestant, c) => {
    if (contestant.router !== 'hgs') return;
    const ahead = costs.filter((row) => row[c] <= row[vroom] * tolerance).length;
    console.log(`${labelOf(contestant)} is at or below ${labelOf(taking[vroom])} in ${ahead} of ${costs.length} cases`);
  });
