/**
 * Location-allocation with the authors' scaled network on the benchmark files: seconds of the MIP at a gap beside the paper's T_LA, and the
 * distance of the Lagrangian heuristic (in 1 s) from the MIP's objective at a small gap.
 * usage: node scripts/run.mjs bench/allocation.ts [--sets P,T,B,S] [--every K] [--match TEXT] [--gap 0.01] [--seconds 60]
 *        [--reference 0.0001] [--reference-seconds 0] [--model NAME]
 * Seconds include embedding the instance. With --reference-seconds 0 no reference is solved, and the heuristic is judged by its own bound.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lagrangianAllocator, neuralMip } from '../src/allocation/neural-mip.ts';
import { median } from '../src/benchmark/statistics.ts';
import { readInstance } from '../src/formats/read.ts';
import { MipBuilder } from '../src/mip/model.ts';
import { HighsSolver } from '../src/mip/solvers/highs.ts';
import { loadModel } from '../src/node/model-files.ts';
import { importDeepSets } from '../src/surrogate/model.ts';
import { NetworkSurrogate } from '../src/surrogate/network-surrogate.ts';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '../shared' },
    sets: { type: 'string', default: 'P,T,B,S' },
    every: { type: 'string', default: '1' },
    match: { type: 'string', default: '' },
    gap: { type: 'string', default: '0.01' },
    seconds: { type: 'string', default: '60' },
    reference: { type: 'string', default: '0.0001' },
    'reference-seconds': { type: 'string', default: '0' },
    model: { type: 'string' },
  },
});

async function surrogateNamed(model: string | undefined): Promise<NetworkSurrogate> {
  if (model !== undefined) return new NetworkSurrogate(await loadModel(model));
  const file = (part: string) => readFileSync(join(values.shared, 'models', `authors-ds-scaled-110000.${part}.onnx`));
  const target = { kind: 'cost', distanceScale: 100, vehicleCost: 1000, normalisation: 'N2' } as const;
  return new NetworkSurrogate(importDeepSets('authors', file('phi'), file('rho'), target));
}

/** Seconds of the paper's location-allocation stage by set and file. */
const published = new Map<string, number>();
for (const line of readFileSync(join(values.shared, 'paper', 'paper-results.csv'), 'utf8').split('\n')) {
  const [set, file, , , method, , seconds] = line.split(',');
  if (method === 'NEO-DS' && seconds) published.set(`${set}/${file}`, Number(seconds));
}

const highs = new HighsSolver();
// The first solve of a process starts the worker and compiles HiGHS; it is not the instance's time.
await highs.solve(new MipBuilder('warm-up').build());

const referenceSeconds = Number(values['reference-seconds']);
for (const set of values.sets.split(',')) {
  const folder = join(values.shared, 'benchmarks', set);
  const files = readdirSync(folder).filter((file, k) => file.includes(values.match) && k % Number(values.every) === 0);
  const ratios: number[] = [];
  const distances: number[] = [];
  for (const file of files) {
    const stem = file.replace(/\.(dat|json)$/, '');
    let instance: ReturnType<typeof readInstance>;
    try {
      instance = readInstance({ name: file, text: readFileSync(join(folder, file), 'utf8') });
    } catch (error) {
      console.log(`  ${stem.padEnd(20)} ${error instanceof Error ? error.message : error}`);
      continue;
    }
    const fresh = await surrogateNamed(values.model);
    const mip = await neuralMip(fresh, { solver: highs }).allocate(instance, {
      gap: Number(values.gap),
      stop: { seconds: Number(values.seconds) },
    });
    const heuristic = await lagrangianAllocator(fresh).allocate(instance, { stop: { seconds: 1 } });
    const reference =
      referenceSeconds > 0
        ? await neuralMip(fresh, { solver: highs }).allocate(instance, {
            gap: Number(values.reference),
            stop: { seconds: referenceSeconds },
          })
        : undefined;
    const best = Math.min(heuristic.best.objective, mip.best.objective, reference?.best.objective ?? Number.POSITIVE_INFINITY);
    const distance = (100 * (heuristic.best.objective - best)) / Math.abs(best);
    distances.push(distance);
    const paper = published.get(`${set}/${stem}`);
    if (paper !== undefined) ratios.push(mip.seconds / paper);
    const proof = reference ? ` reference gap ${(100 * reference.mip.gap).toFixed(4)} % in ${reference.seconds.toFixed(1)} s` : '';
    console.log(
      `  ${stem.padEnd(20)} ${mip.mip.solver.padEnd(10)} ${mip.seconds.toFixed(2)} s (paper ${paper ?? '?'} s) gap ${(100 * mip.mip.gap).toFixed(3)} %` +
        `   lagrangian ${heuristic.seconds.toFixed(2)} s ${distance.toFixed(4)} % above best known, own gap ${(100 * heuristic.mip.gap).toFixed(3)} %${proof}` +
        (mip.notes.length > 0 ? `   ${mip.notes.join('; ')}` : ''),
    );
  }
  console.log(
    `${set}: ${distances.length} files; seconds over the paper's: median ${median(ratios).toFixed(3)}, at most 1 on ${ratios.filter((r) => r <= 1).length}/${ratios.length}, at most 1/5 on ${ratios.filter((r) => r <= 0.2).length}/${ratios.length};` +
      ` lagrangian in 1 s within 0.1 % on ${distances.filter((g) => g <= 0.1).length}/${distances.length}`,
  );
}
highs.close();
