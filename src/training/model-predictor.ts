/** A model put to the test on samples: its network's outputs as costs. */
import { setOutputs } from '../surrogate/evaluate-network.ts';
import type { Model } from '../surrogate/model.ts';
import { denormalisation } from '../surrogate/target.ts';
import type { Price, SamplePredictor } from './evaluate.ts';

/** The only price at which the model predicts; undefined for one that predicts travel and routes apart. */
export function ownPrice({ card: { target } }: Model): Price | undefined {
  return target.kind === 'cost' ? { distanceScale: target.distanceScale, vehicleCost: target.vehicleCost } : undefined;
}

export function modelPredictor({ card: { target }, network }: Model): SamplePredictor {
  return (samples, k, { distanceScale, vehicleCost }) => {
    const spread = samples.spread[k];
    const outputs = setOutputs(network, samples, samples.start[k], samples.start[k + 1], spread);
    if (target.kind === 'cost') {
      const { factor, offset } = denormalisation(target, spread);
      return factor * outputs[0] + offset;
    }
    return distanceScale * spread * outputs[0] + vehicleCost * outputs[1];
  };
}
