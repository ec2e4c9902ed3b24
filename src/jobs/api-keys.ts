/** API keys: shown once, kept as digests. A key stands for an owner, who sees only the jobs made with it. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { NeoLrpError } from '../problem/errors.ts';
import type { Database } from './database/database.ts';
import { schema } from './database/migrations.ts';

export interface ApiKey {
  /** Owner of the jobs that are submitted with it; no secret. */
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly revoked?: string;
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly revoked: Date | null;
}

const prefix = 'neo_';
/** 256 random bits need no slow hash. */
const secretBytes = 32;
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export class ApiKeys {
  constructor(private readonly database: Database) {}

  /** The secret is returned here and never again. */
  async add(name: string): Promise<ApiKey & { readonly secret: string }> {
    const secret = `${prefix}${randomBytes(secretBytes).toString('base64url')}`;
    const [row] = await this.database.query<KeyRow>(
      `insert into ${schema}.api_key (id, name, digest) values ($1, $2, $3) returning id, name, created, revoked`,
      [randomUUID(), name, digestOf(secret)],
    );
    return { ...asKey(row), secret };
  }

  /** Oldest first, those that were revoked included. */
  async list(): Promise<ApiKey[]> {
    return (await this.database.query<KeyRow>(`select id, name, created, revoked from ${schema}.api_key order by created, id`)).map(asKey);
  }

  /** By id or, where only one has it, by name. */
  async revoke(key: string): Promise<ApiKey> {
    const known = (await this.list()).filter(({ id, name, revoked }) => revoked === undefined && (id === key || name === key));
    if (known.length !== 1)
      throw new NeoLrpError(
        'E_USAGE',
        known.length === 0 ? `there is no valid key '${key}'` : `several keys are called '${key}'; name one by its id`,
        { value: key },
      );
    const [row] = await this.database.query<KeyRow>(
      `update ${schema}.api_key set revoked = now() where id = $1 returning id, name, created, revoked`,
      [known[0].id],
    );
    return asKey(row);
  }

  /** The key of the secret, unless it is unknown or revoked. Digests are compared by an index, so response times reveal nothing about the secret. */
  async check(secret: string): Promise<ApiKey | undefined> {
    const [row] = await this.database.query<KeyRow>(
      `select id, name, created, revoked from ${schema}.api_key where digest = $1 and revoked is null`,
      [digestOf(secret)],
    );
    return row && asKey(row);
  }
}

const asKey = ({ id, name, created, revoked }: KeyRow): ApiKey => ({
  id,
  name,
  created: created.toISOString(),
  ...(revoked && { revoked: revoked.toISOString() }),
});
