/**
 * The built service under load: clients that solve, make jobs, follow them and check plans, all at once. Tells answers by status, memory
 * and event loop over time, and whether every job that was accepted came to its end.
 *
 *     node scripts/run.mjs bench/service-load.ts [--clients 200] [--seconds 60] [--workers 1] [--database URL]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../src/run/random.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});
const [clients, seconds] = [Number(values.clients), Number(values.seconds)];
const sampleEvery = 5;
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-load-'));
const place = values.database === undefined ? ['--data', folder] : ['--database', values.database];
const [tiny, plain] = ['tiny', 'plain'].map((name) => JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')));
const plan = JSON.parse(readFileSync('examples/tiny.solution.json', 'utf8'));

const service = spawn(
  process.execPath,
  ['dist/lib/main.js', 'serve', '--api', '--port', '0', '--json', '--workers', values.workers, ...place],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const { port } = JSON.parse(await firstJson()) as { readonly port: number };
const agent = new Agent({ keepAlive: true, maxSockets: clients * 2 });
const statuses = new Map<string, number>();
const accepted = new Set<string>();
let ending = false;

async function firstJson(): Promise<string> {
  let printed = '';
  for await (const part of service.stdout) {
    printed += part;
    if (/\}\s*$/.test(printed)) break;
  }
  return printed;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: string;
}

/** `count`: under which name the answer is counted. */
function send(method: string, path: string, sent?: unknown, count = `${method} ${path}`): Promise<Answer> {
  return new Promise((resolve) => {
    const done = (status: number, retryAfter: number, body: string) => {
      const name = `${count} ${status || body}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      resolve({ status, retryAfter, body });
    };
    const asked = request(
      { port, host: 'localhost', agent, method, path, headers: sent ? { 'Content-Type': 'application/json' } : {} },
      (response) => {
        let body = '';
        response.on('data', (part) => {
          body += part;
        });
        response.on('end', () => done(response.statusCode ?? 0, Number(response.headers['retry-after'] ?? 0), body));
        response.on('error', (error) => done(0, 1, error.message));
      },
    );
    asked.on('error', (error) => done(0, 1, error.message));
    asked.end(sent === undefined ? undefined : JSON.stringify(sent));
  });
}

const random = new Random(1);

/** A job that is followed to its end, or asked for now and then. */
async function runJob(): Promise<Answer> {
  const made = await send('POST', '/v1/jobs', {
    instance: random.float() < 0.5 ? tiny : plain,
    options: { seconds: 0.2 + 0.4 * random.float() },
  });
  if (made.status !== 202) return made;
  const { id } = JSON.parse(made.body) as { readonly id: string };
  accepted.add(id);
  if (random.float() < 0.7) return send('GET', `/v1/jobs/${id}/events`, undefined, 'GET events');
  await sleep(1000);
  return send('GET', `/v1/jobs/${id}`, undefined, 'GET job');
}

const actions = [
  { share: 0.35, run: () => send('POST', '/v1/solve', { instance: tiny, options: { seconds: 0.1 } }) },
  { share: 0.45, run: runJob },
  { share: 0.1, run: () => send('POST', '/v1/verify', { instance: tiny, plan }) },
  { share: 0.07, run: () => send('POST', '/v1/inspect', { instance: plain }) },
  { share: 0.03, run: () => send('POST', '/v1/what-if?seconds=0.3', { instance: plain }, 'POST /v1/what-if') },
];

function drawn(): (typeof actions)[number] {
  const draw = random.float();
  let passed = 0;
  for (const action of actions) {
    passed += action.share;
    if (draw < passed) return action;
  }
  return actions[0];
}

async function client(): Promise<void> {
  while (!ending) {
    const { retryAfter } = await drawn().run();
    if (retryAfter > 0) await sleep(1000 * retryAfter * (0.5 + random.float()));
  }
}

async function sample(time: number): Promise<{ readonly time: number; readonly memory: number; readonly delay: number }> {
  const { body } = await send('GET', '/metrics');
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
  return { time, memory: figure('process_resident_memory_bytes') / 2 ** 20, delay: 1000 * figure('nodejs_eventloop_lag_p99_seconds') };
}

const samples = [await sample(0)];
const running = Array.from({ length: clients }, client);
for (let time = sampleEvery; time <= seconds; time += sampleEvery) {
  await sleep(1000 * sampleEvery);
  samples.push(await sample(time));
}
ending = true;
const loaded = Math.max(...samples.map(({ delay }) => delay));
await Promise.all(running);
const ends = new Map<string, number>();
for (const id of accepted) {
  let state = '';
  do {
    state = (JSON.parse((await send('GET', `/v1/jobs/${id}`, undefined, 'GET job, afterwards')).body) as { readonly state: string }).state;
    if (state === 'queued' || state === 'running') await sleep(200);
  } while (state === 'queued' || state === 'running');
  ends.set(state, (ends.get(state) ?? 0) + 1);
}
await sleep(1000 * sampleEvery);
samples.push(await sample(seconds + sampleEvery));

console.log('answers');
for (const [name, count] of [...statuses].sort()) console.log(`  ${name}: ${count}`);
console.log('seconds, memory in MB, p99 delay of the event loop in ms');
for (const { time, memory, delay } of samples) console.log(`  ${time}\t${memory.toFixed(0)}\t${delay.toFixed(0)}`);
console.log(`largest p99 delay in ${sampleEvery} s: ${loaded.toFixed(0)} ms`);
console.log(`jobs accepted: ${accepted.size}; ended: ${[...ends].map(([state, count]) => `${count} ${state}`).join(', ')}`);
service.kill('SIGTERM');
await once(service, 'exit');
rmSync(folder, { recursive: true, force: true });
agent.destroy();
