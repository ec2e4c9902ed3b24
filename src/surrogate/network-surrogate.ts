/**
 * A model applied to instances: embeddings and heads for the allocation, prices for what-if questions.
 *
 * A 'travel-and-routes' model works for any distance scale and vehicle cost. A 'cost' model was trained at one of each, S and V; for an
 * instance with s and F its cost is multiplied by s/S, and the remaining vehicle cost F − V·s/S is charged for Σ load, the least number of
 * vehicles. That term is zero if F/s = V/S, as on the paper's benchmarks.
 */
import type { Instance } from '../problem/instance.ts';
import { pooledSize } from './architecture.ts';
import type { Neighbourhood } from './context.ts';
import { nodeEmbeddings, setOutputs } from './evaluate-network.ts';
import { seesContext, seesOwn } from './features.ts';
import type { Model } from './model.ts';
import { applyRegressor, type Regressor } from './network.ts';
import { type DepotView, neighbourhoodOf, type Plane, planeOf, viewFrom, viewOfSet } from './plane.ts';
import type { CostHead, Embedded, Surrogate } from './surrogate.ts';
import { type CostTarget, denormalisation } from './target.ts';

interface Seen {
  readonly plane: Plane;
  readonly neighbourhood?: Neighbourhood;
  /** Embeddings around each depot, computed on demand. */
  readonly depots: (SeenDepot | undefined)[];
}

interface SeenDepot {
  readonly spread: number;
  readonly customers: Float64Array;
  readonly origin: Float64Array;
}

/** In a new process, with the context of customers; measured from 600 to 2,000 customers. */
const pairsPerSecond = { 'deep-sets': 80_000, 'graph-transformer': 11_000 } as const;

export class NetworkSurrogate implements Surrogate {
  readonly name: string;
  readonly pairsPerSecond: number;
  readonly model: Model;
  /** Absent if the network was not trained on sets by themselves. */
  readonly appraise?: NonNullable<Surrogate['appraise']>;
  /** Dimensions of the pooled embedding that ρ sees. */
  private readonly pooled: number;
  private readonly seen = new WeakMap<Instance, Seen>();

  constructor(model: Model) {
    this.name = model.card.name;
    this.model = model;
    this.pairsPerSecond = pairsPerSecond[model.network.shape.kind];
    this.pooled = pooledSize(model.network.shape);
    if (seesOwn(model.network.shape.features)) this.appraise = (...set) => this.priceOnItsOwn(...set);
  }

  embed(instance: Instance): Embedded {
    const { target } = this.model.card;
    const [depots, customers] = [instance.depots.length, instance.customers.length];
    const latent = this.pooled + (target.kind === 'cost' ? 1 : 0);
    const embeddings = new Float64Array(depots * customers * latent);
    const heads: CostHead[] = [];
    for (let d = 0; d < depots; d++) {
      const { plane } = this.look(instance);
      const depot = this.around(instance, d);
      for (let i = 0; i < customers; i++) {
        const at = (d * customers + i) * latent;
        embeddings.set(depot.customers.subarray(i * this.pooled, (i + 1) * this.pooled), at);
        if (latent > this.pooled) embeddings[at + this.pooled] = plane.load[i];
      }
      heads.push(this.head(plane, depot));
    }
    return { latent, embeddings, heads };
  }

  predict(instance: Instance, depot: number, customers: ArrayLike<number>): number {
    const { plane } = this.look(instance);
    const { outputs, spread } = this.outputs(instance, depot, customers);
    let load = 0;
    for (let c = 0; c < customers.length; c++) load += plane.load[customers[c]];
    return this.costOf(plane, outputs, spread, load);
  }

  private priceOnItsOwn(instance: Instance, depot: number, customers: ArrayLike<number>): number {
    const { plane } = this.look(instance);
    const view = viewOfSet(plane, instance.depots.length, depot, customers);
    const outputs = setOutputs(this.model.network, view, 0, view.x.length, view.spread);
    const load = view.load.reduce((sum, own) => sum + own, 0);
    return this.costOf(plane, outputs, view.spread, load);
  }

  private costOf({ distanceScale, vehicleCost }: Plane, outputs: Float64Array, spread: number, load: number): number {
    const { target } = this.model.card;
    if (target.kind === 'travel-and-routes') return distanceScale * spread * outputs[0] + vehicleCost * outputs[1];
    const { factor, offset } = denormalisation(target, spread);
    const { ratio, correction } = rescaling(target, distanceScale, vehicleCost);
    return ratio * (factor * outputs[0] + offset) + correction * load;
  }

  /** Travel (in cost units) and number of routes, for models that tell them apart. */
  predictParts(instance: Instance, depot: number, customers: ArrayLike<number>): { travel: number; routes: number } | undefined {
    if (this.model.card.target.kind !== 'travel-and-routes') return undefined;
    const { outputs, spread } = this.outputs(instance, depot, customers);
    return { travel: this.look(instance).plane.distanceScale * spread * outputs[0], routes: outputs[1] };
  }

  private outputs(instance: Instance, depot: number, customers: ArrayLike<number>): { outputs: Float64Array; spread: number } {
    const { customers: rows, origin, spread } = this.around(instance, depot);
    const z = origin.slice();
    for (let c = 0; c < customers.length; c++) for (let l = 0; l < this.pooled; l++) z[l] += rows[customers[c] * this.pooled + l];
    return { outputs: applyRegressor(this.model.network.rho, z), spread };
  }

  private head({ distanceScale, vehicleCost }: Plane, { spread, origin }: SeenDepot): CostHead {
    const { target } = this.model.card;
    const { rho } = this.model.network;
    if (target.kind === 'travel-and-routes') return foldHead(rho, origin, [distanceScale * spread, vehicleCost], 0, []);
    const { factor, offset } = denormalisation(target, spread);
    const { ratio, correction } = rescaling(target, distanceScale, vehicleCost);
    return foldHead(rho, origin, [ratio * factor], ratio * offset, [correction]);
  }

  private look(instance: Instance): Seen {
    const known = this.seen.get(instance);
    if (known) return known;
    const plane = planeOf(instance);
    const context = seesContext(this.model.network.shape.features);
    const fresh = { plane, depots: [], ...(context && { neighbourhood: neighbourhoodOf(plane, instance.depots.length) }) };
    this.seen.set(instance, fresh);
    return fresh;
  }

  private around(instance: Instance, depot: number): SeenDepot {
    const { plane, neighbourhood, depots } = this.look(instance);
    const known = depots[depot];
    if (known) return known;
    const view: DepotView = viewFrom(plane, instance.depots.length, depot, neighbourhood);
    const { customers, depot: origin } = nodeEmbeddings(this.model.network, view, 0, view.x.length, view.spread);
    const fresh = { spread: view.spread, customers, origin: origin ?? new Float64Array(this.pooled) };
    depots[depot] = fresh;
    return fresh;
  }
}

function rescaling({ distanceScale, vehicleCost }: CostTarget, scale: number, price: number): { ratio: number; correction: number } {
  const ratio = scale / distanceScale;
  const correction = price - vehicleCost * ratio;
  return { ratio, correction: Math.abs(correction) < 1e-9 * price ? 0 : correction };
}

/** Combines ρ's outputs, weighted by their prices, into one head; `extra` are linear coefficients of dimensions that ρ does not see. */
function foldHead(rho: Regressor, origin: Float64Array, prices: readonly number[], offset: number, extra: readonly number[]): CostHead {
  const { latent, units, outputs } = rho;
  const width = latent + extra.length;
  const weigh = (values: Float64Array, stride: number, at: number) => {
    let sum = 0;
    for (let h = 0; h < outputs; h++) sum += prices[h] * values[h * stride + at];
    return sum;
  };
  const linear = new Float64Array(width);
  let bias = offset + weigh(rho.bias, 1, 0);
  for (let l = 0; l < latent; l++) {
    linear[l] = weigh(rho.linear, latent, l);
    bias += linear[l] * origin[l];
  }
  linear.set(extra, latent);
  const hidden = new Float64Array(units * width);
  const hiddenBias = rho.hiddenBias.slice();
  for (let k = 0; k < units; k++)
    for (let l = 0; l < latent; l++) {
      hidden[k * width + l] = rho.hidden[k * latent + l];
      hiddenBias[k] += rho.hidden[k * latent + l] * origin[l];
    }
  return {
    scale: 1,
    bias,
    linear,
    hidden,
    hiddenBias,
    output: Float64Array.from({ length: units }, (_, k) => weigh(rho.output, units, k)),
  };
}
