/** Tests a model on samples: compares its predicted costs with the labels. */
import { setOutputs } from '../surrogate/evaluate-network.ts';
import { seesOwn } from '../surrogate/features.ts';
import type { Model } from '../surrogate/model.ts';
import { denormalisation, type Price } from '../surrogate/target.ts';
import { type Evaluation, evaluate, type SamplePredictor } from './evaluate.ts';
import { inLocalLengths, membersOf, onTheirOwn, type SampleSet } from './sample.ts';

/** 100 per unit of distance and 1000 per vehicle, as in sets P and S. */
const usualPrice: Price = { distanceScale: 100, vehicleCost: 1000 };

/** The price is for models that predict travel and routes separately; others have their own. */
export function evaluateModel(model: Model, samples: SampleSet, price: Price = usualPrice): Evaluation {
  const { card, network } = model;
  const { target } = card;
  const fitting = target.kind === 'cost' ? { distanceScale: target.distanceScale, vehicleCost: target.vehicleCost } : price;
  const measured = (seen: SampleSet) => (network.shape.kind === 'local-sets' ? inLocalLengths(seen) : seen);
  const on = (seen: SampleSet) => evaluate(card.name, modelPredictor(model), measured(seen), fitting);
  return seesOwn(network.shape.features) ? { ...on(onTheirOwn(samples)), embedded: on(samples) } : on(samples);
}

/** Samples are used as they are: inside their instance, or on their own. */
function modelPredictor({ card: { target }, network }: Model): SamplePredictor {
  return (samples, k, { distanceScale, vehicleCost }) => {
    const spread = samples.spread[k];
    const outputs = setOutputs(network, samples, samples.start[k], samples.start[k + 1], spread, { members: membersOf(samples, k) });
    if (target.kind === 'cost') {
      const { factor, offset } = denormalisation(target, spread);
      return factor * outputs[0] + offset;
    }
    return distanceScale * spread * outputs[0] + vehicleCost * outputs[1];
  };
}
