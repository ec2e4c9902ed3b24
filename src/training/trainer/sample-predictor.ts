/** A model asked for the routing cost of samples, as evaluation does: each sample with its own spread, and its own graph. */
import { setOutputs } from '../../surrogate/evaluate-network.ts';
import type { Model } from '../../surrogate/model.ts';
import { denormalisation } from '../../surrogate/target.ts';
import type { SamplePredictor } from '../evaluate.ts';

/** A model of 'cost' is adapted to other prices as NetworkSurrogate does it. */
export function samplePredictor({ card, network }: Model): SamplePredictor {
  const { target } = card;
  return (samples, k, { distanceScale, vehicleCost }) => {
    const [from, to, spread] = [samples.start[k], samples.start[k + 1], samples.spread[k]];
    const outputs = setOutputs(network, samples, from, to, spread);
    if (target.kind === 'travel-and-routes') return distanceScale * spread * outputs[0] + vehicleCost * outputs[1];
    const { factor, offset } = denormalisation(target, spread);
    const ratio = distanceScale / target.distanceScale;
    let load = 0;
    for (let i = from; i < to; i++) load += samples.load[i];
    return ratio * (factor * outputs[0] + offset) + (vehicleCost - target.vehicleCost * ratio) * load;
  };
}
