/** Errors as problem documents (RFC 9457): the catalogue's code, title and status, the sentence, and the place. */
import type { FastifyError, FastifyReply } from 'fastify';
import { catalogue, type ErrorCode, NeoLrpError } from '../problem/errors.ts';

export const problemType = 'application/problem+json';

/** Seconds after which it is worth to ask again, by what was wrong. */
const retryAfter: Partial<Readonly<Record<ErrorCode, number>>> = { E_BUSY: 1, E_QUEUE_FULL: 5, E_DATABASE: 5 };

/** What the framework itself refuses, by its code. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'E_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'E_MEDIA_TYPE',
};

/** Defects go to `onDefect`; the client gets no details of them. */
export function asCoded(error: unknown, onDefect: (error: unknown) => void): NeoLrpError {
  if (error instanceof NeoLrpError && catalogue[error.code].http !== 500) return error;
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError>;
  if (Object.hasOwn(frameworkCodes, code)) return new NeoLrpError(frameworkCodes[code], message ?? '');
  if (!(error instanceof NeoLrpError) && statusCode >= 400 && statusCode < 500) return new NeoLrpError('E_USAGE', message ?? '');
  onDefect(error);
  return new NeoLrpError(
    error instanceof NeoLrpError ? error.code : 'E_INTERNAL',
    'this is a defect of the service; its operator finds more in the log',
  );
}

export function sendProblem(reply: FastifyReply, { code, reason, place, others }: NeoLrpError): FastifyReply {
  const { http: status, title } = catalogue[code];
  const seconds = retryAfter[code];
  if (seconds !== undefined) reply.header('Retry-After', seconds);
  if (code === 'E_KEY') reply.header('WWW-Authenticate', 'Bearer realm="neo-lrp"');
  const document = {
    type: `/docs#${code}`,
    title,
    status,
    // Further faults of the same files stand on lines of their own.
    detail: [reason, ...others.map(({ message }) => message)].join('\n'),
    code,
    ...(Object.keys(place).length > 0 && { place }),
  };
  return reply.code(status).type(problemType).header('Cache-Control', 'no-store').send(JSON.stringify(document));
}
