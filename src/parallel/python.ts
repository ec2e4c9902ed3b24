/** Finds a Python interpreter that has a certain package: the user's choice, the project's `.peers/` environment, or the one on PATH. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { readAnswer, runProgram } from './process.ts';

export type PythonPackage =
  | { readonly state: 'present'; readonly interpreter: string; readonly version: string }
  | { readonly state: 'absent'; readonly reason: string };

/** The environment variable that names the interpreter; with it set, no other is tried. */
export const pythonVariable = 'NEO_LRP_PYTHON';

/** Seconds: importing a large package from a cold disk takes a while. */
export const pythonStartUp = 60;

/** Interpreters in the order they are tried. */
export function pythonCandidates(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const chosen = env[pythonVariable];
  if (chosen) return [chosen];
  const packageRoot = fileURLToPath(new URL('../..', import.meta.url));
  const inEnvironment = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python3'];
  const peers = [process.cwd(), packageRoot].map((root) => join(root, '.peers', ...inEnvironment)).filter((path) => existsSync(path));
  return [...new Set([...peers, process.platform === 'win32' ? 'python' : 'python3'])];
}

/** `probe` is Python that prints the package's version on its last line, or fails where the package cannot be used. */
export async function findPythonPackage(name: string, probe: string): Promise<PythonPackage> {
  const reasons: string[] = [];
  for (const interpreter of pythonCandidates()) {
    try {
      const output = await runProgram({ name, command: interpreter, args: ['-c', probe], input: '', limit: pythonStartUp });
      return { state: 'present', interpreter, version: output.trim().split(/\s*\n/).at(-1) ?? '' };
    } catch (error) {
      reasons.push(`${interpreter}: ${error instanceof Error ? lastClause(error.message) : String(error)}`);
    }
  }
  return { state: 'absent', reason: reasons.join('; ') };
}

/** The line of a traceback that names the fault. */
const lastClause = (message: string): string => message.split(' | ').at(-1) ?? message;

interface PythonRequest {
  /** What the user calls it, for messages. */
  readonly name: string;
  readonly interpreter: string;
  /** Python that prints `ready`, reads JSON from stdin, and prints JSON. */
  readonly driver: string;
  readonly request: object;
  readonly cwd?: string;
  /** Seconds after which it is killed. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export async function askPython<Answer>(
  { interpreter, driver, request, ...run }: PythonRequest,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const input = JSON.stringify(request);
  const stdout = await runProgram({ ...run, command: interpreter, args: ['-c', driver], input, startUp: pythonStartUp });
  return readAnswer(run.name, stdout, schema);
}
