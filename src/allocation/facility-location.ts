/**
 * Decisions by formulas that nobody trained: the paper's baseline FLP-VRP, which is facility location on direct travel costs (its section on
 * validating location-allocation decisions), and a textbook estimate of routes. For all other code they are surrogates without neurons.
 */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { CostHead, Surrogate } from '../surrogate/surrogate.ts';
import type { Allocator } from './allocation.ts';
import { type NeuralMipOptions, neuralMip } from './neural-mip.ts';

export function facilityLocation(options: NeuralMipOptions = {}): Allocator {
  return { ...neuralMip(directDistances, options), name: 'flp' };
}

const none = new Float64Array(0);
const sum: CostHead = { scale: 1, bias: 0, linear: Float64Array.of(1), hidden: none, hiddenBias: none, output: none };

/** Every customer has a price at every depot: prices[depot · customers + customer]. */
const formula = (name: string, pricesOf: (instance: Instance) => Float64Array): Surrogate => ({
  name,
  embed: (instance) => ({ latent: 1, embeddings: pricesOf(instance), heads: instance.depots.map(() => sum) }),
  predict: (instance, depot, customers) => {
    const prices = pricesOf(instance);
    return Array.from(customers).reduce((total, customer) => total + prices[depot * instance.customers.length + customer], 0);
  },
});

export const directDistances = formula('direct distances', directCosts);

/** Near customers that an inward arc may come from. */
const mostNear = 32;

/**
 * What a customer adds to the routes of a depot, after Daganzo (1984): its share of a vehicle and of the way there and back, and for the
 * rest the cheapest arc from a place nearer to the depot, in place of the local cost of an area.
 */
export const radialCosts = formula('radial', (instance) => {
  const { travel, largestVehicle } = modelOf(instance);
  const { customers, depots } = instance;
  const n = customers.length;
  const direct = directCosts(instance);
  const near = customers.map((_, i) => {
    const way = Float64Array.from(customers, (_, j) => travel.cost(depots.length + j, depots.length + i));
    const others = [...way.keys()].filter((j) => j !== i).sort((a, b) => way[a] - way[b]);
    return others.slice(0, mostNear).map((j) => ({ j, way: way[j] }));
  });
  return direct.map((radial, k) => {
    const [row, i] = [k - (k % n), k % n];
    const share = customers[i].demand / largestVehicle.capacity[0];
    const inward = near[i].find(({ j }) => direct[row + j] < radial)?.way ?? radial;
    return share * (largestVehicle.fixedCost + 2 * radial) + (1 - share) * Math.min(radial, inward);
  });
});

/** One way; the mean of both directions if they differ. For missing arcs of a matrix, twice its largest. */
function directCosts(instance: Instance): Float64Array {
  const { cost, symmetric } = modelOf(instance).travel;
  const [depots, customers] = [instance.depots.length, instance.customers.length];
  const ways = Float64Array.from({ length: depots * customers }, (_, k) => {
    const [depot, place] = [Math.floor(k / customers), depots + (k % customers)];
    return symmetric ? cost(depot, place) : (cost(depot, place) + cost(place, depot)) / 2;
  });
  const dearest = ways.reduce((most, way) => (Number.isFinite(way) ? Math.max(most, way) : most), 0);
  return ways.map((way) => (Number.isFinite(way) ? way : 2 * dearest));
}
