/** The customers most worth trying beside each customer: the nearest, but those who can never share a route with it last. */
import Flatbush from 'flatbush';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Customer } from '../problem/instance.ts';
import type { CompiledRules } from '../problem/rules.ts';
import type { Hours } from './fleet.ts';
import type { SearchTravel } from './travel.ts';

/** Factor on the distance of a customer who can never share a route. */
const apartFactor = 1e4;

/** Weight of a unit of time spent waiting, or being late, relative to driving for as long (Vidal et al. 2013, §4.3). */
const waitWeight = 0.2;
const lateWeight = 1;
/** With hours, the spatial index is asked for so many times more candidates. */
const wider = 3;

/** What times add to the way between two customers. */
type WaitingPrice = (i: number, j: number) => number;

/** Row i, `degree` long, nearest first. */
export function nearestNeighbours(
  customers: readonly Customer[],
  travel: SearchTravel,
  rules: CompiledRules,
  degree: number,
  hours?: Hours,
): Int32Array {
  const { source } = travel;
  const m = rules.lockedOpen.length;
  // Where the cheapest vehicle drives for nothing, distance decides.
  const arc = travel.costPerDistance > 0 ? travel.arc : travel.length;
  const waiting = hours && waitingPrice(hours, arc, customers.length);
  if ('matrix' in source) return byArcs(customers.length, m, arc, rules, degree, waiting);
  return byPlace(customers, source.kind, rules, degree, waiting && ((i, j) => arc(i, j) + waiting(i, j)));
}

/** Price of waiting or being late when one customer follows the other, in the better order. */
function waitingPrice({ windowsFrom, opens, closes, serviceTime, time }: Hours, arc: SearchTravel['arc'], n: number): WaitingPrice {
  let [cost, spent] = [0, 0];
  for (let i = 1; i < n; i++) {
    cost += arc(i - 1, i);
    spent += time(i - 1, i);
  }
  const rate = spent > 0 && cost < Number.POSITIVE_INFINITY ? cost / spent : 0;
  const first = (i: number) => opens[windowsFrom[i]];
  const last = (i: number) => closes[windowsFrom[i + 1] - 1];
  const after = (i: number, j: number) => {
    const way = serviceTime[i] + time(i, j);
    const waits = Math.max(0, first(j) - way - last(i));
    const late = Math.max(0, first(i) + way - last(j));
    return waitWeight * waits + lateWeight * late;
  };
  return (i, j) => rate * Math.min(after(i, j), after(j, i));
}

/** By the cheaper direction. Insertion into the list so far: most customers are refused at its end, so a row costs O(n) and not a sort. */
function byArcs(
  n: number,
  m: number,
  arc: SearchTravel['arc'],
  rules: CompiledRules,
  degree: number,
  waiting: WaitingPrice | undefined,
): Int32Array {
  const neighbours = new Int32Array(n * degree);
  const near = new Float64Array(degree);
  for (let i = 0; i < n; i++) {
    const row = neighbours.subarray(i * degree, (i + 1) * degree);
    let count = 0;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      let away = Math.min(arc(i, j), arc(j, i));
      if (waiting) away += waiting(i, j);
      if (rules.restricts && !shareDepot(rules, i, j, m)) away += apartFactor * (away + 1);
      if (count === degree && away >= near[degree - 1]) continue;
      let at = count < degree ? count++ : degree - 1;
      for (; at > 0 && near[at - 1] > away; at--) {
        near[at] = near[at - 1];
        row[at] = row[at - 1];
      }
      near[at] = away;
      row[at] = j;
    }
  }
  return neighbours;
}

/** From a spatial index, O(n log n) in all. */
function byPlace(
  customers: readonly Customer[],
  kind: 'plane' | 'globe',
  rules: CompiledRules,
  degree: number,
  nearness: WaitingPrice | undefined,
): Int32Array {
  const n = customers.length;
  const m = rules.lockedOpen.length;
  const nearest = kind === 'plane' ? planeIndex(customers) : globeIndex(customers);
  const neighbours = new Int32Array(n * degree);
  const away = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const { x, y } = customers[i];
    const found = nearest(x, y, (nearness ? wider : 1) * degree + 1).filter((j) => j !== i);
    if (nearness) {
      for (const j of found) away[j] = nearness(i, j);
      found.sort((a, b) => away[a] - away[b]);
    }
    if (rules.restricts) {
      const shares = (j: number) => Number(shareDepot(rules, i, j, m));
      found.sort((a, b) => shares(b) - shares(a));
    }
    neighbours.set(found.slice(0, degree), i * degree);
  }
  return neighbours;
}

type Nearest = (x: number, y: number, count: number) => number[];

function planeIndex(customers: readonly Customer[]): Nearest {
  const index = new Flatbush(customers.length);
  for (const { x, y } of customers) index.add(x, y);
  index.finish();
  return (x, y, count) => index.neighbors(x, y, count);
}

function globeIndex(customers: readonly Customer[]): Nearest {
  const index = new KDBush(customers.length);
  for (const { x, y } of customers) index.add(x, y);
  index.finish();
  return (x, y, count) => around(index, x, y, count);
}

function shareDepot({ allowed }: CompiledRules, i: number, j: number, m: number): boolean {
  for (let d = 0; d < m; d++) if (allowed[i * m + d] && allowed[j * m + d]) return true;
  return false;
}
