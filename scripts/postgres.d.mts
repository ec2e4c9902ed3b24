export function findPostgres(): string | undefined;
export function installPostgres(): string | undefined;
export interface PostgresServer {
  readonly url: string;
  start(): void;
  stop(): void;
  remove(): void;
}
export function startPostgres(): Promise<PostgresServer>;
