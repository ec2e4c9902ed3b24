/**
 * A model applied to instances: embeddings and heads for the allocation, prices for what-if questions.
 *
 * A 'travel-and-routes' model works for any distance scale and vehicle cost. A 'cost' model was trained at one of each, S and V; for an
 * instance with s and F its cost is multiplied by s/S, and the remaining vehicle cost F − V·s/S is charged for Σ load, the least number of
 * vehicles. That term is zero if F/s = V/S, as on the paper's benchmarks.
 */
import type { Instance } from '../problem/instance.ts';
import { hasPeak, pooledSize, summedSize } from './architecture.ts';
import { localLength, type Neighbourhood } from './context.ts';
import { type NodeEmbeddings, nodeEmbeddings, pool, setOutputs } from './evaluate-network.ts';
import { seesContext, seesOwn } from './features.ts';
import { requireModel, type SurrogateModel } from './model.ts';
import { applyRegressor, isGraphTransformer, type Regressor } from './network.ts';
import { type DepotView, neighbourhoodOf, type Plane, planeOf, viewFrom, viewOfSet } from './plane.ts';
import type { CostHead, Embedded, Surrogate } from './surrogate.ts';
import { denormalisation } from './target.ts';
import { unseenByNetworks } from './unseen.ts';

interface Seen {
  readonly plane: Plane;
  readonly neighbourhood?: Neighbourhood;
  /** Embeddings around each depot, computed on demand. */
  readonly depots: (SeenDepot | undefined)[];
}

interface SeenDepot extends NodeEmbeddings {
  /** The length of 1: the spread P_d, or the local length. */
  readonly unit: number;
  /** Row of each customer, −1 where it has none; absent if all have their own. */
  readonly rowOf?: Int32Array;
}

/** Prices of ρ's outputs, what is paid without any, and the price of a load of one vehicle. */
interface Worth {
  readonly prices: readonly number[];
  readonly offset: number;
  readonly perLoad?: number;
}

/** In a new process, with the context of customers; measured from 600 to 2,000 customers. */
const pairsPerSecond = { 'deep-sets': 80_000, 'local-sets': 60_000, 'graph-transformer': 11_000 } as const;

/** A trained network as a surrogate, for `neuralMip` and `lagrangianAllocator`. */
export class NetworkSurrogate implements Surrogate {
  readonly name: string;
  readonly pairsPerSecond: number;
  /** Absent if the network was not trained on sets by themselves. */
  readonly appraise?: NonNullable<Surrogate['appraise']>;
  /** Dimensions that are sums over the customers, and all that ρ sees. */
  private readonly summed: number;
  private readonly pooled: number;
  private readonly seen = new WeakMap<Instance, Seen>();

  constructor(readonly model: SurrogateModel) {
    requireModel(model);
    this.name = model.card.name;
    this.pairsPerSecond = pairsPerSecond[model.network.shape.kind];
    this.summed = summedSize(model.network.shape);
    this.pooled = pooledSize(model.network.shape);
    if (seesOwn(model.network.shape.features)) this.appraise = (...set) => this.priceOnItsOwn(...set);
  }

  embed(instance: Instance, near?: Uint8Array): Embedded {
    const { target } = this.model.card;
    const [depots, customers] = [instance.depots.length, instance.customers.length];
    const latent = this.summed + (target.kind === 'cost' ? 1 : 0);
    const embeddings = new Float64Array(depots * customers * latent);
    const peaks = hasPeak(this.model.network.shape) ? new Float64Array(depots * customers) : undefined;
    const heads: CostHead[] = [];
    const { plane } = this.look(instance);
    for (let d = 0; d < depots; d++) {
      const depot = this.around(instance, d, near);
      for (let i = 0; i < customers; i++) {
        const row = depot.rowOf?.[i] ?? i;
        if (row < 0) continue;
        const at = (d * customers + i) * latent;
        embeddings.set(depot.customers.subarray(row * this.pooled, row * this.pooled + this.summed), at);
        if (latent > this.summed) embeddings[at + this.summed] = plane.load[i];
        if (peaks) peaks[d * customers + i] = depot.customers[(row + 1) * this.pooled - 1];
      }
      heads.push(foldHead(this.model.network.rho, this.summed, depot, this.worthOf(plane, depot.unit)));
    }
    return { latent, embeddings, heads, ...(peaks && { peaks }) };
  }

  predict(instance: Instance, depot: number, customers: ArrayLike<number>): number {
    const { plane } = this.look(instance);
    const some = this.around(instance, depot);
    const lacks = some.rowOf && Array.from(customers).some((i) => some.rowOf?.[i] === -1);
    const seen = lacks ? this.lookAround(instance, depot) : some;
    const rows = Array.from(customers, (i) => seen.rowOf?.[i] ?? i);
    const outputs = applyRegressor(this.model.network.rho, pool(seen, rows));
    const load = Array.from(customers).reduce((sum, i) => sum + plane.load[i], 0);
    return this.costOf(plane, outputs, seen.unit, load);
  }

  unseen(instance: Instance): readonly string[] {
    return unseenByNetworks(instance, this.model.card);
  }

  private priceOnItsOwn(instance: Instance, depot: number, customers: ArrayLike<number>): number {
    const { plane } = this.look(instance);
    const view = viewOfSet(plane, instance.depots.length, depot, customers);
    const unit = this.unitOf(view);
    const outputs = setOutputs(this.model.network, view, 0, view.x.length, unit);
    const load = view.load.reduce((sum, own) => sum + own, 0);
    return this.costOf(plane, outputs, unit, load);
  }

  private costOf(plane: Plane, outputs: Float64Array, unit: number, load: number): number {
    const { prices, offset, perLoad = 0 } = this.worthOf(plane, unit);
    return prices.reduce((sum, price, h) => sum + price * outputs[h], offset) + perLoad * load;
  }

  /** What ρ's outputs are worth around a depot. */
  private worthOf({ distanceScale, vehicleCost }: Plane, unit: number): Worth {
    const { target } = this.model.card;
    if (target.kind === 'travel-and-routes') return { prices: [distanceScale * unit, vehicleCost], offset: 0 };
    const { factor, offset } = denormalisation(target, unit);
    const ratio = distanceScale / target.distanceScale;
    const rest = vehicleCost - target.vehicleCost * ratio;
    return { prices: [ratio * factor], offset: ratio * offset, perLoad: Math.abs(rest) < 1e-9 * vehicleCost ? 0 : rest };
  }

  private unitOf({ spread, context }: DepotView): number {
    return context?.length && this.model.network.shape.kind === 'local-sets' ? localLength(context, 0) : spread;
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

  private around(instance: Instance, depot: number, near?: Uint8Array): SeenDepot {
    return this.look(instance).depots[depot] ?? this.lookAround(instance, depot, near);
  }

  /** Embeds the customers of a depot, or only those near it. A Graph Transformer always sees all. */
  private lookAround(instance: Instance, depot: number, near?: Uint8Array): SeenDepot {
    const { plane, neighbourhood, depots } = this.look(instance);
    const m = instance.depots.length;
    const partial = near && !isGraphTransformer(this.model.network);
    const positions = Int32Array.from(plane.load.keys()).filter((i) => !partial || near[i * m + depot] === 1);
    const view: DepotView = viewFrom(plane, m, depot, neighbourhood, positions);
    const unit = this.unitOf(view);
    const fresh: SeenDepot = {
      unit,
      ...nodeEmbeddings(this.model.network, view, 0, view.x.length, unit),
      ...(partial && { rowOf: rowsOf(positions, plane.load.length) }),
    };
    depots[depot] = fresh;
    return fresh;
  }
}

function rowsOf(positions: Int32Array, customers: number): Int32Array {
  const rowOf = new Int32Array(customers).fill(-1);
  positions.forEach((i, row) => {
    rowOf[i] = row;
  });
  return rowOf;
}

/**
 * Combines ρ's outputs, weighted by their prices, into one head of the sums: what the depot itself adds goes into the biases, the maximum
 * gets weights of its own. The load, which ρ does not see, comes last.
 */
function foldHead(
  rho: Regressor,
  summed: number,
  { depot: origin = new Float64Array(rho.latent), peak }: NodeEmbeddings,
  { prices, offset, perLoad }: Worth,
): CostHead {
  const { latent, units, outputs, second } = rho;
  const last = second?.biases.length ?? units;
  const width = summed + (perLoad === undefined ? 0 : 1);
  const weigh = (values: Float64Array, stride: number, at: number) => {
    let sum = 0;
    for (let h = 0; h < outputs; h++) sum += prices[h] * values[h * stride + at];
    return sum;
  };
  const all = Float64Array.from({ length: latent }, (_, l) => weigh(rho.linear, latent, l));
  const linear = new Float64Array(width);
  linear.set(all.subarray(0, summed));
  if (perLoad !== undefined) linear[summed] = perLoad;
  const hidden = new Float64Array(units * width);
  const hiddenBias = rho.hiddenBias.slice();
  for (let k = 0; k < units; k++) {
    hidden.set(rho.hidden.subarray(k * latent, k * latent + summed), k * width);
    for (let l = 0; l < latent; l++) hiddenBias[k] += rho.hidden[k * latent + l] * origin[l];
  }
  return {
    scale: 1,
    bias: offset + weigh(rho.bias, 1, 0) + all.reduce((sum, weight, l) => sum + weight * origin[l], 0),
    linear,
    hidden,
    hiddenBias,
    ...(second && { second }),
    output: Float64Array.from({ length: last }, (_, k) => weigh(rho.output, last, k)),
    ...(peak && {
      peak: {
        linear: all[latent - 1],
        hidden: Float64Array.from({ length: units }, (_, k) => rho.hidden[(k + 1) * latent - 1]),
      },
    }),
  };
}
