/** The location model with the surrogate inside. */
import { type EmbeddedHead, type FormulationName, formulations } from '../mip/relu/formulation.ts';
import { type LocationModel, locationModel } from './location-model.ts';
import type { LocationProblem } from './location-problem.ts';
import { type Reduction, unreduced } from './reduction.ts';

export interface NeuralModel extends LocationModel {
  readonly heads: readonly EmbeddedHead[];
}

export const headName = (depot: number) => `d${depot}`;

export function neuralModel(
  problem: LocationProblem,
  formulation: FormulationName,
  reduction: Reduction = unreduced(problem),
): NeuralModel {
  const { depots, units, latent, embeddings, peaks, demand, capacity, heads } = problem;
  const location = locationModel(problem, reduction);
  const embedded: EmbeddedHead[] = [];
  for (let d = 0; d < depots; d++) {
    if (reduction.closed[d]) continue;
    const inside = [...demand.keys()].filter((u) => location.assign[d * units + u] >= 0);
    const rows = new Float64Array(inside.length * latent);
    inside.forEach((u, j) => {
      rows.set(embeddings.subarray((d * units + u) * latent, (d * units + u + 1) * latent), j * latent);
    });
    const sum = {
      name: headName(d),
      inputs: Int32Array.from(inside, (u) => location.assign[d * units + u]),
      embeddings: rows,
      ...(peaks && { peaks: Float64Array.from(inside, (u) => peaks[d * units + u]) }),
      onOff: location.open[d],
      ...(capacity[d] < Number.POSITIVE_INFINITY && {
        capacity: { demands: Float64Array.from(inside, (u) => demand[u]), limit: capacity[d] },
      }),
    };
    embedded.push(formulations[formulation](location.builder, heads[d], sum));
  }
  return { ...location, heads: embedded };
}
