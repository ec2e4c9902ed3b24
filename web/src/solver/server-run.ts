/** A run on the service that the page came from: a job that is made, followed to its end and, if told so, stopped. */
import { effect, signal } from '@preact/signals';
import { type Fault, faultOf, indexRoutes, type Solution, type SolveProgress } from '../../../src/page.ts';
import type { PlanProgress, RunRequest } from './protocol.ts';
import type { Outcome, SolveRun } from './run.ts';

const keyEntry = 'neo-lrp API key';
/** For a service that asks for one; forgotten with the tab. */
export const apiKey = signal(sessionStorage.getItem(keyEntry) ?? '');
effect(() => sessionStorage.setItem(keyEntry, apiKey.value));

interface JobDetail {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly best?: Solution;
  readonly error?: Pick<Fault, 'code'> & Partial<Pick<Fault, 'place'>> & { readonly message: string };
}

interface JobEvent {
  readonly sequence: number;
  readonly type: string;
  readonly progress?: Pick<PlanProgress, 'seconds'> & Partial<Omit<PlanProgress, 'seconds' | 'stage'>> & { readonly stage: string };
}

/** Milliseconds before a service that does not answer is asked again, and how often. */
const pause = 2000;
const attempts = 30;

class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

export class ServerRun implements SolveRun {
  readonly outcome: Promise<Outcome>;
  /** Nothing more is to be fetched: its plan is here, or the service does not know it. */
  ended = false;
  private readonly made: Promise<string>;
  private seen = 0;

  /** `id`: of a job that was made before. */
  constructor(
    private readonly request: RunRequest,
    private readonly onProgress: (progress: SolveProgress) => void,
    id: string | undefined,
    onMade: (id: string) => void,
  ) {
    this.made = id === undefined ? make(request) : Promise.resolve(id);
    void this.made.then(onMade, () => {});
    this.outcome = this.follow().catch((error: unknown): Outcome => {
      const fault = error instanceof Refusal ? error.fault : faultOf(error);
      this.ended ||= fault.code === 'E_UNKNOWN_JOB';
      return { kind: 'failed', ...fault };
    });
  }

  stop(): void {
    void this.made.then((id) => ask(`./v1/jobs/${id}`, { method: 'DELETE' })).catch(() => {});
  }

  private async follow(): Promise<Outcome> {
    const id = await this.made;
    for (let left = attempts; ; left--) {
      const before = this.seen;
      try {
        await this.listen(id);
        const { state, best, error } = await detail(id);
        if (state !== 'queued' && state !== 'running') {
          this.ended = true;
          if (error) return { kind: 'failed', code: error.code, reason: error.message, place: error.place ?? {} };
          return best ? { kind: 'reply', reply: best } : { kind: 'stopped', why: 'aborted' };
        }
      } catch (error) {
        // The service may be restarting: the job is kept. What it refuses it goes on refusing.
        if (error instanceof Refusal || left === 0) throw error;
      }
      if (this.seen > before) left = attempts;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Hears events until the stream ends. */
  private async listen(id: string): Promise<void> {
    const { body } = await ask(`./v1/jobs/${id}/events`, { headers: { 'Last-Event-ID': String(this.seen) } });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; reader; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined) await this.hear(id, JSON.parse(data) as JobEvent);
      }
    }
  }

  /** Passes progress on as a run in the browser reports it. */
  private async hear(id: string, { sequence, type, progress }: JobEvent): Promise<void> {
    this.seen = sequence;
    if (!progress) return;
    const { stage, seconds, iterations = 0, settled, cost, openDepots = 0, vehicles = 0 } = progress;
    if (stage === 'allocation') return this.onProgress({ stage, seconds });
    const best = type === 'best' ? (await detail(id)).best : undefined;
    this.onProgress({
      ...{ stage: stage === 'construction' ? stage : 'improvement', seconds, iterations, settled, openDepots, vehicles },
      ...{ cost: cost ?? 0, feasible: cost !== undefined, ...(best && { routes: indexRoutes(this.request.instance, best) }) },
    });
  }
}

async function make({ instance, options }: RunRequest): Promise<string> {
  const { seconds, iterations, auto, seed, method, start } = options;
  const routes = start?.routes.map(({ depot, vehicle, stops }) => ({ depot, vehicle, stops }));
  const body = JSON.stringify({ instance, options: { seconds, iterations, auto, seed, method, ...(routes && { start: { routes } }) } });
  const answer = await ask('./v1/jobs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return ((await answer.json()) as JobDetail).id;
}

const detail = async (id: string): Promise<JobDetail> => (await ask(`./v1/jobs/${id}`)).json();

/** Throws what the service says against it. */
async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const headers = { ...request.headers, ...(apiKey.value !== '' && { Authorization: `Bearer ${apiKey.value}` }) };
  const response = await fetch(path, { ...request, headers });
  if (response.ok) return response;
  const said: Partial<Pick<Fault, 'code' | 'place'>> & { readonly detail?: string } = await response.json().catch(() => ({}));
  const { code = 'E_INTERNAL', detail: reason = response.statusText, place = {} } = said;
  // A database that restarts is no answer yet.
  if (response.status === 503) throw new Error(reason);
  throw new Refusal({ code, reason, place });
}
