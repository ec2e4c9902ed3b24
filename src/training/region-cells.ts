/** Cells of one's own instance: customers that depots would get, drawn as for the training sets (cells.ts), but on the instance itself. */
import { depotsOf } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { Random } from '../run/random.ts';
import { assignByRegret } from './cells.ts';

/** A depot and its customers, by position; cells of one draw have the same number. */
export interface RegionCell {
  readonly draw: number;
  readonly depot: number;
  readonly customers: readonly number[];
}

/** As in cells.ts: spread of the log-normal factor on the trips of a depot, and of a single pair. */
const depotNoise = 0.25;
const pairNoise = [0.03, 0.15] as const;
/** Intended customers per open depot. */
const targetSize = [5, 160] as const;
const cellSize = [2, 180] as const;
const cellsPerDraw = 3;
/** Share of cells that lose some customers, and what they keep. With few depots, most variety comes from this. */
const thinned = 0.4;
const keptShare = [0.3, 0.95] as const;
/** Spare supply of an open set. */
const spare = 1.1;

/** The cells of draw number `draw`; none, where no set of depots could be divided. */
export function regionCells(instance: Instance, seed: number, draw: number): RegionCell[] {
  const random = new Random(seed).split(draw);
  const open = drawDepots(instance, random);
  const { cost } = modelOf(instance).travel;
  const { customers, depots } = instance;
  const { allowed } = modelOf(instance).rules;
  const m = depots.length;
  const factor = open.map(() => Math.exp(depotNoise * random.normal()));
  const noise = pairNoise[random.int(pairNoise.length)];
  const trips = new Float64Array(customers.length * open.length);
  for (let i = 0; i < customers.length; i++)
    open.forEach((d, k) => {
      const trip = allowed[i * m + d] ? cost(d, m + i) + cost(m + i, d) : Number.POSITIVE_INFINITY;
      trips[i * open.length + k] = trip * factor[k] * Math.exp(noise * random.normal());
    });
  const demand = Float64Array.from(customers, (customer) => customer.demand);
  // All depots as the smallest one: cells of a larger one may be smaller than it could serve, which a network has to know too.
  const room = Math.min(...open.map((d) => depots[d].capacity ?? Number.POSITIVE_INFINITY));
  const home = assignByRegret(trips, demand, open.length, room);
  const members: number[][] = open.map(() => []);
  home.forEach((k, i) => {
    if (Number.isFinite(trips[i * open.length + k])) members[k].push(i);
  });
  return random
    .shuffle(open.map((_, k) => k))
    .map((k) => ({ draw, depot: open[k], customers: cut(members[k], random) }))
    .filter((cell) => cell.customers.length >= cellSize[0])
    .slice(0, cellsPerDraw);
}

/** Locked ones, then others in random order: enough to supply the demand, and as many as cells of some size need. */
function drawDepots(instance: Instance, random: Random): number[] {
  const { lockedOpen, lockedClosed, supply, demand, maxOpen } = modelOf(instance).depotRules;
  const [least, most] = targetSize;
  const size = least * (most / least) ** random.float();
  const wanted = Math.min(maxOpen, Math.max(1, Math.round(instance.customers.length / size)));
  const open = depotsOf(lockedOpen);
  const others = random.shuffle(instance.depots.map((_, d) => d).filter((d) => !lockedOpen[d] && !lockedClosed[d]));
  let supplied = open.reduce((sum, d) => sum + supply[d], 0);
  for (const d of others) {
    if (open.length >= wanted && (supplied >= spare * demand || open.length >= maxOpen)) break;
    open.push(d);
    supplied += supply[d];
  }
  return open;
}

/** At most as many customers as cells have, and sometimes fewer. */
function cut(members: readonly number[], random: Random): readonly number[] {
  const [low, high] = keptShare;
  const share = random.float() < thinned ? low + (high - low) * random.float() : 1;
  const count = Math.min(cellSize[1], Math.max(Math.min(cellSize[0], members.length), Math.round(share * members.length)));
  if (count === members.length) return members;
  return random
    .shuffle([...members])
    .slice(0, count)
    .sort((a, b) => a - b);
}
