/**
 * CBC through its own program (`coinor-cbc` in Debian, `cbc` in Homebrew). The binary output is used, as the text output rounds to 8
 * digits.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../parallel/process.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { MipModel } from '../model.ts';
import { writeMps } from '../mps.ts';
import type { Answer, MipSolver } from '../solver.ts';
import { externalSolver } from './external.ts';

export function cbc(command = 'cbc'): MipSolver {
  let version: Promise<string> | undefined;
  const find = () => {
    version ??= runProgram({ name: 'cbc', command, args: ['-quit'], input: '', limit: 10 })
      .then((output) => /Version:\s*(\S+)/.exec(output)?.[1] ?? 'unknown')
      .catch((cause) => {
        throw new NeoLrpError('E_SOLVER_MISSING', `cbc is not installed or not on PATH ('${command}' cannot be run)`, {}, { cause });
      });
    return version;
  };
  return externalSolver({
    name: 'cbc',
    find,
    async run(model, { gap = 0, threads = 1, start }, { seconds, limit, signal }) {
      const folder = await mkdtemp(join(tmpdir(), 'neo-lrp-cbc-'));
      try {
        await writeFile(join(folder, 'model.mps'), writeMps(model));
        const args = ['model.mps', '-ratio', String(gap), '-timeMode', 'elapsed', '-threads', String(threads)];
        if (Number.isFinite(seconds)) args.push('-sec', String(seconds));
        if (start !== undefined) {
          await writeFile(join(folder, 'start.txt'), startText(start));
          args.push('-mipstart', 'start.txt');
        }
        args.push('-solve', '-solution', 'solution.txt', '-saveSolution', 'solution.bin', '-quit');
        const log = await runProgram({ name: 'cbc', command, args, input: '', cwd: folder, limit, signal });
        const verdict = (await readFile(join(folder, 'solution.txt'), 'utf8').catch(() => '')).split('\n', 1)[0];
        return readAnswer(model, log, verdict, await readFile(join(folder, 'solution.bin')).catch(() => undefined));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
}

function startText(start: Float64Array): string {
  return ['Stopped - objective value 0', ...Array.from(start, (value, column) => `${column} x${column} ${value} 0`), ''].join('\n');
}

function readAnswer(model: MipModel, log: string, verdict: string, binary: Buffer | undefined): Answer {
  const none = { points: [], stop: 'complete' } as const;
  if (/infeasible/i.test(verdict)) return { ...none, status: 'infeasible' };
  if (/unbounded/i.test(verdict) || /Problem is unbounded/i.test(log)) return { ...none, status: 'unbounded' };
  const optimal = verdict.startsWith('Optimal');
  if (!optimal && !verdict.startsWith('Stopped')) return { ...none, status: 'failed', notes: [`CBC's verdict was '${verdict}'`] };
  const found = binary === undefined || verdict.includes('no integer solution') ? undefined : readSolution(model, binary);
  const lower = /Lower bound:\s*(\S+)/.exec(log)?.[1];
  return {
    status: optimal ? 'optimal' : 'limit',
    points: found === undefined ? [] : [found.point],
    bound: lower !== undefined ? Number(lower) : optimal ? found?.objective : undefined,
    stop: optimal ? 'complete' : 'time',
  };
}

/** -saveSolution: two int32 (rows, columns), the objective, then doubles: row activities, row duals, column values, reduced costs. */
function readSolution(model: MipModel, binary: Buffer): { point: Float64Array; objective: number } | undefined {
  const columnsAt = 16 + 16 * model.rowCount;
  if (binary.length < columnsAt + 8 * model.columnCount || binary.readInt32LE(4) !== model.columnCount) return undefined;
  const point = Float64Array.from({ length: model.columnCount }, (_, column) => binary.readDoubleLE(columnsAt + 8 * column));
  return { point, objective: binary.readDoubleLE(8) };
}
