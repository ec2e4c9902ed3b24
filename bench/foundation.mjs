// Time and memory to read, verify and draw an instance of 10,000 customers, and to read all benchmark files.
// Run: npm run build && node bench/foundation.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawMap, loadInstance, loadPlan, Random, renderPng, verify } from 'neo-lrp/node';

const self = fileURLToPath(import.meta.url);
const benchmarks = fileURLToPath(new URL('../../shared/benchmarks', import.meta.url));
const customerCount = 10_000;
const depotCount = 50;
const vehicleCapacity = 300;

const [mode, folder] = process.argv.slice(2);
if (mode === '--large') await measureLarge(folder);
else if (mode === '--benchmarks') await measureBenchmarks();
else {
  const made = mkdtempSync(join(tmpdir(), 'neo-lrp-bench-'));
  try {
    makeLarge(made);
    // In its own process, so that generating the files does not count.
    execFileSync(process.execPath, [self, '--large', made], { stdio: 'inherit' });
    if (existsSync(benchmarks)) execFileSync(process.execPath, [self, '--benchmarks'], { stdio: 'inherit' });
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** Customers to their nearest depot, by angle, cut into vehicle loads. */
function makeLarge(into) {
  const random = new Random(1);
  const place = (id) => ({ id, x: random.float() * 1000, y: random.float() * 1000 });
  const depots = Array.from({ length: depotCount }, (_, k) => ({ ...place(`d${k}`), openingCost: 1000 }));
  const customers = Array.from({ length: customerCount }, (_, k) => ({ ...place(`c${k}`), demand: 1 + random.int(20) }));
  const served = depots.map(() => []);
  for (const customer of customers) {
    const distances = depots.map((d) => Math.hypot(d.x - customer.x, d.y - customer.y));
    served[distances.indexOf(Math.min(...distances))].push(customer);
  }
  const routes = depots.flatMap((depot, k) => {
    const angle = (c) => Math.atan2(c.y - depot.y, c.x - depot.x);
    const cut = [];
    let load = Number.POSITIVE_INFINITY;
    for (const customer of served[k].sort((a, b) => angle(a) - angle(b))) {
      load += customer.demand;
      if (load > vehicleCapacity) {
        cut.push({ depot: depot.id, stops: [] });
        load = customer.demand;
      }
      cut[cut.length - 1].stops.push(customer.id);
    }
    return cut;
  });
  writeFileSync(
    join(into, 'instance.json'),
    JSON.stringify({ format: 'neo-lrp/instance', name: 'large', depots, customers, vehicleCapacity }),
  );
  writeFileSync(join(into, 'plan.json'), JSON.stringify({ routes }));
}

async function measureLarge(from) {
  const seconds = {};
  const timed = async (step, work) => {
    const start = performance.now();
    const result = await work();
    seconds[step] = (performance.now() - start) / 1000;
    return result;
  };
  const instance = await timed('read', () => loadInstance(join(from, 'instance.json')));
  const plan = await timed('read plan', () => loadPlan(join(from, 'plan.json'), instance));
  const { feasible } = await timed('verify', () => verify(instance, plan));
  const svg = await timed('draw', () => drawMap(instance, plan));
  const total = Object.values(seconds).reduce((a, b) => a + b, 0);
  const memory = process.resourceUsage().maxRSS / 1024;
  await timed('png (beyond the total)', () => renderPng(svg));
  console.log(`${customerCount} customers, ${depotCount} depots, ${plan.routes.length} routes, feasible: ${feasible}`);
  for (const [step, time] of Object.entries(seconds)) console.log(`  ${step.padEnd(24)} ${time.toFixed(3)} s`);
  console.log(
    `  ${'total'.padEnd(24)} ${total.toFixed(3)} s, peak memory ${memory.toFixed(0)} MB, SVG ${(svg.length / 1e6).toFixed(2)} MB`,
  );
}

async function measureBenchmarks() {
  const files = ['P', 'T', 'B', 'S'].flatMap((set) => readdirSync(join(benchmarks, set)).map((file) => join(benchmarks, set, file)));
  const start = performance.now();
  for (const file of files) await loadInstance(file);
  console.log(`${files.length} benchmark files read in ${((performance.now() - start) / 1000).toFixed(3)} s`);
}
