/**
 * Surrogates judged by their decisions: each model allocates, the search routes every open depot, and two things are compared: the
 * predicted with the true routing cost of each depot (E_pred), and the true total cost with the best known one. The gap between the
 * allocation's predicted cost and its bound says whether the MIP was solved.
 * usage: node scripts/run.mjs bench/decisions.ts models/NAME… [--instances DIR… | --synthetic COUNT | --countries COUNT | --regions SIZES] [--every K]
 *        [--seconds 10] [--gap 0.01] [--iterations 40] [--lagrangian] [--pool 1] [--json FILE]
 * --synthetic generates instances of seed 99, not used in training; --regions 200x10,400x20 three regions of each size. --every K takes
 * every K-th file of a set. --pool K takes the one of the K best allocations with the lowest appraisal. --seconds limits the CPU time of an
 * allocation, --iterations counts the router's descents per depot.
 */
import { parseArgs } from 'node:util';
import type { Allocation } from '../src/allocation/allocation.ts';
import { lagrangianAllocator, neuralMip } from '../src/allocation/neural-mip.ts';
import { bestKnownOf, gapTo, loadBestKnown } from '../src/benchmark/reference.ts';
import { findInstances } from '../src/benchmark/sets.ts';
import { mean, median, quantile } from '../src/benchmark/statistics.ts';
import { HighsSolver } from '../src/mip/solvers/highs.ts';
import { cpuClock } from '../src/node/cpu-clock.ts';
import { saveText } from '../src/node/files.ts';
import { loadModel } from '../src/node/model-files.ts';
import type { Instance } from '../src/problem/instance.ts';
import { describeRoutes } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { hgsRouter } from '../src/routing/hgs.ts';
import { routeDepots } from '../src/routing/route-depots.ts';
import { NetworkSurrogate } from '../src/surrogate/network-surrogate.ts';
import { drawLocation } from '../src/training/location-instances.ts';
import { region } from './location-instances.ts';

const { values, positionals: models } = parseArgs({
  allowPositionals: true,
  options: {
    instances: { type: 'string', multiple: true, default: ['../shared/benchmarks'] },
    every: { type: 'string', default: '1' },
    synthetic: { type: 'string' },
    countries: { type: 'string' },
    regions: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    gap: { type: 'string', default: '0.01' },
    iterations: { type: 'string', default: '40' },
    lagrangian: { type: 'boolean', default: false },
    pool: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});

interface Row {
  readonly model: string;
  readonly set: string;
  readonly instance: string;
  /** In percent, of the true cost. */
  readonly gap: number | null;
  readonly total: number;
  /** Signed relative error of each open depot's routing cost, as predicted in the MIP and as appraised for the known set. */
  readonly errors: readonly number[];
  readonly appraisals: readonly number[];
  readonly seconds: number;
  /** Gap between the allocation's predicted cost and its bound, in percent. */
  readonly left: number;
}

const bestKnown = await loadBestKnown();
const instances = ownInstances() ?? (await fromFiles());

async function fromFiles() {
  const seen = new Map<string, number>();
  return (await findInstances(values.instances, bestKnown)).flatMap((found) => {
    if (!('instance' in found)) return [];
    const position = seen.get(found.set) ?? 0;
    seen.set(found.set, position + 1);
    return position % Number(values.every) === 0 ? [found] : [];
  });
}

function ownInstances() {
  const { synthetic, countries, regions } = values;
  if (synthetic !== undefined)
    return Array.from({ length: Number(synthetic) }, (_, k) => ({ set: 'own', instance: drawLocation('cells', 99, k).instance }));
  if (countries !== undefined)
    return Array.from({ length: Number(countries) }, (_, k) => ({ set: 'country', instance: drawLocation('countries', 99, k).instance }));
  return regions?.split(',').flatMap((size) => {
    const [customers, depots] = size.split('x').map(Number);
    return [1, 2, 3].map((seed) => ({ set: size, instance: region(customers, depots, seed) }));
  });
}

const highs = new HighsSolver();

async function decide(
  surrogate: NetworkSurrogate,
  instance: Instance,
): Promise<Pick<Row, 'total' | 'errors' | 'appraisals' | 'seconds' | 'left'>> {
  const allocator = values.lagrangian ? lagrangianAllocator(surrogate) : neuralMip(surrogate, { solver: highs });
  const {
    best: first,
    pool,
    seconds,
    mip,
  } = await allocator.allocate(instance, {
    gap: Number(values.gap),
    stop: { seconds: Number(values.seconds), clock: cpuClock },
  });
  const appraise = ({ open, depotOf, predicted }: Allocation) =>
    predicted.map((cost, d) => {
      const customers = [...depotOf.keys()].filter((i) => depotOf[i] === d);
      if (!open[d] || customers.length === 0) return 0;
      return surrogate.appraise?.(instance, d, customers) ?? cost;
    });
  const total = (allocation: Allocation) =>
    appraise(allocation).reduce((sum, cost, d) => sum + (allocation.open[d] ? cost + instance.depots[d].openingCost : 0), 0);
  const candidates = [first, ...pool.filter((other) => other !== first)].slice(0, Number(values.pool));
  const best = candidates.length > 1 ? candidates.reduce((a, b) => (total(b) < total(a) ? b : a)) : first;
  const assignment = Array.from(best.depotOf);
  const { routes } = await routeDepots(instance, assignment, hgsRouter, {
    stop: { iterations: Number(values.iterations) },
    seed: 1,
    threads: 1,
  });
  const solution = describeRoutes(instance, routes);
  const { feasible, cost } = verify(instance, solution);
  if (!feasible) throw new Error(`the routed decision on ${instance.name} is not feasible`);
  const truth = new Float64Array(instance.depots.length);
  const depotOf = new Map(instance.depots.map(({ id }, d) => [id, d]));
  for (const { depot, cost: route } of solution.routes) truth[depotOf.get(depot) ?? 0] += route + instance.vehicleCost;
  const errors = [...truth.keys()].filter((d) => truth[d] > 0).map((d) => best.predicted[d] / truth[d] - 1);
  const appraised = appraise(best);
  const appraisals = [...truth.keys()].filter((d) => truth[d] > 0).map((d) => appraised[d] / truth[d] - 1);
  return { total: cost.total, errors, appraisals, seconds, left: 100 * mip.gap };
}

const percent = (value: number | null) => (value === null ? '?' : `${value.toFixed(2)} %`);
const medianError = (errors: readonly number[]) => 100 * median(errors.map(Math.abs));
const rows: Row[] = [];
for (const name of models) {
  const surrogate = new NetworkSurrogate(await loadModel(name));
  for (const { set, instance } of instances) {
    const measured = await decide(surrogate, instance);
    const gap = gapTo(measured.total, bestKnownOf(bestKnown, set, instance.name));
    rows.push({ model: surrogate.name, set, instance: instance.name, gap, ...measured });
    const { errors, appraisals, seconds, left } = measured;
    console.log(
      `  ${surrogate.name.padEnd(18)} ${set} ${instance.name.padEnd(18)} gap ${percent(gap).padStart(8)}   E_pred median ${percent(medianError(appraisals)).padStart(8)}, in the MIP ${percent(medianError(errors)).padStart(8)}   bias ${percent(100 * mean(errors)).padStart(8)}   ${seconds.toFixed(2)} s, ${percent(left)} left`,
    );
  }
}
highs.close();

for (const model of new Set(rows.map((row) => row.model)))
  for (const set of ['all', ...new Set(rows.map((row) => row.set))]) {
    const own = rows.filter((row) => row.model === model && (set === 'all' || row.set === set));
    const gaps = own.flatMap(({ gap }) => (gap === null ? [] : [gap]));
    const errors = own.flatMap((row) => row.errors);
    const summarise = (all: readonly number[]) => {
      const absolute = all.map((error) => 100 * Math.abs(error));
      return `median ${percent(median(absolute))}, quartiles ${percent(quantile(absolute, 0.25))} and ${percent(quantile(absolute, 0.75))}, bias ${percent(100 * mean(all))}`;
    };
    const appraised = summarise(own.flatMap((row) => row.appraisals));
    console.log(
      `${model.padEnd(18)} ${set.padEnd(4)} ${String(own.length).padStart(3)} instances, ${String(errors.length).padStart(4)} depots:  gap ${gaps.length > 0 ? `median ${percent(median(gaps))}, mean ${percent(mean(gaps))}` : '?'}, mean cost ${mean(own.map(({ total }) => total)).toFixed(0)};  E_pred ${appraised};  in the MIP ${summarise(errors)};  seconds median ${median(own.map((row) => row.seconds)).toFixed(2)};  gap proved on ${own.filter(({ left }) => left <= 100 * Number(values.gap)).length}, left median ${percent(median(own.map(({ left }) => left)))}`,
    );
  }
if (values.json !== undefined) await saveText(values.json, `${JSON.stringify(rows, null, 1)}\n`);
