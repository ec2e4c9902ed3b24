/**
 * One history of the service: clients submit, follow and cancel jobs while processes die, lose their leases and their database. Workers,
 * store, batches and SQL are those of the product; solving takes virtual time only. The seed decides everything.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { mostStrikes } from '../../../src/jobs/claims.ts';
import type { Database } from '../../../src/jobs/database/database.ts';
import { isDatabaseFault } from '../../../src/jobs/database/faults.ts';
import { isFinal, type JobEvent, type JobProgress, type JobState } from '../../../src/jobs/job.ts';
import { JobBatch } from '../../../src/jobs/job-batch.ts';
import { type JobStore, storeOn } from '../../../src/jobs/store.ts';
import type { Task } from '../../../src/jobs/tasks/task.ts';
import { work } from '../../../src/jobs/worker.ts';
import { NeoLrpError } from '../../../src/problem/errors.ts';
import { type Clock, pause } from '../../../src/run/clock.ts';
import { Random } from '../../../src/run/random.ts';
import { VirtualClock } from './clock.ts';
import { Process, type World } from './process.ts';

/** Virtual seconds after which nothing goes wrong any more, and by which all has to be over. */
const calmAfter = 25;
const overAfter = 400;

interface Wish {
  readonly key: string;
  /** Virtual seconds of work. */
  readonly seconds: number;
  readonly ends: 'completed' | 'failed';
  /** Share of its steps at which the thread dies. */
  readonly crashes: number;
}

/** PGlite in memory with the tables of the service, and its time in the hands of the simulation. */
export async function openArena(): Promise<PGlite> {
  const pglite = await PGlite.create();
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    values.length > 0 ? (await pglite.query<Row>(text, [...values])).rows : (await pglite.exec(text)).flatMap(({ rows }) => rows as Row[]);
  const database: Database = {
    kind: 'embedded',
    query,
    transaction: (inside) =>
      pglite.transaction((within) =>
        inside({
          query: async (text, values = []) =>
            values.length > 0
              ? (await within.query<never>(text, [...values])).rows
              : (await within.exec(text)).flatMap(({ rows }) => rows as never[]),
        }),
      ),
    listen: async () => async () => {},
    close: async () => {},
  };
  const still = new VirtualClock().of(() => true);
  const store = await storeOn(database, still);
  await store.close();
  await pglite.exec(`create or replace function neo_lrp.clock() returns timestamptz language sql volatile as
    $$ select to_timestamp(current_setting('simulation.now')::float8) $$; set synchronous_commit = off;`);
  return pglite;
}

/** What was wrong, if anything was, and what happened. */
export interface Verdict {
  readonly faults: readonly string[];
  readonly log: readonly string[];
}

export async function history(pglite: PGlite, seed: number): Promise<Verdict> {
  const restore = seedIdentifiers(new Random(seed + 0.5));
  const past = new History(pglite, seed);
  const unlisten = await pglite.listen('neo_lrp_jobs', (message) => past.announce(message));
  try {
    return await past.run();
  } finally {
    restore();
    await unlisten();
    await pglite.exec('delete from neo_lrp.job');
  }
}

/** Identifiers decide ties. */
function seedIdentifiers(random: Random): () => void {
  const real = crypto.randomUUID;
  const digits = (count: number) => Array.from({ length: count }, () => random.int(16).toString(16)).join('');
  crypto.randomUUID = () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  syncBuiltinESMExports();
  return () => {
    crypto.randomUUID = real;
    syncBuiltinESMExports();
  };
}

class History {
  private readonly faults: string[] = [];
  private readonly lines: string[] = [];
  private readonly clock = new VirtualClock();
  private readonly random: Random;
  private readonly began = this.clock.time;
  private readonly level: number;
  private readonly world: World;
  private readonly real: Clock;
  /** Those that take requests; undefined while they are down. */
  private readonly serving: (JobStore | undefined)[] = [];
  private readonly processes: Process[] = [];
  /** Jobs by key: what clients were told. */
  private readonly accepted = new Map<string, { readonly id: string; readonly wish: Wish }>();
  private readonly asked = new Map<string, Wish>();
  private readonly cancelled = new Set<string>();
  private over = false;

  constructor(
    private readonly pglite: PGlite,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.level = [0.01, 0.03, 0.06, 0.12][this.random.int(4)];
    this.real = this.clock.of(() => true);
    this.world = {
      pglite,
      clock: this.clock,
      random: this.random,
      chaos: () => (this.seconds < calmAfter ? this.level : 0),
      log: (line) => void this.lines.push(`${this.seconds.toFixed(3)} ${line}`),
      listeners: new Set(),
    };
  }

  private get seconds(): number {
    return (this.clock.time - this.began) / 1000;
  }

  announce(message: string): void {
    for (const listener of [...this.world.listeners]) listener(message);
  }

  async run(): Promise<Verdict> {
    const shared = this.random.int(2) === 1;
    for (let k = 0; k < (shared ? 2 : 1); k++) void this.keepUp(k, shared);
    const clients = Array.from({ length: 1 + this.random.int(3) }, (_, k) => this.client(k));
    if (shared && this.random.int(3) === 0) clients.push(this.batch());
    const all = Promise.all(clients)
      .catch((error) => this.faults.push(`a client failed: ${error instanceof Error ? error.stack : error}`))
      .finally(() => {
        this.over = true;
      });
    while (!this.over) {
      // Twice: what one turn of the event loop has answered may ask again.
      await setImmediate();
      await setImmediate();
      if (this.over) break;
      if (this.seconds > overAfter) this.faults.push(`not over after ${overAfter} s`);
      else if (!this.clock.step()) this.faults.push('nothing is left to wait for');
      if (this.faults.length > 0) break;
    }
    for (const process of this.processes) process.die();
    if (this.over) await all;
    await this.judge();
    return { faults: this.faults, log: this.lines };
  }

  /** A process that is started again whenever it dies. */
  private async keepUp(k: number, shared: boolean): Promise<void> {
    for (let life = 0; !this.over; life++) {
      const process = new Process(`process ${k}.${life}`, shared ? 'server' : 'embedded', this.world);
      this.processes.push(process);
      await Promise.race([process.death, this.live(process, k).catch((error) => this.unexpected(process, error))]);
      process.die();
      this.serving[k] = undefined;
      await pause(this.real, 1000 * (0.5 + 4 * this.random.float()));
    }
  }

  private unexpected(process: Process, error: unknown): void {
    // A start without a database ends the process; whoever keeps it running starts it again.
    if (process.alive && !isDatabaseFault(error))
      this.faults.push(`${process.name} ended: ${error instanceof Error ? error.stack : error}`);
  }

  private async live(process: Process, k: number): Promise<void> {
    const store = await storeOn(process, process.clock);
    this.serving[k] = store;
    this.world.log(`${process.name} is up`);
    const task = this.task(process);
    const silent = { run: task, close: () => {} };
    const tasks = { solve: silent, run: silent, label: silent, trial: silent };
    for (;;) {
      const stop = new AbortController();
      // Now and then workers are told to stop.
      if (this.random.int(4) === 0) process.clock.setTimeout(() => stop.abort(), 1000 * 20 * this.random.float());
      await work(store, { threads: 1 + this.random.int(2), program: '', signal: stop.signal }, tasks);
      this.world.log(`${process.name} stopped its workers`);
    }
  }

  private task(process: Process): Task['run'] {
    return async ({ id, attempt, input, progress }, { signal, report }) => {
      const { key, seconds, ends, crashes } = JSON.parse(input) as Wish;
      this.world.log(`${process.name} begins ${key}, attempt ${attempt} (${id.slice(0, 8)})`);
      let spent = progress?.seconds ?? 0;
      while (spent < seconds) {
        const step = Math.min(seconds - spent, 0.2 + 2 * this.random.float());
        await pause(process.clock, 1000 * step, signal);
        if (signal.aborted) throw new NeoLrpError('E_BUDGET', 'stopped from outside');
        if (this.random.float() < crashes) throw new NeoLrpError('E_INTERNAL', 'the thread of the job died');
        spent += step;
        const cost = costAfter(spent);
        report({
          progress: { stage: `attempt ${attempt}`, seconds: spent },
          ...(this.random.int(2) === 0 && { best: { cost, result: resultOf(key, cost) } }),
        });
      }
      if (ends === 'failed') throw new NeoLrpError('E_INFEASIBLE_DEMAND', 'there is no plan');
      const cost = costAfter(seconds);
      return { result: resultOf(key, cost), cost, progress: { stage: `attempt ${attempt}`, seconds } };
    };
  }

  private wish(key: string): Wish {
    const { random } = this;
    return {
      key,
      seconds: 4 * random.float() ** 2,
      ends: random.int(8) === 0 ? 'failed' : 'completed',
      crashes: random.int(8) === 0 ? 0.5 : 0,
    };
  }

  /** Asks until it is answered, of whichever process is up, as clients that know of Retry-After do. */
  private async ask<T>(question: (store: JobStore) => Promise<T>): Promise<T> {
    for (;;) {
      const k = this.random.int(this.serving.length);
      const [store, process] = [this.serving[k], this.processes.findLast(({ name }) => name.startsWith(`process ${k}.`))];
      if (store && process) {
        const dead = process.death.then(() => 'dead' as const);
        const answer = await Promise.race([question(store).then((value) => ({ value })), dead]).catch((error) => {
          if (!isDatabaseFault(error)) throw error;
          return 'gone' as const;
        });
        if (typeof answer === 'object') return answer.value;
      }
      await pause(this.real, 1000 * (0.2 + this.random.float()));
    }
  }

  private async client(k: number): Promise<void> {
    const { random } = this;
    const key = `job ${k}`;
    const wish = this.wish(key);
    const owner = `owner ${random.int(2)}`;
    await pause(this.real, 1000 * 3 * random.float());
    this.asked.set(key, wish);
    const submit = async (store: JobStore) =>
      (await store.submit(owner, { kind: 'solve', input: JSON.stringify(wish) }, { idempotencyKey: key, mostWaiting: 100 })).job;
    const { id } = await this.ask(submit);
    this.world.log(`${key} is accepted as ${id.slice(0, 8)}`);
    this.accepted.set(key, { id, wish });
    if (random.int(6) === 0 && (await this.ask(submit)).id !== id) this.faults.push(`${key} was doubled`);
    const cancels = random.int(5) === 0 ? this.seconds + 10 * random.float() : Number.POSITIVE_INFINITY;
    const seen: JobEvent[] = [];
    for (;;) {
      const events = await this.ask((store) => store.events(owner, id, seen.length));
      if (events === undefined) return void this.faults.push(`${key} is lost`);
      seen.push(...events);
      if (seen.some(({ type }) => isFinal(type as JobState))) break;
      if (this.seconds > cancels && !this.cancelled.has(key)) {
        this.cancelled.add(key);
        const state = (await this.ask((store) => store.cancel(owner, id)))?.state;
        this.world.log(`${key} is cancelled: ${state}`);
        if (state === undefined || !isFinal(state)) this.faults.push(`${key} was cancelled and is ${state}`);
      }
      await pause(this.real, 1000 * (1 + 3 * random.float()));
    }
    if (seen.some(({ sequence }, place) => sequence !== place + 1)) this.faults.push(`events of ${key} have gaps`);
  }

  /** Two parts of a batch, asked for by a process that may die and be started again. */
  private async batch(): Promise<void> {
    const wishes = ['part 0', 'part 1'].map((key) => ({ ...this.wish(key), ends: 'completed' as const, crashes: 0 }));
    for (const wish of wishes) this.asked.set(wish.key, wish);
    for (let life = 0; ; life++) {
      const process = new Process(`batch.${life}`, 'server', this.world);
      this.processes.push(process);
      const results = async () => {
        const batch = new JobBatch(await storeOn(process, process.clock));
        const parts = [];
        for (const wish of wishes) parts.push((await batch.ask({ kind: 'label', input: JSON.stringify(wish) })).result);
        return Promise.all(parts);
      };
      const told = await Promise.race([process.death, results()]).catch((error) => this.unexpected(process, error));
      process.die();
      if (told) {
        const wanted = wishes.map(({ key, seconds }) => resultOf(key, costAfter(seconds)));
        if (JSON.stringify(told) !== JSON.stringify(wanted)) this.faults.push(`a batch was told ${told.join(', ')}`);
        return;
      }
      await pause(this.real, 1000 * (0.5 + this.random.float()));
    }
  }

  /** What the database says afterwards. */
  private async judge(): Promise<void> {
    interface Row {
      readonly id: string;
      readonly state: JobState;
      readonly input: string;
      readonly attempts: number;
      readonly strikes: number;
      readonly cost: number | null;
      readonly result: string | null;
      readonly error: string | null;
      readonly told: readonly { readonly type: string; readonly cost?: number; readonly progress?: JobProgress }[];
    }
    const { rows } = await this.pglite.query<Row>(
      `select id, state, input, attempts, strikes, cost, result, error,
         (select json_agg(data::jsonb || jsonb_build_object('type', type) order by sequence) from neo_lrp.event where event.job = job.id) as told
       from neo_lrp.job order by input`,
    );
    const wrong = (key: string, what: string) => this.faults.push(`${key} ${what}`);
    for (const key of this.asked.keys()) {
      const own = rows.filter(({ input }) => (JSON.parse(input) as Wish).key === key);
      if (own.length !== 1) wrong(key, `has ${own.length} rows`);
    }
    for (const { id, state, input, attempts, strikes, cost, result, error, told } of rows) {
      const { key, ends, seconds } = JSON.parse(input) as Wish;
      const types = told.map(({ type }) => type);
      const count = (wanted: string) => types.filter((type) => type === wanted).length;
      const known = this.accepted.get(key);
      if (known && known.id !== id) wrong(key, 'is another job than its client was told');
      if (!isFinal(state)) wrong(key, `is ${state}`);
      if (types[0] !== 'queued' || types.at(-1) !== state || types.filter((type) => isFinal(type as JobState)).length !== 1)
        wrong(key, `is ${state} after ${types.join(', ')}`);
      if (count('started') + (error?.includes('got nowhere') ? 1 : 0) !== attempts)
        wrong(key, `was begun ${attempts} times: ${types.join(', ')}`);
      // A worker that lost its lease changes nothing.
      const late = told.find(
        ({ progress }, place) =>
          progress && progress.stage !== `attempt ${types.slice(0, place).filter((type) => type === 'started').length}`,
      );
      if (late) wrong(key, `was told of ${late.progress?.stage} after it had been begun again: ${types.join(', ')}`);
      const best = Math.min(...told.flatMap((event) => event.cost ?? []));
      if (cost !== null && cost > best) wrong(key, `has cost ${cost} after ${best} was told`);
      if (cost !== null && result !== resultOf(key, cost)) wrong(key, `has cost ${cost} and result ${result}`);
      if (state === 'completed' && (ends !== 'completed' || cost !== costAfter(seconds))) wrong(key, `is completed with ${cost}`);
      if (state === 'cancelled' && !this.cancelled.has(key)) wrong(key, 'is cancelled, and nobody asked for it');
      const hopeless = error?.includes('got nowhere') || error?.includes('the thread of the job died');
      if (state === 'failed' && !(ends === 'failed' && error?.includes('no plan')) && !(hopeless && strikes >= mostStrikes))
        wrong(key, `failed after ${strikes} strikes: ${error}`);
    }
  }
}

const costAfter = (seconds: number) => 100 - seconds;
const resultOf = (key: string, cost: number) => JSON.stringify({ key, cost });
