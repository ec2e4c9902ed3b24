/** What is learnt: targets of each sample, the loss and its derivative, and the cost used for validation. */
import { denormalisation, outputCount, type Target } from '../../surrogate/target.ts';
import type { SampleSet } from '../sample.ts';
import type { TrainingConfig } from './config.ts';

/** Price of a route in units of P, to weight travel against routes: 1000 per vehicle at 100 per unit of distance, P ≈ 67. */
const routePrice = 0.15;
/** Loss 'shares': price of a route as a share of its mean travel, and how much an error of routes alone counts. */
const routeShare = 0.3;
const routesAlone = 0.25;
/** Customers at the depot itself have no travel to be a share of. */
const leastTarget = 1e-4;
/** Keeps sets that cost almost nothing from dominating the relative loss. */
const costFloor = 0.02;
/** Relative errors count squared up to about this size and linearly beyond: small cells gain more than large ones lose. */
const softness = 0.1;

export class Objective {
  readonly outputs: number;
  /** How far a cost of 0 is below a target of 0: N3 and N4 begin at the cheapest set. */
  private readonly zero: number;

  private constructor(
    /** With the range of N3 and N4 taken from the training set. */
    readonly target: Target,
    /** Networks learn targets over their mean; this is folded back into the exported weights. */
    readonly outputScale: Float64Array,
    private readonly loss: TrainingConfig['loss'],
  ) {
    this.outputs = outputScale.length;
    const { factor, offset } = target.kind === 'cost' ? denormalisation(target, 1) : { factor: 1, offset: 0 };
    this.zero = offset / factor / outputScale[0];
  }

  static of(config: Pick<TrainingConfig, 'target' | 'loss'>, training: SampleSet): Objective {
    const target = withRange(config.target, training);
    const unscaled = new Objective(target, new Float64Array(outputCount(target)).fill(1), config.loss);
    const mean = new Float64Array(unscaled.outputs);
    const values = new Float64Array(unscaled.outputs);
    // Local lengths differ by orders of magnitude, so that the few largest would make up an arithmetic mean.
    const geometric = config.loss === 'shares';
    const level = (value: number) => (geometric ? Math.log(Math.max(value, 1e-9)) : value);
    for (let k = 0; k < training.count; k++) {
      unscaled.targets(training, k, 1, values);
      for (let h = 0; h < mean.length; h++) mean[h] += level(Math.abs(values[h])) / training.count;
    }
    return new Objective(
      target,
      mean.map((value) => (geometric ? Math.exp(value) : value || 1)),
      config.loss,
    );
  }

  /** Targets of sample k in units of their means, with its spread multiplied by `stretch`. */
  targets(set: SampleSet, k: number, stretch: number, out: Float64Array): void {
    const spread = set.spread[k] * stretch;
    if (this.target.kind === 'cost') {
      const { factor, offset } = denormalisation(this.target, spread);
      const cost = this.target.distanceScale * set.travel[k] + this.target.vehicleCost * set.routes[k];
      out[0] = (cost - offset) / factor / this.outputScale[0];
    } else {
      out[0] = set.travel[k] / spread / this.outputScale[0];
      out[1] = set.routes[k] / this.outputScale[1];
    }
  }

  /** The loss of the outputs from `at` on; its derivative by each of them goes to the same position of `gradient`. */
  lossAndGradient(outputs: Float64Array, at: number, targets: Float64Array, gradient: Float64Array): number {
    if (this.loss === 'relative') {
      const weight = 1 / (targets[0] + this.zero + costFloor);
      const { value, slope } = soft(weight * (outputs[at] - targets[0]));
      gradient[at] = weight * slope;
      return value;
    }
    if (this.loss === 'shares') {
      const trueTravel = Math.max(targets[0], leastTarget);
      const travel = (outputs[at] - targets[0]) / trueTravel;
      const routes = outputs[at + 1] / targets[1] - 1;
      const ofTravel = soft(travel);
      const ofRoutes = soft(routes);
      const ofBoth = soft((travel + routeShare * routes) / (1 + routeShare));
      gradient[at] = (ofTravel.slope + ofBoth.slope / (1 + routeShare)) / trueTravel;
      gradient[at + 1] = (routesAlone * ofRoutes.slope + (ofBoth.slope * routeShare) / (1 + routeShare)) / targets[1];
      return ofTravel.value + routesAlone * ofRoutes.value + ofBoth.value;
    }
    if (this.loss !== 'parts') {
      const error = outputs[at] - targets[0];
      if (this.loss === 'mse' || Math.abs(error) <= 1) {
        gradient[at] = this.loss === 'mse' ? 2 * error : error;
        return this.loss === 'mse' ? error * error : 0.5 * error * error;
      }
      gradient[at] = Math.sign(error);
      return Math.abs(error) - 0.5;
    }
    const travelScale = this.outputScale[0];
    const routeScale = routePrice * this.outputScale[1];
    const travel = (outputs[at] - targets[0]) * travelScale;
    const routes = (outputs[at + 1] - targets[1]) * routeScale;
    const weight = 1 / (targets[0] * travelScale + targets[1] * routeScale + costFloor);
    const ofTravel = soft(weight * travel);
    const ofRoutes = soft(weight * routes);
    const ofBoth = soft(weight * (travel + routes));
    gradient[at] = weight * travelScale * (ofTravel.slope + ofBoth.slope);
    gradient[at + 1] = weight * routeScale * (ofRoutes.slope + ofBoth.slope);
    return ofTravel.value + ofRoutes.value + ofBoth.value;
  }

  /** The cost that the outputs (or targets) from `at` on stand for; derivatives by each output go to `slope`, if given. */
  cost(set: SampleSet, k: number, stretch: number, outputs: Float64Array, at = 0, slope?: Float64Array): number {
    const spread = set.spread[k] * stretch;
    if (this.target.kind === 'cost') {
      const { factor, offset } = denormalisation(this.target, spread);
      if (slope) slope[0] = factor * this.outputScale[0];
      return factor * outputs[at] * this.outputScale[0] + offset;
    }
    const travelPrice = spread * this.outputScale[0];
    const price = this.loss === 'shares' ? (routeShare * set.travel[k]) / set.routes[k] : routePrice * spread;
    const vehiclePrice = price * this.outputScale[1];
    if (slope) {
      slope[0] = travelPrice;
      slope[1] = vehiclePrice;
    }
    return travelPrice * outputs[at] + vehiclePrice * outputs[at + 1];
  }
}

/** √(e² + δ²) − δ (Charbonnier et al. 1994), and its derivative. */
function soft(error: number): { readonly value: number; readonly slope: number } {
  const root = Math.sqrt(error * error + softness * softness);
  return { value: root - softness, slope: error / root };
}

function withRange(target: Target, { count, travel, routes, spread }: SampleSet): Target {
  if (target.kind !== 'cost' || target.normalisation === 'N1' || target.normalisation === 'N2') return target;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const cost = target.distanceScale * travel[k] + target.vehicleCost * routes[k];
    const value = target.normalisation === 'N4' ? cost / spread[k] : cost;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { ...target, range: [low, high > low ? high : low + 1] };
}
