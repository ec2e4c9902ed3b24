/** Side constraints by index, for solvers. The verifier reads the instance's own rules instead. */
import { closedDepots, type OpenRules } from './depot-set.ts';
import { NeoLrpError, nameSome } from './errors.ts';
import type { Customer, Instance, Rules } from './instance.ts';
import type { Reach } from './within-reach.ts';

/** Pairs of customers kept apart that are told one by one; a group of k has k·(k−1)/2. */
const mostPairs = 5e6;

export interface CompiledRules extends OpenRules {
  /** allowed[i·m + d] is 1 where customer i may use depot d: lists, locked-closed depots, reach and rules of its group included. */
  readonly allowed: Uint8Array;
  readonly openingBudget: number;
  /** Customers tied together share a number, the smallest index of the group; others have their own index. */
  readonly group: Int32Array;
  /** Pairs of groups (by group number, smaller first) that may not share a depot. Listed on demand; throws where they are too many. */
  readonly apart: readonly (readonly [number, number])[];
  /** Pairs of groups of customers of whom no two may share a vehicle. */
  readonly incompatible: readonly (readonly [ReadonlySet<number>, ReadonlySet<number>])[];
  /** True when any rule couples customers with each other (together or apart). */
  readonly couples: boolean;
  /** True when any customer is barred from any depot that is not locked closed. */
  readonly restricts: boolean;
}

/** `reach`: of the instance's vehicles; undefined where they reach everybody. */
export function compileRules(instance: Instance, reach: Reach | undefined): CompiledRules {
  const { depots, customers, rules } = instance;
  const m = depots.length;
  const n = customers.length;
  const depotIndex = new Map(depots.map((d, k) => [d.id, k]));
  const customerIndex = new Map(customers.map((c, k) => [c.id, k]));
  const indexOf = (customer: string) => customerIndex.get(customer) as number;

  const lockedOpen = Uint8Array.from(depots, (d) => Number(d.status === 'open'));
  const lockedClosed = closedDepots(instance);

  const group = mergedGroups(
    n,
    rules.together.map((tied) => tied.map(indexOf)),
  );

  const allowed = new Uint8Array(n * m);
  for (let i = 0; i < n; i++) for (let d = 0; d < m; d++) allowed[i * m + d] = 1 - lockedClosed[d];
  for (const [customer, list] of Object.entries(rules.allowed)) {
    const only = new Set(list.map((d) => depotIndex.get(d)));
    for (let d = 0; d < m; d++) if (!only.has(d)) allowed[indexOf(customer) * m + d] = 0;
  }
  for (const [customer, list] of Object.entries(rules.forbidden))
    for (const d of list) allowed[indexOf(customer) * m + (depotIndex.get(d) as number)] = 0;
  if (reach) barOutOfReach(reach, allowed, m);
  const restricts = allowed.some((ok, k) => !ok && !lockedClosed[k % m]);
  if (rules.together.length > 0) intersectWithinGroups(allowed, group, m);

  const apart = rules.apart.map((members) => members.map((id) => group[indexOf(id)]));
  let pairs: CompiledRules['apart'] | undefined;

  return {
    allowed,
    lockedOpen,
    lockedClosed,
    minOpen: rules.minOpen ?? 0,
    maxOpen: rules.maxOpen ?? m,
    openingBudget: rules.openingBudget ?? Number.POSITIVE_INFINITY,
    group,
    get apart() {
      pairs ??= pairsOf(apart, n);
      return pairs;
    },
    incompatible: (rules.incompatible ?? []).map(([these, those]) => [new Set(these.map(indexOf)), new Set(those.map(indexOf))]),
    oneOf: (rules.oneOf ?? []).map((ids) => ids.map((id) => depotIndex.get(id) as number)),
    couples: apart.some(({ length }) => length > 1) || rules.together.length > 0,
    restricts,
  };
}

/** Depots whose vehicles cannot serve a customer, by distance, time, load or kind. */
function barOutOfReach(reach: Reach, allowed: Uint8Array, m: number): void {
  for (let i = 0, k = 0; k < allowed.length; i++) for (let d = 0; d < m; d++, k++) if (allowed[k] && !reach.reaches(i, d)) allowed[k] = 0;
}

/** Customers tied together, directly or through others, have the smallest index among them. */
function mergedGroups(n: number, ties: readonly (readonly number[])[]): Int32Array {
  const group = Int32Array.from({ length: n }, (_, i) => i);
  const smallest = (i: number) => {
    for (; group[i] !== i; i = group[i]) group[i] = group[group[i]];
    return i;
  };
  for (const [first, ...others] of ties)
    for (const other of others) {
      const [a, b] = [smallest(first), smallest(other)];
      group[Math.max(a, b)] = Math.min(a, b);
    }
  return group.map((_, i) => smallest(i));
}

function pairsOf(apart: readonly (readonly number[])[], n: number): CompiledRules['apart'] {
  const count = apart.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  if (count > mostPairs)
    throw new NeoLrpError('E_TOO_LARGE', `${count} pairs of customers kept apart are more than the ${mostPairs} that can be planned with`, {
      field: 'rules.apart',
    });
  const keys = new Set<number>();
  for (const members of apart)
    for (let a = 0; a < members.length; a++)
      for (let b = a + 1; b < members.length; b++) keys.add(Math.min(members[a], members[b]) * n + Math.max(members[a], members[b]));
  return Array.from(keys, (key) => [Math.floor(key / n), key % n] as const);
}

/** A depot barred to one member is barred to its whole group. */
function intersectWithinGroups(allowed: Uint8Array, group: Int32Array, m: number): void {
  for (let i = 0; i < group.length; i++) for (let d = 0; d < m; d++) allowed[group[i] * m + d] &= allowed[i * m + d];
  for (let i = 0; i < group.length; i++) for (let d = 0; d < m; d++) allowed[i * m + d] = allowed[group[i] * m + d];
}

/** What is left of the rules once depots are decided, for some of the customers. */
export function rulesOfRoutes({ incompatible = [] }: Rules, customers: readonly Customer[]): Rules {
  const served = new Set(customers.map(({ id }) => id));
  const pairs = incompatible
    .map(([these, those]) => [these.filter((id) => served.has(id)), those.filter((id) => served.has(id))] as const)
    .filter(([these, those]) => these.length > 0 && those.length > 0);
  return { apart: [], together: [], allowed: {}, forbidden: {}, ...(pairs.length > 0 && { incompatible: pairs }) };
}

/** One rule of an instance, in words and as data. */
export interface NamedRule {
  readonly text: string;
  readonly rule: Partial<Rules>;
}

/** Every rule except the locks of depots, one by one. */
export function namedRules({ rules }: Instance): readonly NamedRule[] {
  const { minOpen, maxOpen, openingBudget, oneOf = [], apart, together, allowed, forbidden } = rules;
  return [
    ...(minOpen === undefined ? [] : [{ text: `at least ${minOpen} depots open (minOpen)`, rule: { minOpen } }]),
    ...(maxOpen === undefined ? [] : [{ text: `at most ${maxOpen} depots open (maxOpen)`, rule: { maxOpen } }]),
    ...(openingBudget === undefined ? [] : [{ text: `opening costs at most ${openingBudget} (openingBudget)`, rule: { openingBudget } }]),
    ...oneOf.map((ids) => ({ text: `at most one of the depots ${nameSome(ids)} opens`, rule: { oneOf: [ids] } })),
    ...apart.map((ids) => ({ text: `customers ${nameSome(ids)} are kept apart`, rule: { apart: [ids] } })),
    ...together.map((ids) => ({ text: `customers ${nameSome(ids)} are tied together`, rule: { together: [ids] } })),
    ...Object.entries(allowed).map(([id, list]) => ({
      text: `customer '${id}' may use ${nameSome(list)} only`,
      rule: { allowed: { [id]: list } },
    })),
    ...Object.entries(forbidden).map(([id, list]) => ({
      text: `customer '${id}' may not use ${nameSome(list)}`,
      rule: { forbidden: { [id]: list } },
    })),
  ];
}

/** The inverse of `namedRules`. */
export function joinRules(named: readonly NamedRule[]): Rules {
  const all = named.map(({ rule }) => rule);
  const records = (kind: 'allowed' | 'forbidden') => Object.fromEntries(all.flatMap(({ [kind]: record = {} }) => Object.entries(record)));
  return {
    ...Object.assign({}, ...all),
    ...(all.some(({ oneOf }) => oneOf) && { oneOf: all.flatMap(({ oneOf = [] }) => oneOf) }),
    apart: all.flatMap(({ apart = [] }) => apart),
    together: all.flatMap(({ together = [] }) => together),
    allowed: records('allowed'),
    forbidden: records('forbidden'),
  };
}
