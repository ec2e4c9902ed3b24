/** The cost that embeddings and heads stand for, by the formula of `CostHead`. */
import type { CostHead, Embedded } from '../../src/surrogate/surrogate.ts';

/** The head at a sum of embeddings. Not for an empty depot, which is closed and costs nothing. */
export function headCost(head: CostHead, z: ArrayLike<number>, peak = 0): number {
  const latent = head.linear.length;
  let cost = head.bias + (head.peak ? head.peak.linear * peak : 0);
  for (let l = 0; l < latent; l++) cost += head.linear[l] * z[l];
  for (let k = 0; k < head.output.length; k++) {
    let preActivation = head.hiddenBias[k] + (head.peak ? head.peak.hidden[k] * peak : 0);
    for (let l = 0; l < latent; l++) preActivation += head.hidden[k * latent + l] * z[l];
    if (preActivation > 0) cost += head.output[k] * preActivation;
  }
  return head.scale * cost;
}

/** Predicted routing cost of a depot's customers from existing embeddings. */
export function embeddedCost({ latent, embeddings, heads, peaks }: Embedded, depot: number, customers: ArrayLike<number>): number {
  const perDepot = embeddings.length / heads.length;
  const z = new Float64Array(latent);
  let peak = 0;
  for (let c = 0; c < customers.length; c++) {
    if (peaks) peak = Math.max(peak, peaks[(depot * perDepot) / latent + customers[c]]);
    const row = depot * perDepot + customers[c] * latent;
    for (let l = 0; l < latent; l++) z[l] += embeddings[row + l];
  }
  return headCost(heads[depot], z, peak);
}
