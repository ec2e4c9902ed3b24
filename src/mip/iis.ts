/**
 * Why a model has no solution: an irreducible set of row groups that contradict each other and the ungrouped rows. A deletion filter
 * (Chinneck & Dravnieks 1991) over groups instead of single rows: drop a group, and if the rest is still infeasible, it was not needed.
 * Each group that remains is necessary for the contradiction.
 */
import { type Stop, StopWatch } from '../run/stop.ts';
import { type MipModel, selectRows } from './model.ts';
import { hasSolution, type MipSolver } from './solver.ts';

export type Explanation =
  | {
      readonly status: 'contradiction';
      /** Names of the groups; empty if the ungrouped rows and bounds already contradict each other. */
      readonly groups: readonly string[];
      /** False if time ended before every group was tried: the set is infeasible, but may be larger than necessary. */
      readonly irreducible: boolean;
    }
  | { readonly status: 'feasible' }
  /** Time ended before the model was proved infeasible. */
  | { readonly status: 'unknown' };

export async function explainContradiction(model: MipModel, solver: MipSolver, stop: Stop = {}): Promise<Explanation> {
  const watch = new StopWatch(stop);
  const anyPoint = { ...model, cost: new Float64Array(model.columnCount), offset: 0 };
  const kept = new Set(model.groups.keys());

  const judge = async (): Promise<'feasible' | 'infeasible' | 'unknown'> => {
    const candidate = selectRows(anyPoint, (row) => model.rowGroup[row] < 0 || kept.has(model.rowGroup[row]));
    const result = await solver.solve(candidate, { stop: watch.rest() });
    if (hasSolution(result)) return 'feasible';
    return result.status === 'infeasible' ? 'infeasible' : 'unknown';
  };

  const whole = await judge();
  if (whole !== 'infeasible') return { status: whole };
  let irreducible = true;
  for (const group of [...kept]) {
    if (watch.interrupted()) {
      irreducible = false;
      break;
    }
    kept.delete(group);
    const verdict = await judge();
    if (verdict !== 'infeasible') kept.add(group);
    if (verdict === 'unknown') irreducible = false;
  }
  return { status: 'contradiction', groups: [...kept].sort((a, b) => a - b).map((group) => model.groups[group]), irreducible };
}
