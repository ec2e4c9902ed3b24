/**
 * The paper's baseline FLP-VRP: a capacitated facility location problem on direct travel costs, c_id for every customer of a depot (its
 * section on validating location-allocation decisions). For the other code here it is a surrogate without neurons.
 */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { CostHead, Embedded, Surrogate } from '../surrogate/surrogate.ts';
import type { Allocator } from './allocation.ts';
import { type NeuralMipOptions, neuralMip } from './neural-mip.ts';

export function facilityLocation(options: NeuralMipOptions = {}): Allocator {
  return { ...neuralMip(directDistances, options), name: 'flp' };
}

const sum: CostHead = {
  scale: 1,
  bias: 0,
  linear: Float64Array.of(1),
  hidden: new Float64Array(0),
  hiddenBias: new Float64Array(0),
  output: new Float64Array(0),
};

export const directDistances: Surrogate = {
  name: 'direct distances',
  proxy: true,
  embed: (instance): Embedded => {
    const cost = directCost(instance);
    const { depots, customers } = instance;
    return {
      latent: 1,
      embeddings: Float64Array.from({ length: depots.length * customers.length }, (_, k) =>
        cost(Math.floor(k / customers.length), k % customers.length),
      ),
      heads: depots.map(() => sum),
    };
  },
  predict: (instance, depot, customers) => {
    const cost = directCost(instance);
    return Array.from(customers).reduce((total, customer) => total + cost(depot, customer), 0);
  },
};

/** One way; the mean of both directions if they differ. For missing arcs of a matrix, twice its largest. */
function directCost(instance: Instance): (depot: number, customer: number) => number {
  const { cost, symmetric, size } = modelOf(instance).travel;
  const { depots } = instance;
  let dearest = 0;
  if (instance.travel.kind === 'matrix')
    for (let d = 0; d < depots.length; d++)
      for (let to = depots.length; to < size; to++) {
        const way = cost(d, to);
        if (Number.isFinite(way)) dearest = Math.max(dearest, way);
      }
  return (depot, customer) => {
    const place = depots.length + customer;
    const way = symmetric ? cost(depot, place) : (cost(depot, place) + cost(place, depot)) / 2;
    return Number.isFinite(way) ? way : 2 * dearest;
  };
}
