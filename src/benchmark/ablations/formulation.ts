/**
 * Ours: the tight formulation of the network in the MIP against the paper's literal one (indicators and big-M). The gap is a tenth of the
 * default, because the Lagrangian heuristic would often prove that one before any MIP is solved.
 */
import { allocationTime, gapMeasure, modelGap } from '../measures.ts';
import { type Ablation, optionVariants } from './ablation.ts';

export const formulation: Ablation = {
  name: 'formulation',
  question: 'What does the tight formulation of the network save over the literal one?',
  measures: [allocationTime, modelGap, gapMeasure],
  variants: optionVariants({
    tight: '--method neo-ds --no-improve --mip-gap 0.001 --formulation tight',
    literal: '--method neo-ds --no-improve --mip-gap 0.001 --formulation paper',
  }),
};
