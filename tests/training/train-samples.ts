/** Sample sets made up for tests: labels by a formula that a network can learn and that respects the bounds of real ones. */
import { Random } from '../../src/run/random.ts';
import { contextWidth } from '../../src/surrogate/context.ts';
import type { SampleSet } from '../../src/training/sample.ts';

export function syntheticSamples(count: number, seed: number, { least = 3, most = 24 } = {}): SampleSet {
  const random = new Random(seed);
  const start = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) start[k + 1] = start[k] + least + random.int(most - least + 1);
  const rows = start[count];
  const x = new Float32Array(rows);
  const y = new Float32Array(rows);
  const load = new Float32Array(rows);
  const context = new Float32Array(contextWidth * rows);
  const spread = new Float64Array(count);
  const travel = new Float64Array(count);
  const routes = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const [depotX, depotY] = [100 * random.float(), 100 * random.float()];
    const heavy = 0.05 + 0.3 * random.float();
    let [minX, maxX, minY, maxY, far, total, sum] = [0, 0, 0, 0, 0, 0, 0];
    for (let i = start[k]; i < start[k + 1]; i++) {
      x[i] = 100 * random.float() - depotX;
      y[i] = 100 * random.float() - depotY;
      load[i] = heavy * (0.5 + random.float());
      for (let c = 0; c < contextWidth; c++) context[contextWidth * i + c] = 5 + c + random.float();
      minX = Math.min(minX, x[i]);
      maxX = Math.max(maxX, x[i]);
      minY = Math.min(minY, y[i]);
      maxY = Math.max(maxY, y[i]);
      const distance = Math.hypot(x[i], y[i]);
      far = Math.max(far, distance);
      total += 2 * distance * load[i];
      sum += load[i];
    }
    spread[k] = Math.max(maxX - minX, maxY - minY);
    routes[k] = Math.ceil(sum);
    // Daganzo's approximation: line hauls, and a tour through the area.
    const size = start[k + 1] - start[k];
    let alone = 0;
    for (let i = start[k]; i < start[k + 1]; i++) alone += 2 * Math.hypot(x[i], y[i]);
    travel[k] = Math.min(alone, Math.max(2 * far, total + 0.57 * Math.sqrt(size * (maxX - minX) * (maxY - minY))));
  }
  return {
    count,
    start,
    x,
    y,
    load,
    context,
    spread,
    travel,
    routes,
    group: Int32Array.from({ length: count }, (_, k) => k >> 1),
    origin: new Uint8Array(count),
  };
}
