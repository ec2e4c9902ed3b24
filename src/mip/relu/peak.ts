/** A maximum over the inputs as one continuous column: t ≥ p_j w_j for all j, exact because the objective does not fall in t. */
import type { MipBuilder } from '../model.ts';
import type { ReluNetwork, SwitchedSum } from './head.ts';

/** The column t with its rows, without a cost, and the most it can be; undefined for a network without one. */
export function addPeak(
  builder: MipBuilder,
  network: ReluNetwork,
  { name, inputs, peaks }: SwitchedSum,
): { readonly column: number; readonly most: number } | undefined {
  if (!network.peak || !peaks) return undefined;
  const most = peaks.reduce((top, own, j) => (builder.bounds(inputs[j])[1] > 0 ? Math.max(top, own) : top), 0);
  const column = builder.addColumn({ name: `${name}_t`, upper: most });
  inputs.forEach((input, j) => {
    if (peaks[j] > 0) builder.atLeast({ columns: [column, input], coefficients: [1, -peaks[j]] }, 0, { name: `${name}_t${j}` });
  });
  return { column, most };
}
