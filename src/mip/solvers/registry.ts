/** The solvers by name, and which of them are installed. */
import { isText, requireArgument } from '../../problem/arguments.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { MipSolver } from '../solver.ts';
import { cbc } from './cbc.ts';
import { gurobi } from './gurobi.ts';
import { HighsSolver } from './highs.ts';
import { scip } from './scip.ts';

const solvers = {
  highs: () => new HighsSolver(),
  gurobi,
  cbc: () => cbc(),
  scip,
} as const satisfies Record<string, () => MipSolver>;

type MipSolverName = keyof typeof solvers;

export const mipSolverNames = Object.keys(solvers) as readonly MipSolverName[];

export function mipSolver(name: string): MipSolver {
  requireArgument(isText(name), 'mipSolver', 'the name of a MIP solver');
  if (!Object.hasOwn(solvers, name)) {
    throw new NeoLrpError('E_USAGE', `there is no MIP solver '${name}'; choose one of ${mipSolverNames.join(', ')}`);
  }
  return solvers[name as MipSolverName]();
}

/** A solver that is installed; throws E_SOLVER_MISSING otherwise, before any work is done. */
export async function findMipSolver(name: string): Promise<MipSolver> {
  const solver = mipSolver(name);
  const found = await probe(name as MipSolverName);
  if (found.available) return solver;
  throw new NeoLrpError('E_SOLVER_MISSING', `MIP solver '${name}' is not installed: ${found.reason}`, { field: 'mipSolver' });
}

type Availability =
  | { readonly name: MipSolverName; readonly available: true; readonly version: string }
  | { readonly name: MipSolverName; readonly available: false; readonly reason: string };

/** Checks which solvers are installed. HiGHS always is. */
export function availableMipSolvers(): Promise<Availability[]> {
  return Promise.all(mipSolverNames.map(probe));
}

async function probe(name: MipSolverName): Promise<Availability> {
  try {
    return { name, available: true, version: (await mipSolver(name).find?.()) ?? 'bundled' };
  } catch (error) {
    return { name, available: false, reason: (error as Error).message };
  }
}
