/** Ours: the joint search after the paper's pipeline against the paper's pipeline alone, in the same time. */
import { gapMeasure, totalTime } from '../measures.ts';
import { loadPublished } from '../reference.ts';
import { type Ablation, optionVariants } from './ablation.ts';

export const improve: Ablation = {
  name: 'improve',
  question: 'What does the joint search add to allocation and routing?',
  measures: [gapMeasure, totalTime],
  variants: optionVariants({ improved: '--method neo-ds', 'neo-ds': '--method neo-ds --no-improve' }),
  published: async () => (await loadPublished()).filter(({ method }) => method === 'NEO-DS'),
};
