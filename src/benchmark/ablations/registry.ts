/** The ablations by name: the paper's, then ours. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Ablation } from './ablation.ts';
import { architecture } from './architecture.ts';
import { decisionLike } from './decision-like.ts';
import { formulation } from './formulation.ts';
import { improve } from './improve.ts';
import { normalisation } from './normalisation.ts';
import { router } from './router.ts';
import { sampleSize } from './sample-size.ts';
import { start } from './start.ts';
import { surrogate } from './surrogate.ts';

export const ablations: readonly Ablation[] = [
  surrogate,
  sampleSize,
  router,
  architecture,
  normalisation,
  formulation,
  start,
  improve,
  decisionLike,
];

export function findAblation(name: string): Ablation {
  const found = ablations.find((ablation) => ablation.name === name);
  if (found) return found;
  throw new NeoLrpError('E_USAGE', `there is no ablation '${name}'; choose one of ${ablations.map((one) => one.name).join(', ')}`, {
    field: 'name',
    value: name,
  });
}
