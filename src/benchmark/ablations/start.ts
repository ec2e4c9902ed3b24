/** Ours: the joint search from the surrogate's decisions against the joint search alone, in the same time. */
import { gapMeasure } from '../measures.ts';
import { type Ablation, optionVariants } from './ablation.ts';

export const start: Ablation = {
  name: 'start',
  question: 'Does the joint search end better where the surrogate decides first?',
  measures: [gapMeasure],
  variants: optionVariants({ 'neural-start': '--method neo-ds', 'search-alone': '--method search' }),
};
