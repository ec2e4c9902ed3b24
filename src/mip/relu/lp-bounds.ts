/**
 * Bounds on pre-activations from the linear relaxation of the whole model with the switch on: two LPs per neuron. They use what a knapsack
 * cannot (every customer is assigned, side constraints), but only pay off for concave neurons, which need binaries. Call it on a model that
 * has the caller's rows, then embed with these bounds.
 */

import type { Stop } from '../../run/stop.ts';
import { StopWatch } from '../../run/stop.ts';
import { type MipBuilder, relaxation, withObjective } from '../model.ts';
import type { MipSolver } from '../solver.ts';
import type { Bounds } from './bounds.ts';
import { type ReluNetwork, type SwitchedSum, switchedHead } from './head.ts';
import { neuronCase } from './table.ts';
import { preActivationBounds } from './tight.ts';

export interface LpBounds {
  readonly bounds: readonly Bounds[];
  /** The LP with the switch on has no solution: the switch may be fixed to 0. */
  readonly neverOn: boolean;
  /** How many neurons were concave before and need no binary now. */
  readonly settled: number;
}

export async function lpBounds(
  builder: MipBuilder,
  network: ReluNetwork,
  sum: SwitchedSum,
  solver: MipSolver,
  stop: Stop = {},
): Promise<LpBounds> {
  const head = switchedHead(network, sum);
  const bounds = [...preActivationBounds(builder, head, sum)];
  const relaxed = relaxation(builder.build());
  const lower = Float64Array.from(relaxed.lower);
  lower[sum.onOff] = 1;
  const switchedOn = { ...relaxed, lower };
  const watch = new StopWatch(stop);
  let settled = 0;

  for (let k = 0; k < head.hidden; k++) {
    const weight = head.outputWeights[k];
    if (neuronCase(weight, bounds[k]) !== 'concave') continue;
    const extreme = async (sign: 1 | -1) => {
      const cost = new Float64Array(relaxed.columnCount);
      sum.inputs.forEach((column, j) => {
        cost[column] = sign * head.preActivation[k][j];
      });
      return solver.solve(withObjective(switchedOn, cost, sign * head.biases[k]), { stop: watch.rest() });
    };
    const least = await extreme(1);
    if (least.status === 'infeasible') return { bounds, neverOn: true, settled };
    const most = await extreme(-1);
    // An interrupted LP still gives a valid bound, or −∞.
    bounds[k] = { lower: Math.max(bounds[k].lower, safely(least.bound)), upper: Math.min(bounds[k].upper, -safely(most.bound)) };
    if (neuronCase(weight, bounds[k]) !== 'concave') settled++;
    if (watch.interrupted()) break;
  }
  return { bounds, neverOn: false, settled };
}

/** Widens a bound by a little more than the solver's tolerance. */
function safely(bound: number): number {
  return bound - 1e-6 * Math.max(1, Math.abs(bound));
}
