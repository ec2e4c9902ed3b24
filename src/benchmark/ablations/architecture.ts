/** Paper, section "Effect of Neural Architecture": Deep Sets against a Graph Transformer, as they ship. */
import { allocationTime, gapMeasure, modelGap, predictionError, totalTime } from '../measures.ts';
import { loadPublished } from '../reference.ts';
import type { Ablation } from './ablation.ts';
import { modelVariants } from './model-variants.ts';

export const architecture: Ablation = {
  name: 'architecture',
  question: 'Is a Graph Transformer a better surrogate than Deep Sets?',
  measures: [gapMeasure, predictionError, allocationTime, modelGap, totalTime],
  variants: modelVariants({ 'neo-ds': 'ds-scaled', 'neo-gt': 'gt-scaled' }),
  published: async () => (await loadPublished()).filter(({ method }) => method === 'NEO-DS' || method === 'NEO-GT'),
};
