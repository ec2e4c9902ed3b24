/**
 * The paper's search spaces (tables of hyperparameters, appendix). By default with our loss, and successive halving chooses the epochs.
 * Batch and layer norm, ReLU and Leaky ReLU in the Graph Transformer are left out; the paper chose neither.
 */
import type { Random } from '../run/random.ts';
import type { TrainingInput } from './trainer/config.ts';

export const searchSpaces = ['deep-sets', 'graph-transformer'] as const;
export type SearchSpace = (typeof searchSpaces)[number];

/** With epochs where the paper's are drawn. */
export type DrawnConfig = Omit<TrainingInput, 'epochs'> & Partial<Pick<TrainingInput, 'epochs'>>;

/** What the paper's own search draws beside, and in place of ours. */
const constantRate = { kind: 'adam', learningRate: 1e-3 } as const;

/** One point of the space, no wider than `mostWidth`: the widest networks of the table need a GPU, or days. All values are equally likely. */
export function drawConfig(
  space: SearchSpace,
  target: TrainingInput['target'],
  { mostWidth, paper = false }: { readonly mostWidth: number; readonly paper?: boolean | undefined },
  random: Random,
): DrawnConfig {
  const oneOf = <T>(...values: readonly T[]): T => values[random.int(values.length)];
  const width = (...values: readonly number[]) => oneOf(...values.filter((value, k) => k === 0 || value <= mostWidth));
  switch (space) {
    case 'deep-sets':
      return {
        name: 'deep-sets',
        target,
        architecture: {
          kind: 'deep-sets',
          features: ['x', 'y', 'load'],
          layers: oneOf(2, 3, 4, 5, 6),
          width: width(32, 64, 128, 256, 512, 1024, 2048),
          latent: oneOf(4, 6, 8),
          units: oneOf(4, 6, 8),
        },
        loss: paper ? 'mse' : 'relative',
        optimiser: paper ? constantRate : { ...constantRate, finalLearningRate: 1e-5 },
        batch: 32,
        patience: oneOf(15, 20),
        ...(paper && { epochs: oneOf(50, 100, 200, 400, 600, 800, 1000), replaceDeadUnits: false }),
      };
    case 'graph-transformer':
      return {
        name: 'graph-transformer',
        target,
        architecture: {
          kind: 'graph-transformer',
          features: ['x', 'y', 'depot', 'load'],
          layers: oneOf(2, 3, 4, 5),
          width: width(8, 16, 32, 64, 128),
          attentionHeads: oneOf(4, 8),
          dropout: oneOf(0, 0.1, 0.2, 0.3, 0.4, 0.5),
          latent: 6,
          units: 8,
          ...(paper && oneOf(true, false) && { gate: true }),
        },
        loss: paper ? oneOf('mse', 'huber', 'smooth-l1') : oneOf('mse', 'huber', 'smooth-l1', 'relative'),
        optimiser: { kind: 'schedule-free', learningRate: oneOf(0.1, 0.01, 0.001, 0.0001) },
        batch: oneOf(8, 16, 32, 64, 128),
        ...(paper && { epochs: 150, replaceDeadUnits: false }),
      };
  }
}
