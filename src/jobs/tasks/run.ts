/** One run of `neo-lrp solve` in a process of its own, as a benchmark makes it, on an instance and files that travel with the job. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { machineSchema, thisMachine } from '../../benchmark/record.ts';
import { runCommand } from '../../benchmark/solve-process.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Task } from './task.ts';

const file = z.object({ name: z.string().regex(/^[\w.-]+$/), hash: z.string() });

export const runInputSchema = z.object({
  release: z.string(),
  /** Hash of the instance in our own JSON. */
  instance: z.string(),
  /** Arguments of `solve` beside the file. */
  args: z.array(z.string()),
  /** Options whose value is a file: the path of the first of these takes the value's place. */
  files: z.record(z.string(), z.array(file).min(1)),
  /** Seconds after which it is killed. */
  limit: z.number().positive(),
  /** Anything, to run again what has a result already. */
  again: z.string().optional(),
});
export type RunInput = z.output<typeof runInputSchema>;

/** A run that fails has a result, too: the reason. */
export const runResultSchema = z.object({
  answer: z.discriminatedUnion('state', [
    z.object({ state: z.literal('solved'), stdout: z.string() }),
    z.object({ state: z.literal('failed'), code: z.string(), message: z.string() }),
  ]),
  machine: machineSchema,
  finished: z.string(),
});
export type RunResult = z.output<typeof runResultSchema>;

export const runTask: Task = {
  async run({ input }, { signal, blob, program }) {
    const { instance, args, files, limit } = runInputSchema.parse(JSON.parse(input));
    const folder = await mkdtemp(join(tmpdir(), 'neo-lrp-run-'));
    try {
      const save = async (name: string, hash: string) => {
        const path = join(folder, name);
        await writeFile(path, await blob(hash));
        return path;
      };
      const path = await save('instance.json', instance);
      const paths = new Map<string, string>();
      for (const [option, parts] of Object.entries(files)) {
        const [first] = await Promise.all(parts.map(({ name, hash }) => save(name, hash)));
        paths.set(option, first);
      }
      const here = args.map((arg, k) => paths.get(args[k - 1]) ?? arg);
      const answer = await attempt(() => runCommand([program, 'solve', path, ...here], { limit, signal }));
      if (signal.aborted) throw new NeoLrpError('E_BUDGET', 'stopped from outside');
      return { result: JSON.stringify({ answer, machine: thisMachine(), finished: new Date().toISOString() } satisfies RunResult) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  close() {},
};

async function attempt(run: () => Promise<string>): Promise<RunResult['answer']> {
  try {
    return { state: 'solved', stdout: await run() };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    return { state: 'failed', code: error.code, message: error.message };
  }
}
