/**
 * The paper's search spaces (tables of hyperparameters, appendix), as far as our networks allow: graph norm, ELU and plain residuals are
 * fixed in our Graph Transformer, and successive halving chooses the epochs.
 */
import type { Random } from '../run/random.ts';
import type { TrainingInput } from './trainer/config.ts';

/** The values of each hyperparameter, equally likely. */
const deepSetsSpace = {
  latent: [4, 6, 8],
  layers: [2, 3, 4, 5, 6],
  width: [32, 64, 128, 256, 512, 1024, 2048],
  units: [4, 6, 8],
  patience: [15, 20],
} as const;

const graphTransformerSpace = {
  width: [8, 16, 32, 64, 128],
  layers: [2, 3, 4, 5],
  attentionHeads: [4, 8],
  dropout: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  batch: [8, 16, 32, 64, 128],
  learningRate: [0.1, 0.01, 0.001, 0.0001],
  loss: ['mse', 'huber', 'smooth-l1', 'relative'],
} as const;

export const searchSpaces = ['deep-sets', 'graph-transformer'] as const;
export type SearchSpace = (typeof searchSpaces)[number];

export type DrawnConfig = Omit<TrainingInput, 'epochs'>;

const pick = <T>(random: Random, list: readonly T[]) => list[random.int(list.length)];

/** One point of the space, no wider than `mostWidth`: the widest networks of the table need a GPU, or days. */
export function drawConfig(space: SearchSpace, target: TrainingInput['target'], mostWidth: number, random: Random): DrawnConfig {
  const widths = (list: readonly number[]) => list.filter((width, k) => k === 0 || width <= mostWidth);
  switch (space) {
    case 'deep-sets':
      return {
        name: 'deep-sets',
        target,
        architecture: {
          kind: 'deep-sets',
          features: ['x', 'y', 'load'],
          layers: pick(random, deepSetsSpace.layers),
          width: pick(random, widths(deepSetsSpace.width)),
          latent: pick(random, deepSetsSpace.latent),
          units: pick(random, deepSetsSpace.units),
        },
        loss: 'relative',
        optimiser: { kind: 'adam', learningRate: 1e-3, finalLearningRate: 1e-5 },
        batch: 32,
        patience: pick(random, deepSetsSpace.patience),
      };
    case 'graph-transformer':
      return {
        name: 'graph-transformer',
        target,
        architecture: {
          kind: 'graph-transformer',
          features: ['x', 'y', 'depot', 'load'],
          layers: pick(random, graphTransformerSpace.layers),
          width: pick(random, widths(graphTransformerSpace.width)),
          attentionHeads: pick(random, graphTransformerSpace.attentionHeads),
          dropout: pick(random, graphTransformerSpace.dropout),
          latent: 6,
          units: 8,
        },
        loss: pick(random, graphTransformerSpace.loss),
        optimiser: { kind: 'schedule-free', learningRate: pick(random, graphTransformerSpace.learningRate) },
        batch: pick(random, graphTransformerSpace.batch),
      };
  }
}
