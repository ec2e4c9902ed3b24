/**
 * The tight formulation: R in terms of the inputs (projection.ts), so that with y = 0 (hence w = 0) all terms vanish and the paper's
 * indicator constraints hold exactly without a big-M. A peak t is one more column with t ≥ p_j w_j, an input of every neuron.
 *
 * A convex neuron is minimised, so its epigraph is exact at every optimum: a ≥ x, a ≥ 0. Of a concave one the solver would raise a without
 * limit, so a binary s says whether it is on: the big-M form (Fischetti & Jo 2018) with the tightest constants, multiplied by the switch:
 *
 *     a ≥ x,   a ≥ 0,   a ≤ U s,   a ≤ x − L (y − s),   s ≤ y
 *
 * written with the negative part n = a − x ≥ 0 as a column of its own, so that the long expression x is in one row instead of two:
 *
 *     a − n = x,   a ≤ U s,   n ≤ −L (y − s)          (n ≥ 0 and L < 0 imply s ≤ y)
 */
import type { MipBuilder } from '../model.ts';
import type { EmbeddedHead } from './formulation.ts';
import { addPeak, inputsOf, peakAt, type ReluNetwork, type SwitchedSum } from './head.ts';
import { embedPaper } from './paper.ts';
import { project } from './projection.ts';

export function embedTight(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum): EmbeddedHead {
  // Projecting it onto the inputs takes one hidden layer.
  if (network.second) return embedPaper(builder, network, sum);
  const { name, inputs, onOff } = sum;
  const peak = addPeak(builder, network, sum);
  const { constant, linear, top, bent, neurons } = project(network, sum, inputsOf(builder, sum), peak?.most ?? 0);
  builder.addCost(onOff, constant);
  inputs.forEach((column, j) => {
    builder.addCost(column, linear[j]);
  });
  if (peak) builder.addCost(peak.column, top);
  const completions = bent.map(({ gains, bias, weight, lift, bounds: { lower, upper } }, k) => {
    const label = `${name}_n${k}`;
    const columns = [...inputs, ...(peak ? [peak.column] : []), onOff];
    const coefficients = [...gains, ...(peak ? [lift] : []), bias];
    const preActivationAt = (point: ArrayLike<number>) => columns.reduce((x, column, j) => x + coefficients[j] * point[column], 0);
    const activation = builder.addColumn({ name: `${label}_a`, upper, cost: weight });
    const excess = { columns: [activation, ...columns], coefficients: [1, ...coefficients.map((value) => -value)] };
    if (weight > 0) {
      builder.atLeast(excess, 0, { name: `${label}_above` });
      return (point: Float64Array) => {
        point[activation] = Math.max(0, preActivationAt(point));
      };
    }
    const negative = builder.addColumn({ name: `${label}_n`, upper: -lower });
    const on = builder.addBinary(0, `${label}_s`);
    builder.equal({ columns: [...excess.columns, negative], coefficients: [...excess.coefficients, -1] }, 0, { name: `${label}_parts` });
    builder.atMost({ columns: [activation, on], coefficients: [1, -upper] }, 0, { name: `${label}_off` });
    builder.atMost({ columns: [negative, onOff, on], coefficients: [1, lower, -lower] }, 0, { name: `${label}_on` });
    return (point: Float64Array) => {
      const x = preActivationAt(point);
      point[activation] = Math.max(0, x);
      point[negative] = Math.max(0, -x);
      point[on] = x > 0 ? 1 : 0;
    };
  });
  return {
    neurons,
    complete(point) {
      if (peak) point[peak.column] = peakAt(sum, point);
      for (const complete of completions) complete(point);
    },
  };
}
