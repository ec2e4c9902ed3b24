/**
 * The solution that local search works on: routes as doubly linked lists over typed arrays.
 *
 * Nodes: customer i is node i; route r begins at node n+2r and ends at node n+2r+1, both standing at its depot.
 * `place[node]` is the row of the travel matrix. Every open depot keeps one empty route ready, so that opening a vehicle is an ordinary move.
 */
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import { createIndividual, paysOpening } from '../population/individual.ts';
import type { Penalties } from '../population/penalties.ts';
import { RuleCounts } from './rule-counts.ts';

export class RoutingState {
  readonly data: SearchData;
  readonly slots: number;
  readonly ruled: boolean;

  readonly next: Int32Array;
  readonly prev: Int32Array;
  readonly place: Int32Array;
  /** Route of each node. */
  readonly route: Int32Array;
  readonly position: Int32Array;
  /** Load of the route up to and including the node. */
  readonly loadUpTo: Float64Array;
  /** Extra cost of driving the route backwards, up to the node; all zero when costs are symmetric. */
  readonly reversalUpTo: Float64Array;

  readonly routeDepot: Int32Array;
  readonly routeLoad: Float64Array;
  readonly routeSize: Int32Array;
  readonly routePenalty: Float64Array;
  /** Move count at the last change of the route. */
  readonly modified: Int32Array;
  /** Bounding box of the route's customers: x low, x high, y low, y high. */
  readonly box: Float64Array;

  readonly open: Uint8Array;
  readonly depotLoad: Float64Array;
  readonly depotRoutes: Int32Array;
  readonly depotPenalty: Float64Array;
  /** The empty route kept ready at each open depot, −1 at closed ones. */
  readonly emptyRoute: Int32Array;
  /** Depots whose opening cost is due whether used or not. */
  readonly alwaysPaid: Uint8Array;

  /** Moves whose travel alone cannot pay skip the penalties, and return a delta that is only known not to gain. Off under rules. */
  prunes: boolean;
  vehicleWeight = 0;
  depotWeight = 0;
  ruleWeight = 0;
  /** Applied moves; also the clock of `modified`. */
  moves = 0;

  private readonly freeSlots: Int32Array;
  private freeCount = 0;
  private readonly depotOf: Int32Array;
  private readonly rules: RuleCounts;

  constructor(data: SearchData) {
    const { n, m } = data;
    this.data = data;
    this.slots = data.slots;
    this.ruled = data.rules.couples || data.rules.restricts;
    this.prunes = !this.ruled;
    const nodes = n + 2 * this.slots;
    this.next = new Int32Array(nodes);
    this.prev = new Int32Array(nodes);
    this.place = new Int32Array(nodes);
    this.route = new Int32Array(nodes);
    this.position = new Int32Array(nodes);
    this.loadUpTo = new Float64Array(nodes);
    this.reversalUpTo = new Float64Array(nodes);
    this.routeDepot = new Int32Array(this.slots);
    this.routeLoad = new Float64Array(this.slots);
    this.routeSize = new Int32Array(this.slots);
    this.routePenalty = new Float64Array(this.slots);
    this.modified = new Int32Array(this.slots);
    this.box = new Float64Array(4 * this.slots);
    this.open = new Uint8Array(m);
    this.depotLoad = new Float64Array(m);
    this.depotRoutes = new Int32Array(m);
    this.depotPenalty = new Float64Array(m);
    this.emptyRoute = new Int32Array(m);
    this.alwaysPaid = new Uint8Array(m);
    this.freeSlots = new Int32Array(this.slots);
    this.depotOf = new Int32Array(n);
    this.rules = new RuleCounts(data);
    for (let i = 0; i < n; i++) this.place[i] = i;
    for (let r = 0; r < this.slots; r++) {
      this.route[this.first(r)] = r;
      this.route[this.last(r)] = r;
    }
  }

  /** The node where route r begins. */
  first(r: number): number {
    return this.data.n + 2 * r;
  }

  /** The node where route r ends. */
  last(r: number): number {
    return this.data.n + 2 * r + 1;
  }

  /** Routes with somebody on them. */
  get routeCount(): number {
    let count = 0;
    for (let d = 0; d < this.depotRoutes.length; d++) count += this.depotRoutes[d];
    return count;
  }

  /** Takes over routes as they are. `open` is the configuration; depots in use are added to it. */
  load(routes: readonly IndexedRoute[], open: Uint8Array, penalties: Penalties): void {
    const { n, m } = this.data;
    this.vehicleWeight = penalties.vehicle;
    this.depotWeight = penalties.depot;
    this.ruleWeight = penalties.rule;
    this.moves = 0;
    this.open.set(open);
    this.depotLoad.fill(0);
    this.depotRoutes.fill(0);
    this.depotPenalty.fill(0);
    this.depotOf.fill(-1);
    this.rules.clear();
    this.freeCount = 0;
    for (let r = this.slots - 1; r >= 0; r--) {
      this.routeSize[r] = 0;
      this.routeLoad[r] = 0;
      this.routePenalty[r] = 0;
      this.freeSlots[this.freeCount++] = r;
    }
    for (const { depot } of routes) this.open[depot] = 1;
    for (let d = 0; d < m; d++) {
      this.alwaysPaid[d] = Number(paysOpening(this.data, this.open, d, false));
      this.emptyRoute[d] = this.open[d] ? this.takeSlot(d) : -1;
    }
    for (const { depot, stops } of routes) {
      if (stops.length === 0) continue;
      const r = this.emptyRoute[depot];
      let before = this.first(r);
      for (let k = 0; k < stops.length; k++) {
        this.link(before, stops[k]);
        before = stops[k];
      }
      this.link(before, this.last(r));
      this.refresh(r);
    }
    for (let i = 0; i < n; i++) if (this.depotOf[i] < 0) throw new RangeError(`customer ${i} is on no route`);
  }

  routes(): IndexedRoute[] {
    const routes: IndexedRoute[] = [];
    for (let r = 0; r < this.slots; r++) if (this.routeSize[r] > 0) routes.push({ depot: this.routeDepot[r], stops: this.stopsOf(r) });
    return routes;
  }

  stopsOf(r: number): Int32Array {
    const stops = new Int32Array(this.routeSize[r]);
    let k = 0;
    for (let i = this.next[this.first(r)]; i < this.data.n; i = this.next[i]) stops[k++] = i;
    return stops;
  }

  /** Cost plus penalties, from nothing but the links: the oracle of every delta. */
  penalisedCost(): number {
    const individual = createIndividual(this.data, this.routes(), this.open);
    return (
      individual.cost +
      this.vehicleWeight * individual.vehicleExcess +
      this.depotWeight * individual.depotExcess +
      this.ruleWeight * individual.broken
    );
  }

  link(a: number, b: number): void {
    this.next[a] = b;
    this.prev[b] = a;
  }

  /** Recomputes what is stored of a route after its links changed; keeps depots, rules and the stock of empty routes in step. O(size). */
  refresh(r: number): void {
    const { n, places, cost, demand, x, y, symmetric } = this.data;
    const depot = this.routeDepot[r];
    const begin = this.first(r);
    let before = begin;
    let load = 0;
    let size = 0;
    let reversal = 0;
    let xLow = Number.POSITIVE_INFINITY;
    let xHigh = Number.NEGATIVE_INFINITY;
    let yLow = Number.POSITIVE_INFINITY;
    let yHigh = Number.NEGATIVE_INFINITY;
    for (let node = this.next[begin]; ; node = this.next[node]) {
      if (!symmetric) {
        const from = this.place[before];
        const to = this.place[node];
        reversal += cost[to * places + from] - cost[from * places + to];
      }
      this.reversalUpTo[node] = reversal;
      this.position[node] = size + 1;
      if (node >= n) {
        this.loadUpTo[node] = load;
        break;
      }
      load += demand[node];
      this.loadUpTo[node] = load;
      this.route[node] = r;
      if (this.depotOf[node] !== depot) this.moveCustomer(node, depot);
      if (x[node] < xLow) xLow = x[node];
      if (x[node] > xHigh) xHigh = x[node];
      if (y[node] < yLow) yLow = y[node];
      if (y[node] > yHigh) yHigh = y[node];
      before = node;
      size++;
    }
    this.box[4 * r] = xLow;
    this.box[4 * r + 1] = xHigh;
    this.box[4 * r + 2] = yLow;
    this.box[4 * r + 3] = yHigh;
    this.depotLoad[depot] += load - this.routeLoad[r];
    this.depotPenalty[depot] = this.depotWeight * Math.max(0, this.depotLoad[depot] - this.data.depotCapacity[depot]);
    this.routePenalty[r] = this.vehicleWeight * Math.max(0, load - this.data.vehicleCapacity);
    const wasEmpty = this.routeSize[r] === 0;
    this.routeLoad[r] = load;
    this.routeSize[r] = size;
    this.modified[r] = this.moves;
    if (wasEmpty && size > 0) {
      this.depotRoutes[depot]++;
      if (this.emptyRoute[depot] === r) this.emptyRoute[depot] = this.takeSlot(depot);
    } else if (!wasEmpty && size === 0) {
      this.depotRoutes[depot]--;
      if (this.depotRoutes[depot] === 0) this.depotLoad[depot] = 0;
      this.freeSlots[this.freeCount++] = r;
    }
  }

  // Ruin and recreate changes routes customer by customer, many times a millisecond: these keep loads, sizes and depots in step, and leave
  // the rest stale until `refreshAll`. A customer off its route has route −1.

  /** Takes customer i off its route; the change of cost. A route left empty keeps its slot until `release`. */
  detach(i: number): number {
    const { places, cost, demand } = this.data;
    const r = this.route[i];
    const d = this.routeDepot[r];
    const before = this.prev[i];
    const after = this.next[i];
    const from = this.place[before];
    const to = this.place[after];
    let delta = cost[from * places + to] - cost[from * places + i] - cost[i * places + to];
    this.link(before, after);
    this.route[i] = -1;
    this.routeLoad[r] -= demand[i];
    this.depotLoad[d] -= demand[i];
    if (--this.routeSize[r] === 0) {
      delta += this.fixedDelta(d, -1);
      this.depotRoutes[d]--;
    }
    return delta;
  }

  /** Puts customer i behind a node. */
  attach(i: number, after: number): void {
    const { demand } = this.data;
    const r = this.route[after];
    const d = this.routeDepot[r];
    const then = this.next[after];
    this.link(after, i);
    this.link(i, then);
    this.route[i] = r;
    this.routeLoad[r] += demand[i];
    this.depotLoad[d] += demand[i];
    if (this.routeSize[r]++ === 0) {
      this.depotRoutes[d]++;
      if (this.emptyRoute[d] === r) this.emptyRoute[d] = this.takeSlot(d);
    }
  }

  /** Gives back the slot of a route that has been emptied. */
  release(r: number): void {
    if (this.emptyRoute[this.routeDepot[r]] !== r) this.freeSlots[this.freeCount++] = r;
  }

  /** Puts the stops saved[from … to−1] back on route r, whatever stands there now. */
  restore(r: number, saved: Int32Array, from: number, to: number): void {
    const { demand } = this.data;
    const d = this.routeDepot[r];
    let load = 0;
    let before = this.first(r);
    for (let k = from; k < to; k++) {
      const i = saved[k];
      this.link(before, i);
      this.route[i] = r;
      load += demand[i];
      before = i;
    }
    this.link(before, this.last(r));
    this.depotLoad[d] += load - this.routeLoad[r];
    this.depotRoutes[d] += Number(to > from) - Number(this.routeSize[r] > 0);
    this.routeLoad[r] = load;
    this.routeSize[r] = to - from;
    if (to === from) this.release(r);
  }

  /** Recomputes what customer-wise changes left stale. */
  refreshAll(): void {
    this.replace(this.routes());
  }

  /** Other routes, same depots and prices. */
  replace(routes: readonly IndexedRoute[]): void {
    this.load(routes, this.open, { vehicle: this.vehicleWeight, depot: this.depotWeight, rule: this.ruleWeight });
  }

  /** Hands a whole route over to another open depot; the caller then relinks it and calls `refresh`. */
  rehome(r: number, depot: number): void {
    const from = this.routeDepot[r];
    this.depotLoad[from] -= this.routeLoad[r];
    this.depotRoutes[from]--;
    if (this.depotRoutes[from] === 0) this.depotLoad[from] = 0;
    this.depotPenalty[from] = this.depotWeight * Math.max(0, this.depotLoad[from] - this.data.depotCapacity[from]);
    this.depotLoad[depot] += this.routeLoad[r];
    this.depotRoutes[depot]++;
    this.standAt(r, depot);
  }

  /** Opens further depots; those open already stay so. */
  setOpen(open: Uint8Array): void {
    for (let d = 0; d < open.length; d++) {
      if (!open[d] || this.open[d]) continue;
      this.open[d] = 1;
      this.alwaysPaid[d] = Number(paysOpening(this.data, this.open, d, false));
      this.emptyRoute[d] = this.takeSlot(d);
    }
  }

  /** Closes depots outside `open` that serve nobody. */
  closeUnused(open: Uint8Array): void {
    for (let d = 0; d < open.length; d++) {
      if (open[d] || !this.open[d] || this.depotRoutes[d] > 0) continue;
      this.open[d] = 0;
      this.alwaysPaid[d] = 0;
      this.freeSlots[this.freeCount++] = this.emptyRoute[d];
      this.emptyRoute[d] = -1;
    }
  }

  /** Change of opening and vehicle cost when depot `lost` gives up a route and depot `gained` starts one (−1: neither). */
  fixedDelta(lost: number, gained: number): number {
    if (lost === gained) return 0;
    const { openingCost, vehicleCost } = this.data;
    let delta = 0;
    if (lost >= 0) delta -= vehicleCost + (this.depotRoutes[lost] === 1 && !this.alwaysPaid[lost] ? openingCost[lost] : 0);
    if (gained >= 0) delta += vehicleCost + (this.depotRoutes[gained] === 0 && !this.alwaysPaid[gained] ? openingCost[gained] : 0);
    return delta;
  }

  /** Change of the vehicle penalties when load `shift` goes from route a to route b. */
  vehiclePenaltyDelta(a: number, b: number, shift: number): number {
    const { vehicleCapacity } = this.data;
    return (
      this.vehicleWeight *
        (Math.max(0, this.routeLoad[a] - shift - vehicleCapacity) + Math.max(0, this.routeLoad[b] + shift - vehicleCapacity)) -
      this.routePenalty[a] -
      this.routePenalty[b]
    );
  }

  /** Change of the depot penalties when load `shift` goes from depot a to depot b. */
  depotPenaltyDelta(a: number, b: number, shift: number): number {
    if (a === b) return 0;
    const { depotCapacity } = this.data;
    return (
      this.depotWeight *
        (Math.max(0, this.depotLoad[a] - shift - depotCapacity[a]) + Math.max(0, this.depotLoad[b] + shift - depotCapacity[b])) -
      this.depotPenalty[a] -
      this.depotPenalty[b]
    );
  }

  /** Change of the rule penalties when customers `a…b` (linked; `end` excluded) go to depot `to` and `c…d` to depot `from`. */
  ruleDelta(a: number, aEnd: number, to: number, c: number, cEnd: number, from: number): number {
    if (!this.ruled || from === to) return 0;
    let broken = 0;
    for (let i = a; i !== aEnd; i = this.next[i]) broken += this.rules.leave(i, from) + this.rules.enter(i, to);
    for (let i = c; i !== cEnd; i = this.next[i]) broken += this.rules.leave(i, to) + this.rules.enter(i, from);
    for (let i = a; i !== aEnd; i = this.next[i]) {
      this.rules.leave(i, to);
      this.rules.enter(i, from);
    }
    for (let i = c; i !== cEnd; i = this.next[i]) {
      this.rules.leave(i, from);
      this.rules.enter(i, to);
    }
    return this.ruleWeight * broken;
  }

  /** An empty slot, standing at the depot with nobody on it. */
  private takeSlot(depot: number): number {
    const r = this.freeSlots[--this.freeCount];
    this.standAt(r, depot);
    this.link(this.first(r), this.last(r));
    this.modified[r] = this.moves;
    this.loadUpTo[this.last(r)] = 0;
    this.reversalUpTo[this.last(r)] = 0;
    this.position[this.last(r)] = 1;
    return r;
  }

  private standAt(r: number, depot: number): void {
    this.routeDepot[r] = depot;
    this.place[this.first(r)] = this.data.n + depot;
    this.place[this.last(r)] = this.data.n + depot;
  }

  private moveCustomer(i: number, depot: number): void {
    if (this.ruled) {
      if (this.depotOf[i] >= 0) this.rules.leave(i, this.depotOf[i]);
      this.rules.enter(i, depot);
    }
    this.depotOf[i] = depot;
  }
}
