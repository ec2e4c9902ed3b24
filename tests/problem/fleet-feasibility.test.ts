/** Hours, fleets and alternative sites that cannot be kept: each is proved before any search, with who and why. */
import { describe, expect, it } from 'vitest';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';

const d = (id: string, x: number, more: object = {}) => ({ id, x, y: 0, openingCost: 5, ...more });
const c = (id: string, x: number, more: object = {}) => ({ id, x, y: 1, demand: 10, ...more });
const base: InstanceInput = {
  name: 't',
  depots: [d('A', 0), d('B', 50), d('C', 100)],
  customers: [c('p', 10), c('q', 40), c('r', 90), c('s', 60)],
  vehicles: [
    { id: 'van', capacity: 20 },
    { id: 'truck', capacity: 40 },
  ],
  travel: { kind: 'euclidean', speed: 60 },
};
const cases: Readonly<Record<string, Partial<InstanceInput>>> = {
  'window too early': {
    customers: [c('p', 10, { timeWindows: [[0, 5]] }), c('q', 40)],
    depots: [d('A', 0, { openingHours: [300, 900] }), d('B', 50)],
  },
  'window before opening everywhere': {
    customers: [c('p', 25, { timeWindows: [[300, 310]] }), c('q', 40)],
    depots: [d('A', 0, { openingHours: [300, 900] }), d('B', 50, { openingHours: [360, 900] })],
  },
  'no type may serve': {
    customers: [c('p', 10, { vehicles: ['truck'] }), c('q', 40)],
    vehicles: [
      { id: 'van', capacity: 20 },
      { id: 'truck', capacity: 40, available: 0 },
    ],
  },
  'truck only from closed depot': {
    customers: [c('p', 10, { vehicles: ['truck'] }), c('q', 40)],
    depots: [d('A', 0, { status: 'closed' }), d('B', 50)],
    vehicles: [
      { id: 'van', capacity: 20 },
      { id: 'truck', capacity: 40, depots: ['A'] },
    ],
  },
  'quantity total': {
    customers: [c('p', 10, { quantities: { m3: 6 } }), c('q', 40, { quantities: { m3: 6 } })],
    vehicles: [{ id: 'van', capacity: { demand: 100, m3: 8 }, available: 1 }],
  },
  'quantity one': {
    customers: [c('p', 10, { quantities: { m3: 9 } }), c('q', 40)],
    vehicles: [{ id: 'van', capacity: { demand: 100, m3: 8 } }],
  },
  'minLoad every depot over demand': { depots: [d('A', 0, { minLoad: 50 }), d('B', 50, { minLoad: 60 })] },
  'minLoad with minOpen': { depots: [d('A', 0, { minLoad: 25 }), d('B', 50, { minLoad: 30 })], rules: { minOpen: 2 } },
  'minLoad locked': { depots: [d('A', 0, { minLoad: 25, status: 'open' }), d('B', 50, { minLoad: 30, status: 'open' })] },
  'minLoad over capacity': { depots: [d('A', 0, { minLoad: 25, capacity: 20 }), d('B', 50, { minLoad: 30, capacity: 20 })] },
  'minLoad over capacity of one locked': { depots: [d('A', 0, { minLoad: 25, capacity: 20, status: 'open' }), d('B', 50)] },
  'minLoad reach': { depots: [d('A', 0, { minLoad: 30, status: 'open' }), d('B', 50)], rules: { allowed: { q: ['B'], r: ['B'] } } },
  'oneOf minOpen': { rules: { oneOf: [['A', 'B', 'C']], minOpen: 2 } },
  'oneOf capacity': {
    depots: [d('A', 0, { capacity: 30 }), d('B', 50, { capacity: 35 }), d('C', 100, { capacity: 4 })],
    rules: { oneOf: [['A', 'B']] },
  },
  'oneOf allowed lists': { rules: { oneOf: [['A', 'B']], allowed: { p: ['A'], q: ['B'] } } },
  'oneOf apart': { rules: { oneOf: [['A', 'B', 'C']], apart: [['p', 'q']] } },
  'oneOf with locked': {
    depots: [d('A', 0, { status: 'open' }), d('B', 50), d('C', 100, { status: 'closed' })],
    rules: { oneOf: [['A', 'B']], allowed: { q: ['B'] } },
  },
  maxDuration: { vehicles: [{ id: 'van', capacity: 40, maxDuration: 15 }] },
  'maxDuration by service': { customers: [c('p', 1, { serviceTime: 100 })], vehicles: [{ id: 'van', capacity: 40, maxDuration: 60 }] },
  'fleet too small by weight': { vehicles: [{ id: 'van', capacity: 15, available: 2 }] },
  'fleet too small by packing': {
    customers: ['p', 'q', 'r'].map((id, k) => c(id, 10 * k)),
    vehicles: [{ id: 'van', capacity: 15.5, available: 2 }],
  },
  'fleet too small by maxVehicles': {
    depots: [d('A', 0, { maxVehicles: 1 }), d('B', 50, { maxVehicles: 0 })],
    vehicles: [{ id: 'van', capacity: 20 }],
  },
  'fleet too small by maxOpen and per depot': { vehicles: [{ id: 'van', capacity: 20, availablePerDepot: 1 }], rules: { maxOpen: 1 } },
  'fleet too small by stops': { vehicles: [{ id: 'van', capacity: 200, maxStops: 1, available: 3 }] },
  'fleet too small by time': {
    customers: ['p', 'q', 'r', 's'].map((id, k) => c(id, k, { serviceTime: 100 })),
    vehicles: [{ id: 'van', capacity: 200, maxDuration: 150, available: 3 }],
  },
  'trucks too few for those who need them': {
    customers: ['p', 'q', 'r', 's'].map((id, k) => c(id, k, { vehicles: ['truck'] })),
    vehicles: [
      { id: 'van', capacity: 200 },
      { id: 'truck', capacity: 15, available: 2 },
    ],
  },
  'shift and hours apart': {
    depots: [d('A', 0, { openingHours: [300, 400] })],
    vehicles: [{ id: 'van', capacity: 40, shift: [500, 900] }],
  },
  'one depot may open, none reaches all': {
    customers: [c('p', 0, { timeWindows: [[400, 410]] }), c('r', 100, { timeWindows: [[400, 410]] })],
    depots: [d('A', 0, { openingHours: [380, 900] }), d('C', 100, { openingHours: [380, 900] })],
    rules: { maxOpen: 1 },
  },
  'same window far apart, one vehicle': {
    customers: [c('p', 0, { timeWindows: [[400, 410]] }), c('r', 100, { timeWindows: [[400, 410]] })],
    depots: [d('B', 50)],
    vehicles: [{ id: 'van', capacity: 40, available: 1 }],
  },
  'load by far depots': {
    depots: [d('A', 0, { capacity: 10 }), d('C', 100, { capacity: 60 })],
    customers: [c('p', 1, { timeWindows: [[400, 410]] }), c('q', 2, { timeWindows: [[400, 410]] })],
    vehicles: [{ id: 'van', capacity: 40, shift: [390, 900] }],
  },
  'opening budget': { rules: { openingBudget: 3 } },
};

/** What each must be told: the code, and the beginning of the sentence. */
const told: Readonly<Record<string, readonly [string, string]>> = {
  'window too early': [
    'E_INFEASIBLE_TIME',
    "customer 'p': the time window closes at 0:05, before any vehicle of depot 'B' can be there at 0:40 (vehicle 'v",
  ],
  'window before opening everywhere': [
    'E_INFEASIBLE_TIME',
    "customer 'p': the time window closes at 5:10, before any vehicle of depot 'A' can be there at 5:25 (vehicle 'v",
  ],
  'no type may serve': ['E_INFEASIBLE_RULES', "customer 'p' may be served by no vehicle of any depot"],
  'truck only from closed depot': ['E_INFEASIBLE_RULES', "customer 'p' may be served by no vehicle of any depot"],
  'quantity total': ['E_INFEASIBLE_CAPACITY', 'the customers need 12 of m3 in total, but all vehicles together carry 8'],
  'quantity one': ['E_INFEASIBLE_DEMAND', "customer 'p' needs 9 of m3, more than the 8 that a vehicle carries (vehicle 'van')"],
  'minLoad every depot over demand': [
    'E_INFEASIBLE_CAPACITY',
    'no depot can open: each must supply more than it can (minLoad, 50 or more; the customers demand 40)',
  ],
  'minLoad with minOpen': [
    'E_INFEASIBLE_CAPACITY',
    'the 2 depots that must open (minOpen) must supply 55 at least (minLoad), but the customers demand 40',
  ],
  'minLoad locked': ['E_INFEASIBLE_CAPACITY', 'the depots locked open must supply 55 at least (minLoad), but the customers demand 40'],
  'minLoad over capacity': [
    'E_INFEASIBLE_CAPACITY',
    'no depot can open: each must supply more than it can (minLoad, 25 or more; the customers demand 40)',
  ],
  'minLoad over capacity of one locked': [
    'E_INFEASIBLE_CAPACITY',
    "depot 'A' is locked open and must supply 25 (minLoad), but can supply 20 at the most",
  ],
  'minLoad reach': ['E_INFEASIBLE_CAPACITY', "depot 'A' is locked open and must supply 30 (minLoad), but can supply 20 at the most"],
  'oneOf minOpen': ['E_INFEASIBLE_RULES', 'minOpen is 2, but at most 1 of the depots can open, because others exclude each other'],
  'oneOf capacity': [
    'E_INFEASIBLE_CAPACITY',
    'the customers demand 40 in total, but the depots that can open together (rules.oneOf) supply at most 39',
  ],
  'oneOf allowed lists': [
    'E_INFEASIBLE_RULES',
    "customer 'p' can be served from depot 'A' only, customer 'q' from depot 'B' only; but at most one of these dep",
  ],
  'oneOf apart': ['E_INFEASIBLE_RULES', "2 customers ('p', 'q') must all use different depots, but at most 1 depots can open"],
  'oneOf with locked': [
    'E_INFEASIBLE_RULES',
    "customer 'q' may use no depot: allowed and forbidden lists (of every customer tied to them), the reach of the ",
  ],
  maxDuration: [
    'E_INFEASIBLE_TIME',
    "customer 'p': a route from depot 'A' takes at least 20.1 min, over the maximum duration of 15 min (vehicle 'va",
  ],
  'maxDuration by service': [
    'E_INFEASIBLE_TIME',
    "customer 'p': a route from depot 'A' takes at least 102.83 min, over the maximum duration of 60 min (vehicle '",
  ],
  'fleet too small by weight': ['E_INFEASIBLE_CAPACITY', 'the customers need 40 of demand in total, but all vehicles together carry 30'],
  'fleet too small by packing': [
    'E_INFEASIBLE_CAPACITY',
    "no two of the customers 'p', 'q', 'r' can be on one route, by load, time or rules, but there are only 2 vehicles f",
  ],
  'fleet too small by maxVehicles': [
    'E_INFEASIBLE_CAPACITY',
    'the customers need 40 of demand in total, but all vehicles together carry 20',
  ],
  'fleet too small by maxOpen and per depot': [
    'E_INFEASIBLE_CAPACITY',
    'the customers need 40 of demand in total, but the vehicles of any one depot carry 20',
  ],
  'fleet too small by stops': ['E_INFEASIBLE_CAPACITY', 'there are 4 customers, but all vehicles together make at most 3 stops (maxStops)'],
  'fleet too small by time': [
    'E_INFEASIBLE_CAPACITY',
    "no two of the customers 'p', 'q', 'r', 's' can be on one route, by load, time or rules, but there are only 3 vehic",
  ],
  'trucks too few for those who need them': [
    'E_INFEASIBLE_CAPACITY',
    "the 4 customers who may be served by 'truck' only need 40 of demand in total, but these vehicles together carr",
  ],
  'shift and hours apart': [
    'E_INFEASIBLE_TIME',
    "customer 'p': no vehicle that serves it is back at depot 'A' before 8:40, but it must be by 6:40 (vehicle 'van",
  ],
  'one depot may open, none reaches all': [
    'E_INFEASIBLE_RULES',
    "customer 'p' can be served from depot 'A' only, customer 'r' from depot 'C' only; but maxOpen is 1",
  ],
  'same window far apart, one vehicle': [
    'E_INFEASIBLE_CAPACITY',
    "no two of the customers 'p', 'r' can be on one route, by load, time or rules, but there is only 1 vehicle for the ",
  ],
  'load by far depots': [
    'E_INFEASIBLE_CAPACITY',
    "the depots could supply the demand in total, but every division of the customers among them ('A' 10, 'C' 60) o",
  ],
  'opening budget': ['E_INFEASIBLE_RULES', "opening the cheapest other ('A') costs 5, over the budget of 3"],
};

describe('what cannot be planned', () => {
  it.each(Object.keys(cases))('%s', (name) => {
    const found = explainInfeasibility(createInstance({ ...base, ...cases[name] }));
    const [code, reason] = told[name];
    expect(found?.code).toBe(code);
    expect(found?.reason.startsWith(reason) ? reason : found?.reason).toBe(reason);
  });

  it('is not said of what can', () => {
    expect(explainInfeasibility(createInstance(base))).toBeUndefined();
  });
});
