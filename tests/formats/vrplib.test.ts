import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { writeInstance, writeSolution } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { travelCosts } from '../../src/problem/model.ts';
import { verify } from '../../src/problem/verify.ts';
import { faultOf } from './samples.ts';

const coordinates = 'NODE_COORD_SECTION\n1 0 0\n2 1 1\n3 3 4\n';
const demands = 'DEMAND_SECTION\n1 0\n2 5\n3 7\n';
const vrp = ({ type = 'EUC_2D', header = '', body = coordinates + demands, depot = '1\n-1' } = {}) =>
  `NAME : small\nCOMMENT : (a : b)\nTYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : ${type}\n${header}CAPACITY : 10\n${body}DEPOT_SECTION\n${depot}\nEOF\n`;
const read = (text: string) => readInstance({ name: 'small.vrp', text });
const explicit = (format: string, entries: string) =>
  vrp({ type: 'EXPLICIT', header: `EDGE_WEIGHT_FORMAT : ${format}\n`, body: `EDGE_WEIGHT_SECTION\n${entries}\n${demands}` });

describe('VRPLIB', () => {
  it('reads a CVRP, ids being the node numbers', () => {
    expect(recogniseFormat({ name: 'x', text: vrp() }).name).toBe('vrp');
    expect(read(vrp())).toMatchObject({
      name: 'small',
      depots: [{ id: '1', x: 0, y: 0, capacity: null, openingCost: 0, status: 'open' }],
      customers: [
        { id: '2', x: 1, y: 1, demand: 5 },
        { id: '3', x: 3, y: 4, demand: 7 },
      ],
      vehicleCapacity: 10,
      vehicleCost: 0,
    });
  });

  // The distance between (0,0) and (1,1) is 1.414…, that between (1,1) and (3,4) is 3.605…
  it.each([
    ['EUC_2D', 1, 4, 5],
    ['CEIL_2D', 2, 4, 5],
    ['FLOOR_2D', 1, 3, 5],
    ['EXACT_2D', Math.SQRT2, Math.sqrt(13), 5],
  ])('%s rounds as TSPLIB does', (type, first, second, third) => {
    const { cost } = travelCosts(read(vrp({ type })));
    expect([cost(0, 1), cost(1, 2), cost(2, 0)]).toEqual([first, second, third]);
  });

  it.each([
    ['FULL_MATRIX', '0 12 13\n12 0 23\n13 23 0'],
    ['UPPER_ROW', '12 13\n23'],
    ['LOWER_COL', '12 13 23'],
    ['LOWER_ROW', '12\n13 23'],
    ['UPPER_COL', '12 13 23'],
    ['UPPER_DIAG_ROW', '0 12 13 0 23 0'],
    ['LOWER_DIAG_ROW', '0\n12 0\n13 23 0'],
  ])('reads EXPLICIT distances as %s', (format, entries) => {
    const instance = read(explicit(format, entries));
    expect(instance.travel).toEqual({
      kind: 'matrix',
      values: [
        [0, 12, 13],
        [12, 0, 23],
        [13, 23, 0],
      ],
    });
    expect(instance.customers[0]).toMatchObject({ x: 0, y: 0 });
  });

  it('reads and writes the longest route', () => {
    const instance = read(vrp({ header: 'DISTANCE : 200\nSERVICE_TIME : 0\n' }));
    expect(instance.maxRouteDistance).toBe(200);
    expect(writeInstance(instance, 'vrp')[0].text).toContain('\nCAPACITY : 10\nDISTANCE : 200\n');
    expect(read(vrp()).maxRouteDistance).toBeUndefined();
  });

  it('reads what PyVRP adds: depots, windows, service, and vehicles one by one', () => {
    const text = [
      'NAME : two',
      'TYPE : MDVRPTW',
      'DIMENSION : 4',
      'EDGE_WEIGHT_TYPE : EUC_2D',
      'VEHICLES : 5',
      'VEHICLES_MAX_DURATION : 450',
      'SERVICE_TIME : 10',
      'NODE_COORD_SECTION\n1 0 0\n2 9 0\n3 3 4\n4 6 8',
      'DEMAND_SECTION\n1 0\n2 0\n3 5\n4 6',
      'TIME_WINDOW_SECTION\n1 0 900\n2 0 800\n3 10 20\n4 30 40',
      'CAPACITY_SECTION\n1 7\n2 7\n3 7\n4 9\n5 9',
      'VEHICLES_FIXED_COST_SECTION\n1 3\n2 3\n3 3\n4 4\n5 4',
      'VEHICLES_DEPOT_SECTION\n1 1\n2 1\n3 2\n4 2\n5 2',
      'VEHICLES_ALLOWED_CLIENTS_SECTION\n1 3 4\n2 3 4\n3 3 4\n4 3\n5 3',
      'DEPOT_SECTION\n1\n2\nEOF',
    ].join('\n');
    const instance = read(text);
    expect(instance).toMatchObject({
      depots: [
        { id: '1', status: 'open', openingHours: [0, 900] },
        { id: '2', openingHours: [0, 800] },
      ],
      customers: [
        { id: '3', serviceTime: 10, timeWindows: [[10, 20]] },
        { id: '4', serviceTime: 10, timeWindows: [[30, 40]], vehicles: ['1'] },
      ],
      vehicles: [
        { id: '1', capacity: 7, fixedCost: 3, maxDuration: 450, availablePerDepot: { 1: 2, 2: 1 } },
        { id: '2', capacity: 9, fixedCost: 4, maxDuration: 450, availablePerDepot: { 2: 2 } },
      ],
      travel: { kind: 'euclidean', rounding: 'nearest', speed: 60 },
    });
    expect(read(writeInstance(instance, 'vrp')[0].text)).toEqual(instance);
    const plan = readPlan({ name: 'two.sol', text: 'Route #1:\nRoute #3: 3\nRoute #4: 2\n' }, instance);
    expect(plan.routes).toEqual([
      { depot: '2', vehicle: '1', stops: ['4'] },
      { depot: '2', vehicle: '2', stops: ['3'] },
    ]);
    expect(verify(instance, plan).violations).toEqual([]);
    expect(writeSolution(instance, plan, 'sol').text).toBe('Route #1:\nRoute #2:\nRoute #3: 3\nRoute #4: 2\nCost 39\n');
    expect(faultOf(() => readPlan({ name: 'two.sol', text: 'Route #6: 3\n' }, instance)).message).toMatch(/no vehicle 6 .* has 5/);
  });

  it('keeps the order of vehicles that are alike but not in a row', () => {
    const body = `${coordinates}${demands}CAPACITY_SECTION\n1 5\n2 9\n3 5\n`;
    const { vehicles } = read(vrp({ header: 'VEHICLES : 3\n', body }).replace('CAPACITY : 10\n', ''));
    expect(vehicles?.map(({ capacity, available }) => [capacity, available])).toEqual([
      [5, 1],
      [9, 1],
      [5, 1],
    ]);
  });

  it('takes service into a limit on DISTANCE, and leaves it out where nothing is limited', () => {
    const limited = read(vrp({ header: 'DISTANCE : 200\nSERVICE_TIME : 10\n' }));
    expect(limited).toMatchObject({
      vehicles: [{ maxDuration: 200 }],
      customers: [{ serviceTime: 10 }, { serviceTime: 10 }],
      travel: { speed: 60 },
    });
    expect(read(vrp({ header: 'SERVICE_TIME : 10\n' }))).toEqual(read(vrp()));
  });

  it('rounds as it is told, in the units of the file', () => {
    const exact = readInstance(
      { name: 'small.vrp', text: vrp({ header: 'VEHICLES : 2\nVEHICLES_UNIT_DISTANCE_COST : 100\nDISTANCE : 20\n' }) },
      { rounding: 'exact' },
    );
    expect(exact.travel).toEqual({ kind: 'euclidean', scale: 1000, rounding: 'nearest' });
    expect(exact.vehicles).toMatchObject([{ costPerDistance: 0.1, maxDistance: 20_000, available: 2 }]);
    const { cost } = verify(exact, {
      routes: [
        { depot: '1', stops: ['2'] },
        { depot: '1', stops: ['3'] },
      ],
    });
    expect(cost.travel).toBeCloseTo(0.1 * (2 * 1414 + 10_000), 9);
    expect(() => readInstance({ name: 'small.vrp', text: vrp() }, { rounding: 'rough' })).toThrow(/there is no rule 'rough' for distances/);
    expect(() => readInstance({ name: 'x.json', text: JSON.stringify(exact) }, { rounding: 'exact' })).toThrow(
      /rounding is for vrp and solomon/,
    );
  });

  it('puts the depot first, whatever its number, in the matrix too', () => {
    const text = explicit('FULL_MATRIX', '0 12 13 21 0 23 31 32 0')
      .replace('1 0\n2 5\n3 7', '1 5\n2 7\n3 0')
      .replace('SECTION\n1\n-1', 'SECTION\n3\n-1');
    const instance = read(text);
    expect([instance.depots[0].id, ...instance.customers.map(({ id }) => id)]).toEqual(['3', '1', '2']);
    expect(instance.travel).toMatchObject({
      values: [
        [0, 31, 32],
        [13, 0, 12],
        [23, 21, 0],
      ],
    });
  });

  it.each<[string, string, RegExp]>([
    [
      'prizes',
      vrp({ body: `${coordinates}${demands}PRIZE_SECTION\n1 0\n` }),
      /^small\.vrp:15, PRIZE_SECTION: PRIZE_SECTION is not part of this problem/,
    ],
    ['no number of vehicles', vrp({ header: 'VEHICLES : many\n' }), /^small\.vrp:6, VEHICLES: expected a number of vehicles/],
    [
      'too few rows of vehicles',
      vrp({ header: 'VEHICLES : 3\n', body: `${coordinates}${demands}CAPACITY_SECTION\n1 5\n2 5\n` }),
      /CAPACITY_SECTION has 2 rows for 3 vehicles/,
    ],
    [
      'two capacities a vehicle',
      vrp({ header: 'VEHICLES : 1\n', body: `${coordinates}${demands}CAPACITY_SECTION\n1 5 6\n` }),
      /expected one value a vehicle/,
    ],
    [
      'a vehicle at a customer',
      vrp({ header: 'VEHICLES : 1\n', body: `${coordinates}${demands}VEHICLES_DEPOT_SECTION\n1 2\n` }),
      /starts at node 2, which is no depot/,
    ],
    [
      'service at the depot',
      vrp({ header: 'DISTANCE : 9\n', body: `${coordinates}${demands}SERVICE_TIME_SECTION\n1 1\n2 0\n3 0\n` }),
      /node 1, has a service time/,
    ],
    ['a limit of nothing', vrp({ header: 'DISTANCE : 0\n' }), /expected a number above 0/],
    [
      'windows of some',
      vrp({ body: `${coordinates}${demands}TIME_WINDOW_SECTION\n1 0 9\n` }),
      /DIMENSION is 3, but TIME_WINDOW_SECTION lists 1 nodes/,
    ],
    ['another type', vrp().replace('CVRP', 'TSP'), /problems of TYPE 'TSP' are not supported/],
    ['GEO distances', vrp({ type: 'GEO' }), /the distance 'GEO' is not supported; use EUC_2D/],
    ['a depot that is a customer', vrp({ depot: '1\n2\n-1' }), /node 2, has a demand of 5/],
    ['a depot twice', vrp({ depot: '1\n1\n-1' }), /the number of each depot once/],
    ['an unknown depot', vrp({ depot: '9\n-1' }), /there is no node 9/],
    ['a demand at the depot', vrp().replace('1 0\n2 5', '1 3\n2 5'), /node 1, has a demand of 3/],
    ['a wrong dimension', vrp().replace('DIMENSION : 3', 'DIMENSION : 4'), /DIMENSION is 4, but DEMAND_SECTION lists 3 nodes/],
    ['no capacity', vrp().replace('CAPACITY : 10\n', ''), /no 'CAPACITY : …' line/],
    ['a node twice', vrp().replace('3 3 4', '2 3 4'), /node 2 is listed twice/],
    ['a node unknown to one section', vrp().replace('3 7', '4 7'), /node 3 has no demand/],
    [
      'a short row',
      vrp().replace('3 3 4', '3 3'),
      /^small\.vrp:10, NODE_COORD_SECTION: expected a node number and 2 values, but found 2 numbers/,
    ],
    ['a short matrix', explicit('FULL_MATRIX', '0 1 2'), /has 9 entries, but 3 are given/],
    ['no matrix format', vrp({ type: 'EXPLICIT' }), /need an EDGE_WEIGHT_FORMAT/],
    ['text after EOF', `${vrp()}more`, /after EOF/],
    ['no coordinates', vrp({ body: demands }), /needs a NODE_COORD_SECTION/],
  ])('refuses %s', (_, text, message) => {
    expect(faultOf(() => read(text)).message).toMatch(message);
  });

  it('does not drop a cost per distance when it writes', () => {
    expect(faultOf(() => writeInstance(createInstance({ ...read(vrp()), costPerDistance: 2 }), 'vrp')).code).toBe('E_FORMAT_UNSUPPORTED');
  });

  it('numbers nodes anew when it writes', () => {
    const instance = createInstance({
      name: 'own ids',
      depots: [{ id: 'D', x: 1, y: 2 }],
      customers: [{ id: 'c', x: 3, y: 4.5, demand: 6 }],
      vehicleCapacity: 7,
    });
    const [{ name, text }] = writeInstance(instance, 'vrp');
    expect(name).toBe('own ids.vrp');
    expect(text).toContain('EDGE_WEIGHT_TYPE : EXACT_2D\nCAPACITY : 7\nNODE_COORD_SECTION\n1 1 2\n2 3 4.5\nDEMAND_SECTION\n1 0\n2 6\n');
    expect(read(text).customers[0].id).toBe('2');
  });
});
