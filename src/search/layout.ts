/**
 * The core's memory: every number and array that it works on, with what fills it. scripts/kernels.mjs declares each in
 * core/generated.ts, where the name of an array is its address; the engine sets and fills them. Nothing here may import values.
 *
 * Nodes: customer i is node i; route r begins at node n+2r and ends at node n+2r+1, both standing at its depot.
 * Places: customers first, then depots; `place[node]` is the node's place. A base is a vehicle type at a depot, type · m + depot; without
 * fleets there is one type, and a base is a depot.
 */
import type { SearchData } from './data.ts';
import type { Fleet, Hours } from './fleet.ts';
import type { moveNames, SearchParameters } from './parameters.ts';

type Values = ArrayLike<number>;
type View = { [place: number]: number; set(values: Values): void };

/** A number of the core, and its first value. */
export interface Scalar {
  readonly kind: 'i32' | 'f64' | 'bool';
  readonly value: (data: SearchData, parameters: SearchParameters) => number | boolean;
}

/** An array of the core: what it holds at first, or only how many elements it has; none where the instance does not need it. */
export interface Block {
  readonly kind: 'ints' | 'reals' | 'bytes' | 'arcs';
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

/** Several of one kind. */
function each<Name extends string, Entry extends Scalar | Block>(of: (name: Name) => Entry, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Entry>;
}
const eachInts = <Name extends string>(count: Block['content'], ...names: readonly Name[]) => each(() => ints(count), ...names);
const eachReals = <Name extends string>(count: Block['content'], ...names: readonly Name[]) => each(() => reals(count), ...names);
const tuned = <Part extends 'ruin' | 'recreate', Name extends string & keyof SearchParameters[Part]>(
  part: Part,
  ...names: readonly Name[]
) => each((name) => f64((_, { [part]: values }) => Number(values[name])), ...names);
type Arrays<Of> = { [Name in keyof Of & string]: Of[Name] extends Float64Array | Int32Array ? Name : never }[keyof Of & string];
const ofFleet = <Name extends Arrays<Fleet>>(kind: typeof ints, ...names: readonly Name[]) =>
  each((name) => kind(({ fleet }) => fleet?.[name]), ...names);
const ofHours = <Name extends Arrays<Hours>>(...names: readonly Name[]) =>
  each((name) => reals(({ fleet }) => fleet?.hours?.[name]), ...names);

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
const amounts = ({ fleet }: SearchData): Values[] => {
  if (!fleet) return [];
  const { amount, barred, hours } = fleet;
  return [amount, ...(barred.includes(1) ? [barred] : []), ...(hours ? [hours.serviceTime] : [])];
};
const sums: Count = (data) => amounts(data).reduce((sum, { length }) => sum + length, 0) / data.n;
/** As in core/memory.ts. */
const facts: Count = (data) => (data.fleet ? 6 + sums(data) : isLimited(data) ? 1 : 0);

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
  /** Quantities beyond the demand; amounts that are summed up along routes: these, for each type whom it may not serve, and times of service. */
  quantities: i32(({ fleet }) => fleet?.quantities ?? 0),
  sums: i32(sums),
  facts: i32(facts),
  clashes: i32(({ fleet }) => (fleet?.clashing.length ?? 0) / 2),
  /** Whether a type may not serve some customer; whether more is paid than arcs, openings and vehicles; whether somebody has several windows. */
  isBarred: bool(isBarred),
  isSurcharged: bool(({ fleet }) => fleet?.isSurcharged === true),
  hasMultipleWindows: bool(hasMultipleWindows),
  /** Penalties: a unit of load over the capacity of a vehicle, of a depot; a broken rule; a unit of length, of time over a limit. */
  ...each(() => f64(), 'vehicleWeight', 'depotWeight', 'ruleWeight', 'distanceWeight', 'timeWeight'),

  // Parameters of the search (parameters.ts).
  newVehicles: i32((_, { descent }) => descent.newVehicles),
  usesRelocate: uses('relocate'),
  usesSwap: uses('swap'),
  usesTwoOpt: uses('2-opt'),
  usesTwoOptStar: uses('2-opt*'),
  usesSwapStar: uses('swap*'),
  usesWholeRoute: uses('whole-route'),
  ...tuned('ruin', 'removed', 'longestString', 'splitShare', 'keepShare', 'groupShare'),
  focusTries: i32((_, { ruin }) => ruin.focusTries),
  nearInsertion: i32((_, { recreate }) => recreate.near),
  wideInsertion: i32((_, { recreate }) => recreate.wide),
  overlookEvery: i32((_, { recreate }) => recreate.overlookEvery),
  ...tuned('recreate', 'wideShare', 'priceRaise', 'priceLower', 'priceLeast'),

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

  // Customers and depots.
  ...each((name) => reals(({ [name]: values }) => values), 'x', 'y', 'demand', 'depotCapacity', 'openingCost'),
  lockedOpen: ints(({ rules }) => rules.lockedOpen),
  lockedClosed: ints(({ rules }) => rules.lockedClosed),
  /** Cost from the nearest depot, open or not. */
  nearestDepot: reals(perCustomer, ({ n, m, travel }, view) => {
    for (let i = 0; i < n; i++) view[i] = travel.out.subarray(i * m, (i + 1) * m).reduce((a, b) => Math.min(a, b));
  }),
  /** Row i: near customers; depots by the round trip to customer i, nearest first. */
  ...each((name) => ints(({ [name]: values }) => values), 'neighbours', 'depotOrder'),
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
  /** Depot of each customer, −1 on no route; customers that a trial has moved, and where they were. */
  ...eachInts(whenRuled(perCustomer), 'groupSpread', 'depotOf', 'moved', 'movedFrom'),

  // Vehicle types: by type, by base, by depot. Where there is no limit: Infinity, or the largest integer.
  typeCapacity: reals(({ fleet }) => fleet?.capacity),
  typeMaxDistance: reals(({ fleet }) => fleet?.maxDistance),
  ...ofFleet(reals, 'fixedCost', 'surcharge', 'costPerTime', 'maxDuration', 'handlingCost', 'minLoad', 'quantityCapacity'),
  ...ofFleet(ints, 'maxStops', 'available', 'availableAt', 'maxVehicles', 'clashing'),
  /** amount[q·n + i] of customer i. */
  amount: reals((data) => amounts(data).flatMap((values) => Array.from(values))),
  /** What a unit of length, of time and of arcs' cost costs a type at least, at the prices in force. */
  ...eachReals(({ fleet }) => fleet?.types, 'lengthRate', 'timeRate', 'arcRate'),

  // Hours.
  ...ofHours('slowness', 'earliest', 'latest', 'loadingTime', 'serviceTime'),
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

  // The routes as they are: links, the cost of the arc to the next node, and the position from 1 (the start of a route has 0).
  ...eachInts(nodes, 'next', 'prev', 'position'),
  leg: reals(nodes),
  place: ints(nodes, ({ n }, view) => {
    for (let i = 0; i < n; i++) view[i] = i;
  }),
  route: ints(nodes, ({ n, slots }, view) => {
    for (let k = 0; k < 2 * slots; k++) view[n + k] = Math.floor(k / 2);
  }),
  // Up to the node, stale in ruin and recreate like positions: load; extra cost of driving the route backwards, zero when costs are symmetric;
  // length, and that of the same way driven backwards.
  ...eachReals(nodes, 'loadUpTo', 'reversalUpTo'),
  ...eachReals(whenLimited(nodes), 'lengthUpTo', 'lengthBackTo'),
  amountUpTo: reals((data) => sums(data) * nodes(data)),
  /** Duration, time warp, earliest and latest start: from the start of the route up to a node, then from it to the last customer. */
  clocks: reals(whenTimed((data) => 8 * nodes(data))),
  ...eachInts(perSlot, 'routeDepot', 'routeSize', 'freeSlots'),
  routeType: ints(whenFleet(perSlot)),
  /** routePenalty: price of the route beyond its arcs and its vehicle. */
  ...eachReals(perSlot, 'routeLoad', 'routePenalty'),
  /** What else is stored of routes (core/memory.ts). */
  routeFacts: reals((data) => facts(data) * data.slots),
  /** Move count at the last change of the route. */
  modified: ints(perSlot),
  /** Bounding box of the route's customers: x low, x high, y low, y high. */
  box: reals((data) => 4 * data.slots),
  /** alwaysPaid: depots whose opening cost is due whether used or not. */
  ...eachInts(perDepot, 'open', 'depotRoutes', 'alwaysPaid'),
  ...eachReals(perDepot, 'depotLoad', 'depotPenalty'),
  /** The empty route kept ready at each base of an open depot, so that a new vehicle is an ordinary move; −1 elsewhere. */
  emptyRoute: ints(perBase),
  /** Routes by base and by type, as they are and on a list that is being priced. */
  ...eachInts(whenFleet(perBase), 'baseRoutes', 'listedByBase'),
  ...eachInts(
    whenFleet(({ fleet }) => fleet?.types ?? 0),
    'typeRoutes',
    'listedByType',
  ),

  // The route under trial; and the pieces of a move that is being made (core/segment.ts).
  pieces: ints(() => 48),
  carriedAmount: reals(sums),
  /** Its stops where somebody has several windows, and of each the first window that is left to it. */
  ...eachInts(whenTimed(perCustomer), 'trail', 'trailWindow'),

  // Descent: customers and routes in random order, and the move count when each was last tried in vain.
  ...eachInts(perCustomer, 'customerOrder', 'tried'),
  ...eachInts(perSlot, 'routeOrder', 'triedSwapStar', 'triedRehoming'),
  /** SWAP*: three cheapest insertion places of each customer of one route in the other. */
  insertionCost: reals(({ n }) => 3 * n),
  insertionAfter: ints(({ n }) => 3 * n),
  removal: reals(perCustomer),

  // Moves of depots: routes in use; where each is now, and in the trial under way; depots in that trial.
  ...eachInts(perSlot, 'client', 'clientDepot', 'trialClientDepot'),
  ...eachInts(perDepot, 'isOpen', 'used'),
  ...eachReals(perDepot, 'supplied', 'trialSupplied'),
  /** Cost of the arc to the farthest depot for which a depot may be exchanged. */
  exchangeReach: reals(perDepot, ({ n, m, travel }, view) => {
    for (let d = 0; d < m; d++) {
      const others = Float64Array.from({ length: m }, (_, e) => (e === d ? Number.POSITIVE_INFINITY : travel.arc(n + d, n + e)));
      view[d] = others.sort()[Math.min(m, mostExchanges) - 1];
    }
  }),

  // Ruin and recreate: customers on no route, near customers whose vehicle has room, and by what the absent are sorted.
  absent: ints(perCustomer),
  roomy: ints(({ stride }) => stride),
  sortKey: reals(perCustomer),
  /** The routes that an iteration has changed, and all that was stored of them. */
  ...eachInts(perSlot, 'touched', 'isTouched', 'keptSize'),
  keptLoad: reals(perSlot),
  keptClocksFrom: ints(whenTimed(({ slots }) => slots + 1)),
  keptStops: ints(whenTimed(perCustomer)),
  keptClocks: reals(whenTimed(({ n }) => 8 * n)),
  keptBase: ints(whenFleet(perSlot)),
  keptPenalty: reals(whenFleet(perSlot)),
  keptFacts: reals((data) => facts(data) * data.slots),
  /** Who has left: the customer, the node before it and the route, then the arcs to and from it; and who has joined, with the arc there before. */
  leavings: reals(({ n }) => 4 * n),
  joined: ints(perCustomer),
  joinedLeg: reals(perCustomer),
  /** The best solution, as links of its own, and the routes that differ from it, or may. */
  bestNext: ints(nodes),
  ...eachInts(perSlot, 'bestBase', 'bestSize', 'changed', 'isChanged'),

  // Pricing a list of routes: load and routes of each depot, and which groups use which depots.
  listedLoad: reals(perDepot),
  listedRoutes: ints(perDepot),
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
