/**
 * Makes a job, follows it, and writes its plan: `node solve.ts INSTANCE.json [SECONDS] [PLAN.json]` (Node 22.18 or later runs TypeScript).
 * NEO_LRP_URL is the address of the service, NEO_LRP_KEY an API key if it asks for one. The types in api.ts are made from the service's
 * own OpenAPI document.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { components } from './api.ts';

type Job = components['schemas']['Job'];
type Solution = components['schemas']['Solution'];
type Problem = components['schemas']['Problem'];
type Instance = components['schemas']['InstanceInput'];

/** What the data of an event holds, as far as it is used here. */
interface JobEvent {
  readonly sequence: number;
  readonly type: string;
  readonly cost?: number;
}

const service = process.env.NEO_LRP_URL ?? 'http://localhost:8700';
const key = process.env.NEO_LRP_KEY;

async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const headers = { ...request.headers, ...(key && { Authorization: `Bearer ${key}` }) };
  const response = await fetch(service + path, { ...request, headers });
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get('Retry-After'));
  if (retryAfter > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * retryAfter));
    return ask(path, request);
  }
  const { code, detail, place } = (await response.json()) as Problem;
  throw new Error(`${code}: ${detail}${place?.field ? ` (${place.field})` : ''}`);
}

async function makeJob(instance: Instance, seconds: number): Promise<Job> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
  const response = await ask('/v1/jobs', { method: 'POST', headers, body: JSON.stringify({ instance, options: { seconds } }) });
  return (await response.json()) as Job;
}

/** Events as they come; a connection that is lost is taken up where it broke. */
async function* eventsOf(job: Job): AsyncGenerator<JobEvent> {
  for (let last = 0; ; ) {
    const { body } = await ask(job.links.events, { headers: { 'Last-Event-ID': String(last) } });
    let text = '';
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '));
        if (data === undefined) continue;
        const event = JSON.parse(data.slice('data: '.length)) as JobEvent;
        last = event.sequence;
        yield event;
        if (['completed', 'failed', 'cancelled'].includes(event.type)) return;
      }
    }
  }
}

const [file, seconds = '10', target = 'plan.json'] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node solve.ts INSTANCE.json [SECONDS] [PLAN.json]');
const job = await makeJob(JSON.parse(await readFile(file, 'utf8')) as Instance, Number(seconds));
for await (const { type, cost } of eventsOf(job)) console.log(cost === undefined ? type : `${type} ${cost}`);
const solution = (await (await ask(job.links.solution)).json()) as Solution;
await writeFile(target, `${JSON.stringify(solution, null, 2)}\n`);
console.log(`${solution.openDepots.length} depots open, ${solution.routes.length} routes, cost ${solution.cost.total}`);
