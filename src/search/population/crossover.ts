/** Order crossover on giant tours, whose routes are sorted by depot and angle so that what is near on the map is near in the tour. */
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import type { Individual } from './individual.ts';

/** OX: a slice of the first parent, the rest in the order of the second, starting behind the slice. Fills `child`. */
export function orderCrossover(first: Int32Array, second: Int32Array, random: Random, child: Int32Array, taken: Uint8Array): void {
  const n = first.length;
  const start = random.int(n);
  let end = random.int(n);
  while (end === start && n > 1) end = random.int(n);
  taken.fill(0);
  let k = start;
  for (;;) {
    child[k] = first[k];
    taken[first[k]] = 1;
    if (k === end) break;
    k = (k + 1) % n;
  }
  let at = (end + 1) % n;
  for (let step = 1; step <= n; step++) {
    const customer = second[(end + step) % n];
    if (taken[customer]) continue;
    child[at] = customer;
    at = (at + 1) % n;
  }
}

/** An individual's customers, route after route in `routeOrder`. */
export function giantTour(data: SearchData, individual: Individual): Int32Array {
  const { tour, start } = individual;
  const giant = new Int32Array(tour.length);
  let at = 0;
  for (const r of routeOrder(data, individual)) for (let k = start[r]; k < start[r + 1]; k++) giant[at++] = tour[k];
  return giant;
}

/** Routes by depot (depots around the centre of the customers), then by the angle of their centre seen from the depot. */
export function routeOrder(data: SearchData, { tour, start, depot }: Individual): number[] {
  const { n, x, y } = data;
  const [cx, cy] = centre(data);
  const key = Array.from(depot, (d, r) => {
    let sx = 0;
    let sy = 0;
    for (let k = start[r]; k < start[r + 1]; k++) {
      sx += x[tour[k]];
      sy += y[tour[k]];
    }
    const size = start[r + 1] - start[r];
    return {
      r,
      depot: Math.atan2(y[n + d] - cy, x[n + d] - cx),
      angle: Math.atan2(sy / size - y[n + d], sx / size - x[n + d]),
    };
  });
  key.sort((a, b) => a.depot - b.depot || depot[a.r] - depot[b.r] || a.angle - b.angle || a.r - b.r);
  return key.map(({ r }) => r);
}

export function centre({ n, x, y }: SearchData): [number, number] {
  let cx = 0;
  let cy = 0;
  for (let i = 0; i < n; i++) {
    cx += x[i];
    cy += y[i];
  }
  return [cx / n, cy / n];
}
