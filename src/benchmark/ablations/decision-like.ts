/** Ours: a network trained on decision-like sets (cells of location instances) against the paper's recipe. */
import { allocationTime, gapMeasure, modelGap, predictionError } from '../measures.ts';
import type { Ablation } from './ablation.ts';
import { modelVariants } from './model-variants.ts';

export const decisionLike: Ablation = {
  name: 'decision-like',
  question: 'Does a surrogate decide better when it has learnt from sets such as its own decisions make?',
  measures: [gapMeasure, predictionError, allocationTime, modelGap],
  variants: modelVariants({ local: 'local', universal: 'universal', 'ds-scaled': 'ds-scaled', 'ds-unscaled': 'ds-unscaled' }),
};
