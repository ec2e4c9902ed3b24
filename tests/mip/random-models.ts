import { MipBuilder, type MipModel } from '../../src/mip/model.ts';
import type { ReluNetwork, SwitchedSum } from '../../src/mip/relu/head.ts';
import { Random } from '../../src/run/random.ts';

export interface Location {
  readonly builder: MipBuilder;
  /** assign[i][d]. */
  readonly assign: readonly (readonly number[])[];
  readonly open: readonly number[];
  readonly demands: Float64Array;
  readonly capacity: number;
  readonly sums: readonly SwitchedSum[];
  readonly network: ReluNetwork;
}

const floats = (random: Random, n: number, scale: number) => Float64Array.from({ length: n }, () => scale * random.normal());

/** Grows with every input, like a routing cost; a third of the units are concave. */
function likeACost({ weights, biases, outputWeights, linear, constant }: ReluNetwork): ReluNetwork {
  return {
    weights: weights.map(Math.abs),
    biases: biases.map((bias) => -3 * Math.abs(bias)),
    outputWeights: outputWeights.map((weight, k) => (k % 3 === 0 ? -0.3 : 1) * Math.abs(weight)),
    linear: linear.map(Math.abs),
    constant,
  };
}

/** A location problem with `depots` switches, each the head of one network over its own embeddings. */
export function randomLocation(
  seed: number,
  { customers = 6, depots = 3, latent = 3, hidden = 4, costLike = false, second = 0 } = {},
): Location {
  const random = new Random(seed);
  const drawn: ReluNetwork = {
    weights: floats(random, hidden * latent, 1),
    biases: floats(random, hidden, 1),
    outputWeights: floats(random, hidden, 1),
    linear: floats(random, latent, 0.5),
    constant: 4 * random.float(),
  };
  const above = new Random(seed).split(1);
  const deeper = (network: ReluNetwork): ReluNetwork => ({
    ...network,
    second: { weights: floats(above, second * hidden, 1), biases: floats(above, second, 1) },
    outputWeights: floats(above, second, 1),
  });
  const network = costLike ? likeACost(drawn) : second > 0 ? deeper(drawn) : drawn;
  const demands = Float64Array.from({ length: customers }, () => 1 + random.int(9));
  const total = demands.reduce((a, b) => a + b, 0);
  const capacity = Math.ceil(Math.max(total / (depots - 1), 10));
  const builder = new MipBuilder(`location-${seed}`);
  const open = Array.from({ length: depots }, (_, d) => builder.addBinary(1 + 5 * random.float(), `y${d}`));
  const assign = Array.from(demands, (_, i) => open.map((_, d) => builder.addBinary(0, `w${i}_${d}`)));
  assign.forEach((row, i) => {
    builder.equal({ columns: row, coefficients: row.map(() => 1) }, 1, { name: `serve${i}` });
    row.forEach((w, d) => {
      builder.atMost({ columns: [w, open[d]], coefficients: [1, -1] }, 0, { name: `link${i}_${d}` });
    });
  });
  const sums = open.map((onOff, d): SwitchedSum => {
    const inputs = Int32Array.from(assign, (row) => row[d]);
    builder.atMost({ columns: [...inputs, onOff], coefficients: [...demands, -capacity] }, 0, { name: `capacity${d}` });
    return {
      name: `depot${d}`,
      inputs,
      embeddings: floats(random, customers * latent, 0.7).map((h) => (costLike ? Math.abs(h) : h)),
      onOff,
      capacity: { demands, limit: capacity },
    };
  });
  return { builder, assign, open, demands, capacity, sums, network };
}

/** A feasible decision: customers in random order to random depots with room. */
export function randomDecision(location: Location, seed: number): { readonly fixed: ReadonlyMap<number, number> } | undefined {
  const random = new Random(seed);
  const room = location.open.map(() => location.capacity);
  const fixed = new Map<number, number>(location.open.map((column) => [column, 0]));
  for (const i of random.shuffle(location.assign.map((_, i) => i))) {
    const roomy = location.open.map((_, d) => d).filter((d) => room[d] >= location.demands[i]);
    if (roomy.length === 0) return undefined;
    const chosen = roomy[random.int(roomy.length)];
    room[chosen] -= location.demands[i];
    location.assign[i].forEach((column, d) => {
      fixed.set(column, d === chosen ? 1 : 0);
    });
    fixed.set(location.open[chosen], 1);
  }
  return { fixed };
}

export function fixColumns(model: MipModel, fixed: ReadonlyMap<number, number>): MipModel {
  const lower = Float64Array.from(model.lower);
  const upper = Float64Array.from(model.upper);
  for (const [column, value] of fixed) {
    lower[column] = value;
    upper[column] = value;
  }
  return { ...model, lower, upper };
}

/** Bounded, feasible at 0 by construction of its sides, with every kind of row and bound. */
export function randomMip(seed: number, columns = 8, rows = 6): MipModel {
  const random = new Random(seed);
  const builder = new MipBuilder('random');
  builder.offset = random.normal();
  for (let c = 0; c < columns; c++) {
    const kind = random.int(4);
    builder.addColumn({
      lower: [0, -3, -2.5, -4][kind],
      upper: [1, 5, 0, -1][kind] < 0 ? 4 : [1, 5, 0, -1][kind],
      cost: random.int(5) === 0 ? 0 : random.normal(),
      integer: random.int(2) === 0,
      name: random.int(2) === 0 ? `col ${c}` : random.int(2) === 0 ? `price[${c}]` : `price.${c}`,
    });
  }
  for (let r = 0; r < rows; r++) {
    const chosen = Array.from({ length: 1 + random.int(5) }, () => random.int(columns));
    const terms = { columns: chosen, coefficients: chosen.map(() => random.normal() * 10 ** (random.int(5) - 2)) };
    const side = random.float();
    if (r % 3 === 0) builder.atMost(terms, side);
    else if (r % 3 === 1) builder.atLeast(terms, -side, { name: '7 starts badly' });
    else builder.addRow(terms, -side, side / 2);
  }
  return builder.build();
}
