/**
 * kill -9 at random moments: are jobs lost, or results doubled? A process that takes jobs and works on them, and for PostgreSQL another that
 * only works, are killed and started again until every job has ended.
 *
 *     node scripts/run.mjs bench/jobs-kill.ts [--kills 100] [--jobs 60] [--seconds 2] [--backends pglite,postgres]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres.mjs';
import type { DatabasePlace } from '../src/jobs/database/database.ts';
import { type Job, solveOptionsSchema } from '../src/jobs/job.ts';
import { openStore } from '../src/jobs/store.ts';
import { solveRequest } from '../src/jobs/tasks/solve.ts';
import { work } from '../src/jobs/worker.ts';
import { createInstance, type Instance } from '../src/problem/instance.ts';
import type { Solution } from '../src/problem/solution.ts';
import { verify } from '../src/problem/verify.ts';
import { Random } from '../src/run/random.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '2' },
    backends: { type: 'string', default: 'pglite,postgres' },
    child: { type: 'string' },
  },
});
const owner = 'bench';
const seconds = Number(values.seconds);
const self = fileURLToPath(import.meta.url);

function instanceOf(seed: number): Instance {
  const random = new Random(seed);
  const place = () => ({ x: random.int(1000), y: random.int(1000) });
  return createInstance({
    name: `kill ${seed}`,
    depots: Array.from({ length: 5 }, (_, k) => ({ id: `d${k}`, ...place(), capacity: 400, openingCost: 500 })),
    customers: Array.from({ length: 100 }, (_, k) => ({ id: `c${k}`, ...place(), demand: 1 + random.int(9) })),
    vehicleCapacity: 60,
    vehicleCost: 50,
  });
}

/** Takes jobs by number from stdin, tells when each is safe, and works on them. */
async function child(place: DatabasePlace): Promise<void> {
  const store = await openStore(place);
  void work(store, { threads: 1, program: '', signal: new AbortController().signal });
  console.log('ready');
  setInterval(async () => {
    const { queued = 0, running = 0 } = await store.counts();
    console.log(`open ${queued + running}`);
  }, 500);
  for await (const line of createInterface({ input: process.stdin })) {
    const seed = Number(line);
    const options = solveOptionsSchema.parse({ seconds, method: 'search', seed });
    const { job } = await store.submit(owner, solveRequest(instanceOf(seed), options), { idempotencyKey: String(seed) });
    console.log(`accepted ${seed} ${job.id}`);
  }
}

interface Server {
  readonly process: ChildProcess;
  /** Jobs that have not ended, as it last said. */
  readonly state: { readonly open: number };
  readonly up: Promise<void>;
  readonly submit: (seeds: readonly number[]) => void;
}

function start(place: DatabasePlace, accepted: Map<number, string>): Server {
  const server = spawn(process.execPath, [self, '--child', JSON.stringify(place), '--seconds', values.seconds], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  server.stdin.on('error', () => {});
  const state = { open: Number.POSITIVE_INFINITY };
  let ready = () => {};
  const up = new Promise<void>((resolve) => {
    ready = resolve;
  });
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [word, seed, id] = line.split(' ');
    if (word === 'ready') ready();
    if (word === 'open') state.open = Number(seed);
    if (word !== 'accepted') return;
    const earlier = accepted.get(Number(seed));
    if (earlier !== undefined && earlier !== id) throw new Error(`job ${seed} was doubled`);
    accepted.set(Number(seed), id);
  });
  return { process: server, state, up, submit: (seeds) => server.stdin.write(seeds.map((seed) => `${seed}\n`).join('')) };
}

const kill = (server: Server) =>
  new Promise<void>((resolve) => {
    server.process.once('exit', () => resolve());
    server.process.kill('SIGKILL');
  });

async function trial(place: DatabasePlace, count: number, kills: number) {
  const random = new Random(1);
  const accepted = new Map<number, string>();
  const began = performance.now();
  const shared = 'database' in place;
  const servers = Array.from({ length: shared ? 2 : 1 }, () => start(place, accepted));
  await Promise.all(servers.map(({ up }) => up));
  let submitted = 0;
  for (let k = 0; k < kills; k++) {
    // Jobs come in bit by bit; what was not confirmed is submitted again.
    submitted = Math.min(count, Math.ceil((count * (k + 1)) / kills));
    servers[0].submit(Array.from({ length: submitted }, (_, seed) => seed).filter((seed) => !accepted.has(seed)));
    await sleep(200 + 3800 * random.float());
    const victim = random.int(servers.length);
    await kill(servers[victim]);
    servers[victim] = start(place, accepted);
  }
  servers[0].submit(Array.from({ length: count }, (_, seed) => seed).filter((seed) => !accepted.has(seed)));
  while (accepted.size < count || servers[0].state.open > 0) await sleep(200);
  for (const server of servers) await kill(server);
  const verdict = await look(place, accepted);
  return { kills, ...verdict, seconds: Math.round((performance.now() - began) / 1000) };
}

async function look(place: DatabasePlace, accepted: Map<number, string>) {
  const store = await openStore(place);
  const jobs: Job[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.list(owner, { limit: 100, ...(after !== undefined && { after }) });
    jobs.push(...page.jobs);
    after = page.next;
    if (after === undefined) break;
  }
  const byId = new Map(jobs.map((job) => [job.id, job]));
  let [verified, doubled] = [0, jobs.length - accepted.size];
  for (const [seed, id] of accepted) {
    const events = (await store.events(owner, id)) ?? [];
    if (events.filter(({ type }) => type === 'completed').length > 1) doubled++;
    if (events.some(({ sequence }, k) => sequence !== k + 1)) throw new Error(`events of job ${id} have gaps`);
    const result = await store.result(owner, id);
    if (byId.get(id)?.state === 'completed' && result && verify(instanceOf(seed), JSON.parse(result) as Solution).feasible) verified++;
  }
  await store.close();
  const open = jobs.filter(({ state }) => state === 'queued' || state === 'running').length;
  const attempts = Math.max(0, ...jobs.map((job) => job.attempts));
  return {
    jobs: accepted.size,
    lost: [...accepted.values()].filter((id) => !byId.has(id)).length,
    doubled,
    verified,
    failed: jobs.filter(({ state }) => state === 'failed').length,
    open,
    attempts,
  };
}

if (values.child !== undefined) await child(JSON.parse(values.child) as DatabasePlace);
else {
  const rows: Record<string, unknown>[] = [];
  for (const backend of values.backends.split(',')) {
    const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-kill-'));
    const postgres = backend === 'postgres' ? await startPostgres() : undefined;
    const place = postgres ? { database: postgres.url } : { data: folder };
    try {
      const row = { backend, ...(await trial(place, Number(values.jobs), Number(values.kills))) };
      console.log(JSON.stringify(row));
      rows.push(row);
    } finally {
      postgres?.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.table(rows);
}
