/** Training configurations: the paper's tables of hyperparameters, and the networks that ship. */
import { ranks } from '../surrogate/context.ts';
import { scaleFreeFeatures, surroundings } from '../surrogate/features.ts';
import type { TrainingInput } from './trainer/config.ts';

/** Paper, table of hyperparameters for NEO-DS, to the letter. */
const paperDeepSets = {
  architecture: { kind: 'deep-sets', features: ['x', 'y', 'load'], layers: 5, width: 32, latent: 6, units: 6 },
  loss: 'mse',
  optimiser: { kind: 'adam', learningRate: 1e-3 },
  batch: 32,
  epochs: 200,
  patience: 20,
  replaceDeadUnits: false,
} as const satisfies Partial<TrainingInput>;

/** Paper, table of hyperparameters for NEO-GT, to the letter; the encoding is shared by the attention heads. */
const paperGraphTransformer = {
  architecture: {
    kind: 'graph-transformer',
    features: ['x', 'y', 'depot', 'load'],
    layers: 5,
    width: 16,
    attentionHeads: 4,
    dropout: 0.3,
    latent: 6,
    units: 8,
  },
  loss: 'huber',
  optimiser: { kind: 'schedule-free', learningRate: 1e-3 },
  batch: 8,
  epochs: 50,
  replaceDeadUnits: false,
} as const satisfies Partial<TrainingInput>;

/** What φ sees of a customer: place and load as in the paper, and how it is placed among the others. */
const inputs: TrainingInput['architecture']['features'] = ['x', 'y', 'load', 'distance', ...surroundings];

/**
 * The paper's, with these changes: the loss is relative, since squared errors neglect small sets; the rate falls to 10⁻⁵; φ sees how a
 * customer is placed among the others; ρ has a linear term and convex units, so that the MIP needs no binaries for it (docs/lab/surrogates.md).
 */
const deepSets = {
  ...paperDeepSets,
  architecture: { ...paperDeepSets.architecture, features: inputs, latent: 8, units: 8, linear: true, sums: true },
  loss: 'relative',
  optimiser: { kind: 'adam', learningRate: 1e-3, finalLearningRate: 1e-5 },
  replaceDeadUnits: true,
  freeUnits: 0,
} as const satisfies Partial<TrainingInput>;

/**
 * The paper's learns sets that fill their own graph. Ours learns cells inside their instances, as the MIP asks, and on their own; without
 * the norm, which loses how large and how far things are (docs/lab/surrogates.md).
 */
const graphTransformer = {
  architecture: {
    kind: 'graph-transformer',
    features: ['x', 'y', 'depot', 'load', 'distance', ...surroundings, 'own'],
    layers: 4,
    width: 32,
    attentionHeads: 4,
    norm: false,
    latent: 16,
    units: 8,
    linear: true,
  },
  loss: 'relative',
  optimiser: { kind: 'adam', learningRate: 2e-3, finalLearningRate: 1e-5 },
  batch: 32,
  epochs: 12,
  augment: { turn: true, spread: [0.8, 1.6] },
  mostCustomers: 150,
} as const satisfies Partial<TrainingInput>;

/**
 * Two heads, so that one network serves every vehicle cost and distance scale; trained on cells of location instances. There the
 * surroundings of a customer are not those of its set, so ρ needs convex and concave units. It learns every cell twice, in the instance and
 * on its own, with a flag: known sets are then priced far better (docs/lab/surrogates.md).
 */
const universal = {
  architecture: { kind: 'deep-sets', features: [...inputs, 'own'], layers: 5, width: 32, latent: 16, units: 8, linear: true, sums: true },
  target: { kind: 'travel-and-routes' },
  loss: 'parts',
  optimiser: { kind: 'adam', learningRate: 1e-3, finalLearningRate: 1e-5 },
  batch: 32,
  epochs: 60,
  augment: { turn: true, spread: [0.8, 1.6] },
} as const satisfies Partial<TrainingInput>;

/** Without a unit of length, for geographies with far customers: see src/surrogate/sets.ts and docs/lab/surrogates.md. */
const local = {
  architecture: {
    kind: 'local-sets',
    features: ['load', ...scaleFreeFeatures, ...ranks, 'own'],
    layers: 5,
    width: 32,
    latent: 16,
    plain: 4,
    units: 8,
    linear: true,
  },
  target: { kind: 'travel-and-routes' },
  loss: 'shares',
  optimiser: { kind: 'adam', learningRate: 2e-3, finalLearningRate: 1e-5 },
  batch: 64,
  epochs: 24,
  augment: { turn: true },
  freeUnits: 0,
} as const satisfies Partial<TrainingInput>;

/** The literature's sets P and S, and plain distance. */
export const costTargets = {
  scaled: { kind: 'cost', distanceScale: 100, vehicleCost: 1000 },
  unscaled: { kind: 'cost', distanceScale: 1, vehicleCost: 0 },
} as const satisfies Record<string, TrainingInput['target']>;
const { scaled, unscaled } = costTargets;

/** Training configurations by name: those of the shipped models, and the paper's recipe. */
export const trainingPresets = {
  'ds-paper': { name: 'ds-paper', ...paperDeepSets, target: scaled },
  'ds-paper-unscaled': {
    name: 'ds-paper-unscaled',
    ...paperDeepSets,
    architecture: { ...paperDeepSets.architecture, layers: 3, width: 1024 },
    epochs: 600,
    patience: 15,
    target: unscaled,
  },
  'gt-paper': { name: 'gt-paper', ...paperGraphTransformer, target: scaled },
  'gt-paper-unscaled': {
    name: 'gt-paper-unscaled',
    ...paperGraphTransformer,
    architecture: { ...paperGraphTransformer.architecture, layers: 4, width: 128, gate: true },
    loss: 'smooth-l1',
    target: unscaled,
  },
  'ds-scaled': { name: 'ds-scaled', ...deepSets, target: scaled },
  // Of the size of the scaled one; the paper's is a hundred times the work.
  'ds-unscaled': { name: 'ds-unscaled', ...deepSets, target: unscaled },
  'gt-scaled': { name: 'gt-scaled', ...graphTransformer, target: scaled },
  universal: { name: 'universal', ...universal },
  local: { name: 'local', ...local },
} as const satisfies Record<string, TrainingInput>;
