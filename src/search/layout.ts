/**
 * The core's memory: every number and array that it works on, with what fills it. scripts/kernels.mjs declares each in
 * core/generated.ts, where the name of an array is its address; the engine sets and fills them. Nothing here may import values.
 *
 * Nodes: customer i is node i; route r begins at node n+2r and ends at node n+2r+1, both standing at its depot.
 * Places: customers first, then depots; `place[node]` is the node's place. A base is a vehicle type at a depot, type · m + depot; without
 * fleets there is one type, and a base is a depot.
 */
import type { SearchData } from './data.ts';
import type { moveNames, SearchParameters } from './parameters.ts';

type ArrayKind = 'ints' | 'reals' | 'bytes' | 'arcs';
type Values = ArrayLike<number>;
type View = { [place: number]: number; set(values: Values): void };

/** A number of the core, and its first value. */
export interface Scalar {
  readonly kind: 'i32' | 'f64' | 'bool';
  readonly value: (data: SearchData, parameters: SearchParameters) => number | boolean;
}

/** An array of the core: what it holds at first, or only how many elements it has; none where the instance does not need it. */
export interface Block {
  readonly kind: ArrayKind;
  readonly content: (data: SearchData) => number | Values | undefined;
  /** Fills large ones in place. */
  readonly fill?: (data: SearchData, view: View) => void;
}

type Count = (data: SearchData) => number;
const i32 = (value: Scalar['value'] = () => 0): Scalar => ({ kind: 'i32', value });
const f64 = (value: Scalar['value'] = () => 0): Scalar => ({ kind: 'f64', value });
const bool = (value: Scalar['value']): Scalar => ({ kind: 'bool', value });
const uses = (move: (typeof moveNames)[number]) => bool((_, { descent }) => !descent.without.includes(move));
const ints = (content: Block['content'], fill?: Block['fill']): Block => ({ kind: 'ints', content, fill });
const reals = (content: Block['content'], fill?: Block['fill']): Block => ({ kind: 'reals', content, fill });
const bytes = (content: Block['content']): Block => ({ kind: 'bytes', content });
/** Laid out like the matrix of arcs, 4 or 8 bytes an element. */
const arcs = (content: Block['content'], fill: Block['fill']): Block => ({ kind: 'arcs', content, fill });

const nodes: Count = ({ n, slots }) => n + 2 * slots;
const perSlot: Count = ({ slots }) => slots;
const perCustomer: Count = ({ n }) => n;
const perDepot: Count = ({ m }) => m;
const perBase: Count = ({ m, fleet }) => m * (fleet?.types ?? 1);

// Which parts an instance needs; the others take no memory.
const isRuled = ({ rules }: SearchData) => rules.couples || rules.restricts;
const isLimited = ({ fleet, maxDistance }: SearchData) => fleet !== undefined || maxDistance < Number.POSITIVE_INFINITY;
/** Where distance is free, lengths do not follow from costs. */
const lengthsApart = (data: SearchData) => 'matrix' in data.travel.source && isLimited(data) && data.travel.costPerDistance === 0;
const timesApart = ({ fleet }: SearchData) => fleet?.hours !== undefined && fleet.hours.timePerLength === undefined;
const isBarred = ({ fleet }: SearchData) => fleet?.barred.includes(1) === true;
const hasMultipleWindows = ({ n, fleet }: SearchData) => (fleet?.hours?.opens.length ?? 0) > n;
const whenRuled = (count: Count) => (data: SearchData) => (isRuled(data) ? count(data) : 0);
const whenLimited = (count: Count) => (data: SearchData) => (isLimited(data) ? count(data) : 0);
const whenFleet = (count: Count) => (data: SearchData) => (data.fleet ? count(data) : 0);
const whenTimed = (count: Count) => (data: SearchData) => (data.fleet?.hours ? count(data) : 0);
const sums: Count = (data) => (data.fleet?.quantities ?? 0) + (isBarred(data) ? (data.fleet?.types ?? 0) : 0);
const perSum = (count: Count) => (data: SearchData) => sums(data) * count(data);

/** Depots for which a depot may be exchanged: the nearest, or all where there are few. */
const mostExchanges = 24;

/** Lists one behind the other: list k is members[from[k] … from[k+1]−1]. */
function beginnings(lists: readonly Values[]): number[] {
  const from = [0];
  for (const list of lists) from.push(from[from.length - 1] + list.length);
  return from;
}

export const layout = {
  n: i32(({ n }) => n),
  m: i32(({ m }) => m),
  places: i32(({ places }) => places),
  nodes: i32(nodes),
  slots: i32(perSlot),
  /** Vehicle types. */
  types: i32(({ fleet }) => fleet?.types ?? 1),
  /** Length of a row of `neighbours`, and how many of them a descent looks at. */
  stride: i32(({ stride }) => stride),
  degree: i32(({ stride }, { descent }) => Math.min(stride, descent.neighbours)),
  vehicleCapacity: f64(({ vehicleCapacity }) => vehicleCapacity),
  /** Of the largest type. */
  largestCapacity: f64(({ fleet }) => Math.max(...(fleet?.capacity ?? [0]))),
  vehicleCost: f64(({ vehicleCost }) => vehicleCost),
  maxDistance: f64(({ maxDistance }) => maxDistance),
  /** What every unit of load costs wherever it is handled, for all demand. */
  handlingOfAll: f64(({ fleet }) => fleet?.handlingOfAll ?? 0),
  /** Gains below this are rounding noise. */
  epsilon: f64(({ epsilon }) => epsilon),
  /** Rules on the set of open depots. */
  minOpen: i32(({ rules }) => rules.minOpen),
  maxOpen: i32(({ rules }) => rules.maxOpen),
  openingBudget: f64(({ rules }) => rules.openingBudget),
  exclusiveGroups: i32(({ rules }) => rules.oneOf.length),
  /** Whether there are rules between customers and depots: fleets and hours come without, too. */
  ruled: bool(isRuled),
  /** Whether routes have limits beyond their load, and hours. */
  limited: bool(isLimited),
  timed: bool(({ fleet }) => fleet?.hours !== undefined),
  /** Quantities beyond the demand, and amounts that are summed up along routes: these, and for each type whom it may not serve. */
  quantities: i32(({ fleet }) => fleet?.quantities ?? 0),
  sums: i32(sums),
  clashes: i32(({ fleet }) => (fleet?.clashing.length ?? 0) / 2),
  /** Whether a type may not serve some customer; whether more is paid than arcs, openings and vehicles; whether somebody has several windows. */
  isBarred: bool(isBarred),
  isSurcharged: bool(({ fleet }) => fleet?.isSurcharged === true),
  hasMultipleWindows: bool(hasMultipleWindows),
  /** Penalties: a unit of load over the capacity of a vehicle, of a depot; a broken rule; a unit of length, of time over a limit. */
  vehicleWeight: f64(),
  depotWeight: f64(),
  ruleWeight: f64(),
  distanceWeight: f64(),
  timeWeight: f64(),

  // Parameters of the search (parameters.ts).
  newVehicles: i32((_, { descent }) => descent.newVehicles),
  usesRelocate: uses('relocate'),
  usesSwap: uses('swap'),
  usesTwoOpt: uses('2-opt'),
  usesTwoOptStar: uses('2-opt*'),
  usesSwapStar: uses('swap*'),
  usesWholeRoute: uses('whole-route'),
  removed: f64((_, { ruin }) => ruin.removed),
  longestString: f64((_, { ruin }) => ruin.longestString),
  splitShare: f64((_, { ruin }) => ruin.splitShare),
  keepShare: f64((_, { ruin }) => ruin.keepShare),
  groupShare: f64((_, { ruin }) => ruin.groupShare),
  focusTries: i32((_, { ruin }) => ruin.focusTries),
  nearInsertion: i32((_, { recreate }) => recreate.near),
  wideInsertion: i32((_, { recreate }) => recreate.wide),
  wideShare: f64((_, { recreate }) => recreate.wideShare),
  overlookEvery: i32((_, { recreate }) => recreate.overlookEvery),
  priceRaise: f64((_, { recreate }) => recreate.priceRaise),
  priceLower: f64((_, { recreate }) => recreate.priceLower),
  priceLeast: f64((_, { recreate }) => recreate.priceLeast),

  // Travel.
  symmetric: bool(({ travel }) => travel.symmetric),
  /** From here on an arc stands for one that does not exist. */
  noWay: f64(({ travel }) => travel.noWay),
  onGlobe: bool(({ travel }) => travel.source.kind === 'globe'),
  /** Of a coordinate's unit, or on the globe the diameter of the Earth; what a unit of length costs and takes; how lengths are rounded. */
  lengthScale: f64(({ travel: { source } }) => ('scale' in source ? source.scale : 1)),
  costOfLength: f64(({ travel }) => travel.costPerDistance),
  lengthOfCost: f64(({ travel }) => (travel.costPerDistance > 0 ? 1 / travel.costPerDistance : 0)),
  timeOfLength: f64(({ fleet }) => fleet?.hours?.timePerLength ?? 0),
  rounding: i32(({ travel: { source } }) => ('rounding' in source ? ['none', 'ceil', 'floor', 'nearest'].indexOf(source.rounding) : 0)),
  lengthsApart: bool(lengthsApart),
  timesApart: bool(timesApart),
  /** Cost of each arc, row by row. */
  cost: arcs(
    ({ travel: { source }, places }) => ('matrix' in source ? places ** 2 : 0),
    ({ travel: { source } }, view) => 'matrix' in source && view.set(source.matrix),
  ),
  /** Lengths and times of arcs, where they do not follow from costs and lengths. */
  lengths: arcs(
    (data) => (lengthsApart(data) ? data.places ** 2 : 0),
    ({ places, travel }, view) => {
      for (let k = 0; k < places ** 2; k++) view[k] = travel.length(Math.floor(k / places), k % places);
    },
  ),
  durations: reals(
    (data) => (timesApart(data) ? data.places ** 2 : 0),
    ({ places, fleet }, view) => {
      for (let k = 0; k < places ** 2; k++) view[k] = fleet?.hours?.time(Math.floor(k / places), k % places) ?? 0;
    },
  ),
  /** On the globe: unit vectors from the centre of the Earth, three numbers a place. */
  vectors: reals(({ travel: { source } }) => (source.kind === 'globe' ? source.vectors : 0)),
  x: reals(({ x }) => x),
  y: reals(({ y }) => y),

  // Customers and depots.
  demand: reals(({ demand }) => demand),
  depotCapacity: reals(({ depotCapacity }) => depotCapacity),
  openingCost: reals(({ openingCost }) => openingCost),
  lockedOpen: ints(({ rules }) => rules.lockedOpen),
  lockedClosed: ints(({ rules }) => rules.lockedClosed),
  neighbours: ints(({ neighbours }) => neighbours),
  /** Cost from the nearest depot, open or not. */
  nearestDepot: reals(perCustomer, ({ n, m, travel }, view) => {
    for (let i = 0; i < n; i++) view[i] = travel.out.subarray(i * m, (i + 1) * m).reduce((a, b) => Math.min(a, b));
  }),
  /** Row i, m long: depots by the round trip to customer i, nearest first. */
  depotOrder: ints(({ depotOrder }) => depotOrder),
  /** exclusive[exclusiveFrom[k] … exclusiveFrom[k+1]−1]: depots of which at most one may be open. */
  exclusiveFrom: ints(({ rules }) => beginnings(rules.oneOf)),
  exclusive: ints(({ rules }) => rules.oneOf.flat()),

  // Rules between customers and depots.
  /** allowed[i·m + d]. */
  allowed: bytes((data) => (isRuled(data) ? data.rules.allowed : 0)),
  /** Tied customers share a number, the smallest of theirs; others have their own. */
  group: ints(({ rules }) => rules.group),
  /** The next member of the same group, all round; a customer tied to nobody is its own. */
  nextInGroup: ints(perCustomer, ({ rules: { group } }, view) => {
    const latest = new Map<number, number>();
    group.forEach((g, i) => {
      const before = latest.get(g) ?? i;
      view[i] = before === i ? i : view[before];
      view[before] = i;
      latest.set(g, i);
    });
  }),
  /** incompatible[incompatibleFrom[g] … incompatibleFrom[g+1]−1]: groups that group g must not meet. */
  incompatibleFrom: ints((data) => beginnings(incompatibles(data))),
  incompatible: ints((data) => incompatibles(data).flat()),
  /** groupCount[g·m + d]: members of group g at depot d; groupSpread[g]: depots that they use. */
  groupCount: ints(whenRuled(({ n, m }) => n * m)),
  groupSpread: ints(whenRuled(perCustomer)),
  /** Depot of each customer, −1 on no route; customers that a trial has moved, and where they were. */
  depotOf: ints(whenRuled(perCustomer)),
  moved: ints(whenRuled(perCustomer)),
  movedFrom: ints(whenRuled(perCustomer)),

  // Vehicle types: by type, by base, by depot. Where there is no limit: Infinity, or the largest integer.
  typeCapacity: reals(({ fleet }) => fleet?.capacity),
  fixedCost: reals(({ fleet }) => fleet?.fixedCost),
  /** Of a unit of length, above the cheapest type's. */
  surcharge: reals(({ fleet }) => fleet?.surcharge),
  costPerTime: reals(({ fleet }) => fleet?.costPerTime),
  typeMaxDistance: reals(({ fleet }) => fleet?.maxDistance),
  maxDuration: reals(({ fleet }) => fleet?.maxDuration),
  maxStops: ints(({ fleet }) => fleet?.maxStops),
  available: ints(({ fleet }) => fleet?.available),
  availableAt: ints(({ fleet }) => fleet?.availableAt),
  /** Cost of a unit of load above the cheapest depot's. */
  handlingCost: reals(({ fleet }) => fleet?.handlingCost),
  minLoad: reals(({ fleet }) => fleet?.minLoad),
  maxVehicles: ints(({ fleet }) => fleet?.maxVehicles),
  /** amount[q·n + i] of customer i, and quantityCapacity[q·types + type]. */
  amount: reals((data) => (data.fleet ? [...data.fleet.amount, ...(isBarred(data) ? data.fleet.barred : [])] : 0)),
  quantityCapacity: reals(({ fleet }) => fleet?.quantityCapacity),
  /** Two by two, quantities of which a vehicle may carry one only. */
  clashing: ints(({ fleet }) => fleet?.clashing),

  // Hours.
  /** Travel time of a type over what travel says. */
  slowness: reals(({ fleet }) => fleet?.hours?.slowness),
  /** By base: earliest start and latest return. */
  earliest: reals(({ fleet }) => fleet?.hours?.earliest),
  latest: reals(({ fleet }) => fleet?.hours?.latest),
  loadingTime: reals(({ fleet }) => fleet?.hours?.loadingTime),
  serviceTime: reals(({ fleet }) => fleet?.hours?.serviceTime),
  /** windowOpens[windowsFrom[i] … windowsFrom[i+1]−1]; opens and closes: a customer's window, or the hull of several. */
  windowsFrom: ints(({ fleet }) => fleet?.hours?.windowsFrom),
  windowOpens: reals(({ fleet }) => fleet?.hours?.opens),
  windowCloses: reals(({ fleet }) => fleet?.hours?.closes),
  opens: reals(whenTimed(perCustomer), ({ n, fleet }, view) => {
    for (let i = 0; i < n && fleet?.hours; i++) view[i] = fleet.hours.opens[fleet.hours.windowsFrom[i]];
  }),
  closes: reals(whenTimed(perCustomer), ({ n, fleet }, view) => {
    for (let i = 0; i < n && fleet?.hours; i++) view[i] = fleet.hours.closes[fleet.hours.windowsFrom[i + 1] - 1];
  }),

  // Solutions in and out: count, then base, size and stops of each route; and the depots that are open.
  routes: ints(({ n, slots }) => 1 + 2 * slots + n),
  routesOpen: ints(perDepot),

  // The routes as they are.
  next: ints(nodes),
  prev: ints(nodes),
  place: ints(nodes, ({ n }, view) => {
    for (let i = 0; i < n; i++) view[i] = i;
  }),
  /** Cost of the arc to the next node. */
  leg: reals(nodes),
  route: ints(nodes, ({ n, slots }, view) => {
    for (let k = 0; k < 2 * slots; k++) view[n + k] = Math.floor(k / 2);
  }),
  /** From 1; the start of a route has 0. Like the sums below, ruin and recreate leaves it stale. */
  position: ints(nodes),
  loadUpTo: reals(nodes),
  /** Extra cost of driving the route backwards, up to the node; all zero when costs are symmetric. */
  reversalUpTo: reals(nodes),
  /** Length of the route up to the node, and of the same way driven backwards. */
  lengthUpTo: reals(whenLimited(nodes)),
  lengthBackTo: reals(whenLimited(nodes)),
  amountUpTo: reals(perSum(nodes)),
  /** Duration, time warp, earliest and latest start: from the start of the route up to a node, and from it to the last customer. */
  clockUpTo: reals(whenTimed((data) => 4 * nodes(data))),
  clockOnward: reals(whenTimed((data) => 4 * nodes(data))),
  routeDepot: ints(perSlot),
  routeType: ints(whenFleet(perSlot)),
  routeSize: ints(perSlot),
  routeLoad: reals(perSlot),
  routeLength: reals(whenLimited(perSlot)),
  routeAmount: reals(perSum(perSlot)),
  routeDuration: reals(whenTimed(perSlot)),
  routeWarp: reals(whenTimed(perSlot)),
  routeHasMultiple: ints(whenTimed(perSlot)),
  /** Price of the route beyond its arcs and its vehicle, and the part of it that is a penalty. */
  routePenalty: reals(perSlot),
  routeBreach: reals(whenFleet(perSlot)),
  /** Move count at the last change of the route. */
  modified: ints(perSlot),
  /** Bounding box of the route's customers: x low, x high, y low, y high. */
  box: reals((data) => 4 * data.slots),
  freeSlots: ints(perSlot),
  open: ints(perDepot),
  depotLoad: reals(perDepot),
  depotRoutes: ints(perDepot),
  depotPenalty: reals(perDepot),
  /** Depots whose opening cost is due whether used or not. */
  alwaysPaid: ints(perDepot),
  /** The empty route kept ready at each base of an open depot, so that a new vehicle is an ordinary move; −1 elsewhere. */
  emptyRoute: ints(perBase),
  /** Routes by base and by type. */
  baseRoutes: ints(whenFleet(perBase)),
  typeRoutes: ints(whenFleet(({ fleet }) => fleet?.types ?? 0)),

  // The route under trial; and the pieces of a move that is being made (core/segment.ts).
  pieces: ints(() => 48),
  carriedAmount: reals(sums),
  /** Its stops where somebody has several windows, and of each the first window that is left to it. */
  trail: ints(whenTimed(perCustomer)),
  trailWindow: ints(whenTimed(perCustomer)),

  // Descent: customers and routes in random order, and the move count when each was last tried in vain.
  customerOrder: ints(perCustomer),
  routeOrder: ints(perSlot),
  tried: ints(perCustomer),
  triedSwapStar: ints(perSlot),
  triedRehoming: ints(perSlot),
  /** SWAP*: three cheapest insertion places of each customer of one route in the other. */
  insertionCost: reals(({ n }) => 3 * n),
  insertionAfter: ints(({ n }) => 3 * n),
  removal: reals(perCustomer),

  // Moves of depots: routes in use; where each is now, and in the trial under way; depots in that trial.
  client: ints(perSlot),
  clientDepot: ints(perSlot),
  trialClientDepot: ints(perSlot),
  /** Cost of the arc to the farthest depot for which a depot may be exchanged. */
  exchangeReach: reals(perDepot, ({ n, m, travel }, view) => {
    for (let d = 0; d < m; d++) {
      const others = Float64Array.from({ length: m }, (_, e) => (e === d ? Number.POSITIVE_INFINITY : travel.arc(n + d, n + e)));
      view[d] = others.sort()[Math.min(m, mostExchanges) - 1];
    }
  }),
  isOpen: ints(perDepot),
  used: ints(perDepot),
  supplied: reals(perDepot),
  trialSupplied: reals(perDepot),

  // Ruin and recreate: customers on no route, near customers whose vehicle has room, and by what the absent are sorted.
  absent: ints(perCustomer),
  roomy: ints(({ stride }) => stride),
  sortKey: reals(perCustomer),
  /** The routes that an iteration has changed: their stops and arcs before, one arc more than stops, and all that is stored of them. */
  touched: ints(perSlot),
  touchedStart: ints(({ slots }) => slots + 1),
  isTouched: ints(perSlot),
  keptStops: ints(perCustomer),
  keptLegs: reals(({ n, slots }) => n + slots),
  keptBase: ints(whenFleet(perSlot)),
  keptLength: reals(whenLimited(perSlot)),
  keptAmount: reals(perSum(perSlot)),
  keptBreach: reals(whenFleet(perSlot)),
  keptPenalty: reals(whenFleet(perSlot)),
  keptClock: reals(whenTimed(({ n }) => 8 * n)),
  keptDuration: reals(whenTimed(perSlot)),
  keptWarp: reals(whenTimed(perSlot)),
  keptHasMultiple: ints(whenTimed(perSlot)),
  /** The best solution, as links of its own, and the routes that differ from it, or may. */
  bestNext: ints(nodes),
  bestBase: ints(perSlot),
  bestSize: ints(perSlot),
  changed: ints(perSlot),
  isChanged: ints(perSlot),

  // Pricing a list of routes: load and routes of each depot, routes by base and type, and which groups use which depots.
  listedLoad: reals(perDepot),
  listedRoutes: ints(perDepot),
  listedByBase: ints(whenFleet(perBase)),
  listedByType: ints(whenFleet(({ fleet }) => fleet?.types ?? 0)),
  listedGroups: bytes(whenRuled(({ n, m }) => n * m)),
} satisfies Readonly<Record<string, Scalar | Block>>;

export type Layout = typeof layout;

function incompatibles({ n, rules }: SearchData): readonly number[][] {
  const lists: number[][] = Array.from({ length: n }, () => []);
  for (const [g, h] of rules.apart) {
    lists[g].push(h);
    lists[h].push(g);
  }
  return lists;
}
