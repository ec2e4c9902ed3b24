/** Paper, section "Effect of Target Normalization": networks that learn the raw cost, cost over P, and both between 0 and 1. */
import { NeoLrpError } from '../../problem/errors.ts';
import { normalisations } from '../../surrogate/target.ts';
import { gapMeasure, predictionError, totalTime } from '../measures.ts';
import { loadPublished } from '../reference.ts';
import type { Ablation } from './ablation.ts';
import { trainingTable } from './training-table.ts';

/** The paper's 110,000 sets would take four times the training of the largest network in `sample-size`. */
const defaultSize = 11_000;

export const normalisation: Ablation = {
  name: 'normalisation',
  question: 'Which normalisation of the routing cost should a network learn?',
  trains: true,
  measures: [gapMeasure, predictionError, totalTime],
  published: () => loadPublished('normalisation'),
  async variants({ sizes = [defaultSize], train }) {
    if (sizes.length > 1) throw new NeoLrpError('E_USAGE', 'all normalisations learn from the same number of sets', { field: '--sizes' });
    return train(normalisations.map((name) => ({ variant: name, samples: sizes[0], normalisation: name })));
  },
  findings: async ({ trained }) => ({ tables: [trainingTable('normalisation', 'normalisation', trained)], figures: [] }),
};
