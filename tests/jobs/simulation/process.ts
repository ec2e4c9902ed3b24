/**
 * A process of the simulated service. At every question to the database the seed decides: it is answered, late, not at all, or the answer is
 * lost on its way; or the process dies there. The database itself is PGlite, and real: transactions that are cut short are rolled back by it.
 */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Database, Queryable } from '../../../src/jobs/database/database.ts';
import { NeoLrpError } from '../../../src/problem/errors.ts';
import { type Clock, pause } from '../../../src/run/clock.ts';
import type { Random } from '../../../src/run/random.ts';
import type { VirtualClock } from './clock.ts';

/** What all processes of a history share. */
export interface World {
  readonly pglite: PGlite;
  readonly clock: VirtualClock;
  readonly random: Random;
  /** Share of questions at which something goes wrong; 0 once it is to end well. */
  readonly chaos: () => number;
  readonly log: (line: string) => void;
  /** Who hears of messages of the database. */
  readonly listeners: Set<(message: string) => void>;
}

type Fate = 'answered' | 'late' | 'refused' | 'lost' | 'stuck' | 'death';
/** Each up to this share of what goes wrong. */
const fates: readonly (readonly [Fate, number])[] = [
  ['refused', 0.2],
  ['lost', 0.35],
  ['death', 0.5],
  ['stuck', 0.6],
  ['late', 1],
];

const never = new Promise<never>(() => {});
const gone = () => new NeoLrpError('E_DATABASE', 'the database is gone (simulated)');
/** Thrown into a transaction that its process leaves behind. */
const died = new Error('died');

export class Process implements Database {
  alive = true;
  readonly clock: Clock;
  /** Settles when the process dies. */
  readonly death: Promise<void>;
  private tellDeath: () => void = () => {};
  private readonly ends: (() => void)[] = [];

  constructor(
    readonly name: string,
    readonly kind: Database['kind'],
    private readonly world: World,
  ) {
    this.clock = world.clock.of(() => this.alive);
    this.death = new Promise((resolve) => {
      this.tellDeath = resolve;
    });
  }

  die(): void {
    if (!this.alive) return;
    this.world.log(`${this.name} dies`);
    this.alive = false;
    for (const end of this.ends) end();
    this.tellDeath();
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.ask(text, true, () => run<Row>(this.world, this.world.pglite, text, values));
  }

  transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T> {
    return this.ask('transaction', true, () =>
      this.world.pglite.transaction((within) => {
        const statement = <Row>(text: string, values?: readonly unknown[]) =>
          this.ask(text, false, () => run<Row>(this.world, within, text, values));
        return Promise.race([work({ query: statement }), this.death.then(() => Promise.reject(died))]);
      }),
    );
  }

  async listen(_channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>> {
    const listener = (message: string) => {
      // Messages may be lost: whoever waits looks for himself now and then.
      if (this.alive && this.world.random.float() >= this.world.chaos()) onMessage(message);
    };
    this.world.listeners.add(listener);
    const end = () => this.world.listeners.delete(listener);
    this.ends.push(end);
    await this.ask('listen', true, async () => {});
    return async () => void end();
  }

  async close(): Promise<void> {}

  /** `outside` a transaction a question may take very long; inside, all others would wait. */
  private async ask<T>(what: string, outside: boolean, answer: () => Promise<T>): Promise<T> {
    if (!this.alive) return never;
    const { random } = this.world;
    const fate = this.draw();
    if (fate !== 'answered') this.world.log(`${this.name} ${fate}: ${what.trim().slice(0, 40).replaceAll(/\s+/g, ' ')}`);
    if (fate === 'late') await pause(this.clock, 1000 * random.float());
    if (fate === 'stuck' && outside) await pause(this.clock, 1000 * (5 + 15 * random.float()));
    if (fate === 'refused') throw gone();
    // Half of the deaths are before the database hears of it, half after.
    if (fate === 'death' && random.int(2) === 0) this.die();
    if (!this.alive) return never;
    const value = await answer().catch((error) => (error === died ? never : Promise.reject(error)));
    if (fate === 'death') this.die();
    if (!this.alive) return never;
    if (fate === 'lost') throw gone();
    return value;
  }

  private draw(): Fate {
    const { random, chaos } = this.world;
    if (random.float() >= chaos()) return 'answered';
    const draw = random.float();
    return fates.find(([, upTo]) => draw < upTo)?.[0] ?? 'late';
  }
}

const told = new WeakMap<PGlite, number>();

async function run<Row>(world: World, connection: PGlite | Transaction, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { pglite, clock } = world;
  if (told.get(pglite) !== clock.time) {
    told.set(pglite, clock.time);
    await connection.exec(`set simulation.now = '${clock.time / 1000}'`);
  }
  if (values.length > 0) return (await connection.query<Row>(text, [...values])).rows;
  return (await connection.exec(text)).flatMap(({ rows }) => rows as Row[]);
}
