/** What routes share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Desk } from './desk.ts';
import type { Limits } from './limits.ts';
import type { Opened } from './opened.ts';

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose jobs the request may see. */
    owner: string;
  }
}

export interface Context {
  readonly opened: Opened;
  /** For what takes moments. */
  readonly desk: Desk;
  /** For what takes seconds, so that the rest need not wait for it. */
  readonly study: Desk;
  readonly limits: Limits;
  /** Fires when the service ends: whoever waits is sent away. */
  readonly closing: AbortSignal;
}
