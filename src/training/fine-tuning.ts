/** How a trained network is trained further. */
import type { SurrogateModel } from '../surrogate/model.ts';
import type { TrainingInput } from './trainer/config.ts';

/** As the network was trained, with shorter steps; one that is convex stays so. */
export function fineTuning({ network, card }: SurrogateModel, name: string, epochs: number, seed: number): TrainingInput {
  const local = network.shape.kind === 'local-sets';
  const isConvex = network.rho.output.every((weight) => weight >= 0);
  return {
    name,
    architecture: network.shape,
    target: card.target,
    loss: card.target.kind === 'cost' ? 'relative' : local ? 'shares' : 'parts',
    optimiser: { kind: 'adam', learningRate: 1e-3, finalLearningRate: 1e-5 },
    batch: 32,
    epochs,
    seed,
    augment: { turn: true },
    ...(isConvex && { freeUnits: 0 }),
    replaceDeadUnits: false,
  };
}
