import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { solutionFormats, writeSolution } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { scaled } from '../scaled.ts';
import { faultOf } from './samples.ts';

/** The depot at the origin, customers at distances 5, 10 and 13. */
const single = createInstance({
  name: 'single',
  depots: [{ id: 'D', x: 0, y: 0 }],
  customers: [
    { id: 'a', x: 3, y: 4, demand: 1 },
    { id: 'b', x: 6, y: 8, demand: 2 },
    { id: 'c', x: 5, y: 12, demand: 3 },
  ],
  vehicleCapacity: 3,
});
const plan = {
  routes: [
    { depot: 'D', stops: ['b', 'a'] },
    { depot: 'D', stops: ['c'] },
  ],
};

describe('plans', () => {
  it('survive in every format, and verify', () => {
    for (const { name } of solutionFormats) {
      const back = readPlan(writeSolution(single, plan, name), single);
      expect(back.routes).toMatchObject(plan.routes);
      expect(verify(single, back)).toMatchObject({ feasible: true, cost: { total: 46 } });
    }
  });

  it('of random routes survive in every format', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 }), fc.nat(3), (stops, cut) => {
        const routes = [stops.slice(0, cut), stops.slice(cut)]
          .filter((part) => part.length > 0)
          .map((part) => ({ depot: 'D', stops: part }));
        for (const { name } of solutionFormats)
          expect(readPlan(writeSolution(single, { routes }, name), single).routes).toMatchObject(routes);
      }),
      { numRuns: scaled(30) },
    );
  });

  it('as VRPLIB number customers by their position', () => {
    expect(writeSolution(single, plan, 'sol')).toEqual({ name: 'single.sol', text: 'Route #1: 2 1\nRoute #2: 3\nCost 46\n' });
    expect(readPlan({ name: 'x', text: 'route 1: 3\r\n\r\nRoute #2:  1   2\r\nCost: 46' }, single)).toEqual({
      routes: [
        { depot: 'D', stops: ['c'] },
        { depot: 'D', stops: ['a', 'b'] },
      ],
      cost: { total: 46 },
    });
  });

  it('as VRPLIB need the instance, one depot, and numbers within range', () => {
    const sol = (text: string) => ({ name: 'x.sol', text });
    expect(faultOf(() => readPlan(sol('Route #1: 1')))).toMatchObject({ code: 'E_USAGE' });
    expect(faultOf(() => readPlan(sol('Route #1: 1 4'), single)).message).toBe(
      "x.sol:1: '4' is not the number of a customer; expected 1 to 3",
    );
    expect(faultOf(() => readPlan(sol('Route #1: 1\nTime 3'), single)).message).toMatch(
      /^x\.sol:2: expected 'Route #1: 3 1 2' or 'Cost 123'/,
    );
    expect(faultOf(() => readPlan(sol('Cost 1'), single)).message).toMatch(/no route found/);
    const two = createInstance({ ...single, depots: [...single.depots, { ...single.depots[0], id: 'E' }] });
    expect(faultOf(() => readPlan(sol('Route #1: 1'), two))).toMatchObject({ code: 'E_FORMAT_UNSUPPORTED' });
    expect(faultOf(() => writeSolution(two, plan, 'sol'))).toMatchObject({ code: 'E_FORMAT_UNSUPPORTED' });
  });

  it('as CSV have a row a stop, put in order by its number', () => {
    expect(writeSolution(single, plan, 'csv')).toEqual({
      name: 'single.solution.csv',
      text: 'route,stop,depot,customer,x,y,demand,load\n1,1,D,b,6,8,2,2\n1,2,D,a,3,4,1,3\n2,1,D,c,5,12,3,3\n',
    });
    const table = (...rows: string[]) => ({ name: 'p.csv', text: rows.join('\n') });
    expect(readPlan(table('Customer;Route;Depot;Stop', 'a;van 1;D;2', 'c;van 2;D;1', 'b;van 1;D;1'))).toEqual(plan);
    expect(readPlan(table('route,depot,customer', '7,D,b', '7,D,a', '9,D,c'))).toEqual(plan);
    expect(faultOf(() => readPlan(table('route,customer', '1,a'))).message).toMatch(/^p\.csv:1, depot: no column 'depot'/);
    expect(faultOf(() => readPlan(table('route,depot,customer', '1,D,a', '1,E,b'))).message).toMatch(/^p\.csv:3, depot: route 1 starts at/);
    expect(faultOf(() => readPlan(table('route,depot,customer', '1,D,'))).message).toMatch(/^p\.csv:2, customer: no customer is given/);
    expect(faultOf(() => readPlan(table('route,depot,customer,stop', '1,D,a,first'))).message).toMatch(
      /^p\.csv:2, stop: expected a number/,
    );
    expect(faultOf(() => readPlan(table('route,depot,customer'))).message).toMatch(/no rows/);
  });

  it('as CSV are refused where rows cannot tell all', () => {
    const idle = { routes: [...plan.routes, { depot: 'D', stops: [] }] };
    expect(faultOf(() => writeSolution(single, idle, 'csv'))).toMatchObject({
      code: 'E_FORMAT_UNSUPPORTED',
      place: { field: 'routes[2]' },
    });
    const locked = createInstance({ ...single, depots: [...single.depots, { ...single.depots[0], id: 'E', status: 'open' }] });
    for (const openDepots of [['D'], ['E'], []])
      expect(faultOf(() => writeSolution(locked, { ...plan, openDepots }, 'csv'))).toMatchObject({
        code: 'E_FORMAT_UNSUPPORTED',
        place: { field: 'openDepots' },
      });
  });

  it('as CSV have a row for a depot that is open and serves nobody', () => {
    const two = createInstance({ ...single, depots: [...single.depots, { ...single.depots[0], id: 'E', openingCost: 5 }] });
    const { text } = writeSolution(two, { ...plan, openDepots: ['D', 'E'] }, 'csv');
    expect(text.trimEnd().split('\n').at(-1)).toBe(',,E,,,,,');
    expect(readPlan({ name: 'p.csv', text })).toMatchObject({ ...plan, openDepots: ['D', 'E'] });
  });

  it('as CSV state demands and loads, which are checked', () => {
    const { text } = writeSolution(single, plan, 'csv');
    const kinds = (changed: string) => verify(single, readPlan({ name: 'p.csv', text: changed })).violations.map(({ kind }) => kind);
    expect(kinds(text)).toEqual([]);
    expect(kinds(text.replace(/,2,2\n/, ',2,99\n'))).toEqual(['load-misreported']);
    expect(kinds(text.replace(/,2,2\n/, ',5,2\n'))).toEqual(['load-misreported']);
  });

  it('with names and addresses show them', () => {
    const named = createInstance({
      ...single,
      depots: [{ ...single.depots[0], name: 'North' }],
      customers: single.customers.map((customer) => ({ ...customer, name: `Shop ${customer.id}`, address: `${customer.id} Street, 1` })),
    });
    const [head, first] = writeSolution(named, plan, 'csv').text.split('\n');
    expect(head).toBe('route,stop,depot,depot name,customer,name,address,x,y,demand,load');
    expect(first).toBe('1,1,D,North,b,Shop b,"b Street, 1",6,8,2,2');
    expect(readPlan(writeSolution(named, plan, 'csv'))).toMatchObject(plan);
    const { features } = JSON.parse(writeSolution(named, plan, 'geojson').text);
    expect(features[2].properties).toMatchObject({ id: 'D', name: 'North' });
    expect(features[3].properties).toMatchObject({ id: 'a', name: 'Shop a', address: 'a Street, 1' });
  });

  it('of several depots, used or not, are the same plan after CSV and GeoJSON', () => {
    const depot = fc.record({
      openingCost: fc.nat(100),
      status: fc.constantFrom('candidate' as const, 'open' as const),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(depot, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), (sites, choice) => {
        const instance = createInstance({
          ...single,
          depots: sites.map(({ openingCost, status }, d) => ({ id: `D${d}`, x: d, y: -d, openingCost, status })),
          rules: { minOpen: 1 },
        });
        const routes = single.customers.map(({ id }, k) => ({ depot: `D${choice[k] % sites.length}`, stops: [id] }));
        const used = new Set(routes.map((route) => route.depot));
        const openDepots = instance.depots
          .filter(({ id, status }, d) => used.has(id) || status === 'open' || sites[d].open)
          .map(({ id }) => id);
        for (const stated of [{ routes, openDepots }, { routes }]) {
          const before = verify(instance, stated);
          for (const format of ['csv', 'geojson'] as const) {
            const back = readPlan(writeSolution(instance, stated, format), instance);
            expect(verify(instance, back)).toEqual(before);
            if ('openDepots' in stated && back.openDepots) expect(back.openDepots.toSorted()).toEqual(openDepots.toSorted());
          }
        }
      }),
      { numRuns: scaled(60) },
    );
  });

  it('keep in GeoJSON where they came from, and leave out lengths that no number tells', () => {
    const origin = { instance: 'single', instanceHash: '0123456789abcdef', changes: { maxOpen: 3 } };
    expect(readPlan(writeSolution(single, { ...plan, ...origin }, 'geojson'))).toMatchObject(origin);
    const values = [0, 1, 2, 3].map((from) => [0, 1, 2, 3].map((to) => (from === 1 && to === 0 ? null : 1)));
    const gaps = createInstance({ ...single, travel: { kind: 'matrix', values } });
    const back = readPlan(writeSolution(gaps, plan, 'geojson'));
    expect(back.routes[0]).toEqual({ depot: 'D', stops: ['b', 'a'], load: 3 });
    expect(back.cost).toEqual({ opening: 0, vehicles: 0 });
  });

  it('as GeoJSON draw a closed line a route', () => {
    const { text } = writeSolution(single, plan, 'geojson');
    const { features } = JSON.parse(text);
    expect(features).toHaveLength(2 + 1 + 3);
    expect(features[0]).toEqual({
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [6, 8],
          [3, 4],
          [0, 0],
        ],
      },
      properties: { kind: 'route', route: 1, depot: 'D', stops: ['b', 'a'], load: 3, distance: 20, cost: 20 },
    });
    expect(features[2].properties).toMatchObject({ kind: 'depot', id: 'D', open: true });
    expect(features[5].properties).toMatchObject({ kind: 'customer', id: 'c', depot: 'D', route: 2 });
  });

  it('that name strangers are not written in formats that need their places', () => {
    const strange = { routes: [{ depot: 'D', stops: ['a', 'z'] }] };
    for (const format of ['geojson', 'csv', 'sol'] as const)
      expect(faultOf(() => writeSolution(single, strange, format))).toMatchObject({
        code: 'E_UNKNOWN_ID',
        place: { field: 'routes[0].stops[1]' },
      });
  });

  it('are refused with the place of the fault', () => {
    expect(faultOf(() => readPlan({ name: 'p.json', text: '{\n"routes": [\n{ "depot": "D" }] }' })).message).toMatch(
      /^p\.json:3, routes\[0\]\.stops/,
    );
    expect(faultOf(() => readPlan({ name: 'p.json', text: '{ "format": "neo-lrp/instance" }' })).message).toMatch(
      /an instance, not a plan/,
    );
    expect(faultOf(() => readPlan({ name: 'p', text: 'hello' }))).toMatchObject({ code: 'E_FORMAT_UNKNOWN' });
    expect(faultOf(() => readPlan({ name: 'p', text: ' \n' }))).toMatchObject({ code: 'E_FORMAT_UNKNOWN' });
  });
});
