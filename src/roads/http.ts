/** JSON from a server that the user named, and from no other: redirects are refused. Servers that are busy are asked again, later and later. */
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';

export interface Server {
  /** What the user calls it, for messages. */
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the second attempt; doubled before each further one. */
  readonly pause?: number;
}

const attempts = 5;
/** Milliseconds that one answer may take. */
const patience = 120_000;

/** The body of the answer, whatever its status below 500: engines give their reasons in it. */
export async function askServer(
  { name, url, headers, pause = 500 }: Server,
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const failed = (how: string, cause?: unknown) => new NeoLrpError('E_SOLVER_FAILED', `${name} at ${url} ${how}`, {}, { cause });
  for (let attempt = 1; ; attempt++) {
    requireGoing(signal);
    const limit = AbortSignal.timeout(patience);
    const answer = await fetch(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((cause: Error) => cause);
    requireGoing(signal);
    const isBusy = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!isBusy || attempt === attempts) {
      if (answer instanceof Error) throw failed(`does not answer (${reasonOf(answer)})`, answer);
      const text = await answer.text();
      const parsed = parse(text);
      if (parsed !== undefined && !isBusy) return parsed;
      throw failed(`answers with status ${answer.status}${text ? `: ${text.slice(0, 200)}` : ''}`);
    }
    const asked = answer instanceof Error ? 0 : 1000 * Number(answer.headers.get('retry-after') ?? 0);
    await wait(Math.min(60_000, Math.max(asked || 0, pause * 2 ** (attempt - 1))), signal);
  }
}

/** What an engine says where it has no answer. */
const complaint = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
]);

/** The answer if it has the shape that the engine's documentation promises. */
export function accept<T>({ name, url }: Pick<Server, 'name' | 'url'>, answer: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const said = complaint.safeParse(answer);
  const how = said.success ? `says: ${said.data}` : `answers something unexpected: ${z.prettifyError(parsed.error)}`;
  throw new NeoLrpError('E_SOLVER_FAILED', `${name} at ${url} ${how}`);
}

export function requireGoing(signal?: AbortSignal): void {
  if (signal?.aborted)
    throw new NeoLrpError('E_BUDGET', 'stopped before all roads were known; what had come is kept, and the next run goes on');
}

const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message || String(Object(cause).code) : message);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wait = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
