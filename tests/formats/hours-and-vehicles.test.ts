/** Tables of planners with hours, vehicles and costs by kind. */
import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { formatSpans, parseDuration, parseSpans, parseTimeOfDay } from '../../src/formats/times.ts';
import { writeInstance } from '../../src/formats/write.ts';
import { faultOf } from './samples.ts';

const file = (name: string, ...lines: string[]) => ({ name, text: `${lines.join('\n')}\n` });
const depots = file('depots.csv', 'id,x,y,Opening hours,Handling cost,Min load,Max trucks,Loading time', 'D,0,0,6:00-20:00,0.5,3,4,0:20');
const settings = (...rows: string[]) => file('settings.csv', 'setting,value', ...rows);

describe('times in tables', () => {
  it.each([
    ['8:00', 480],
    ['08:30:30', 510.5],
    ['8h30', 510],
    ['8 am', 480],
    ['1 pm', 780],
    ['12:15 am', 15],
    ['9', 540],
    ['600', 600],
    ['25:10', 1510],
    ['1899-12-30T07:45:00.000Z', 465],
    ['soon', undefined],
  ])('%s is a time of day', (text, minutes) => {
    expect(parseTimeOfDay(text, 'min')).toBe(minutes);
    expect(parseTimeOfDay(text, 's')).toBe(minutes === undefined || text === '600' ? parseTimeOfDay(text, 's') : minutes * 60);
  });

  it('come as spans, one or several, and are written as they are read', () => {
    expect(parseSpans('8-12 and 14:00 – 17:30', 'min')).toEqual([
      [480, 720],
      [840, 1050],
    ]);
    expect(parseSpans('Mon-Fri', 'min')).toBeUndefined();
    expect(formatSpans([[480, 725]], 'min')).toBe('8:00-12:05');
    expect(formatSpans([[0.1, 7]], 'min')).toBe('[[0.1,7]]');
  });

  it('last as long as their unit says', () => {
    expect(['15', '0:15', '15 min', '0.25 h', '900 s'].map((text) => parseDuration(text, 'min'))).toEqual([15, 15, 15, 15, 15]);
    expect(parseDuration('2', 'min', 'h')).toBe(120);
    expect(parseDuration('long', 'min')).toBeUndefined();
  });
});

describe('tables with hours and vehicles', () => {
  const customers = file(
    'customers.csv',
    'id,x,y,demand,Service time (min),Window start,Window end,Vehicles',
    'a,3,4,1,10,8:00,12:00,van',
    'b,6,8,2,5,,14:00,"van, truck"',
    'c,0,5,2,,,,',
  );
  const vehicles = file(
    'vehicles.csv',
    'Type,Capacity,Cost per day,Cost per km,Cost per hour,Available,Max duration (h),Shift,CO2 per km',
    'van,5,80,0.5,20,3,8,6:00-18:00,0.2',
    'truck,9,150,0.9,25,,,,',
  );

  it('say it all in the units of the instance', () => {
    const instance = readInstance([customers, depots, vehicles, settings('speed (km/h),50', 'currency,EUR', 'emission price,0.1')]);
    expect(instance).toMatchObject({
      vehicleCapacity: 9,
      emissionPrice: 0.1,
      travel: { kind: 'euclidean', speed: 50 },
      customers: [
        { id: 'a', serviceTime: 10, timeWindows: [[480, 720]], vehicles: ['van'] },
        { id: 'b', serviceTime: 5, timeWindows: [[0, 840]], vehicles: ['van', 'truck'] },
        { id: 'c' },
      ],
      depots: [{ openingHours: [360, 1200], handlingCost: 0.5, minLoad: 3, maxVehicles: 4, loadingTime: 20 }],
      vehicles: [
        {
          id: 'van',
          capacity: 5,
          fixedCost: 80,
          costPerDistance: 0.5,
          costPerHour: 20,
          available: 3,
          maxDuration: 480,
          shift: [360, 1080],
          emissionPerDistance: 0.2,
        },
        { id: 'truck', capacity: 9, fixedCost: 150, costPerDistance: 0.9, costPerHour: 25 },
      ],
    });
    expect(instance.customers[2]).not.toHaveProperty('serviceTime');
    expect(readInstance(writeInstance(instance, 'csv'))).toEqual(instance);
  });

  it.each([
    ['vehicles.csv has all costs', 'id,capacity,fixed cost,cost per km', 'van,5,80,0.5', undefined],
    ['one lacks its cost per km', 'id,capacity,fixed cost,cost per km', 'van,5,80,', 'by default, one km costs 1 (costPerDistance)'],
    ['no fixed cost is stated', 'id,capacity,cost per km', 'van,5,0.5', 'by default, vehicles cost nothing (vehicleCost=0)'],
  ])('name only defaults that count: %s', (_, header, row, expected) => {
    const warnings: string[] = [];
    const plain = [file('customers.csv', 'id,x,y,demand', 'a,3,4,1'), file('depots.csv', 'id,x,y', 'D,0,0')];
    readInstance([...plain, file('vehicles.csv', header, row), settings('distance unit,km')], {
      onWarning: ({ message }) => warnings.push(message),
    });
    expect(warnings).toEqual(expected === undefined ? [] : [expected]);
  });

  it('convert prices and limits by distance to the unit of the distances', () => {
    const fleet = file('vehicles.csv', 'id,capacity,cost per mile,max distance (km)', 'van,5,1.609344,100');
    const { vehicles: [van] = [], travel } = readInstance([
      file('customers.csv', 'id,x,y,demand', 'a,3,4,1'),
      file('depots.csv', 'id,x,y', 'D,0,0'),
      fleet,
      settings('distance unit,m', 'speed (km/h),36'),
    ]);
    expect(van.costPerDistance).toBeCloseTo(0.001, 12);
    expect(van.maxDistance).toBe(100_000);
    expect(travel.speed).toBe(36_000);
  });

  it.each([
    [
      'a column of vehicles that nobody knows',
      [customers, depots, file('vehicles.csv', 'id,capacity,axles', 'van,5,2')],
      /^vehicles\.csv:1, axles: unknown column 'axles'; known are id, name, capacity/,
    ],
    [
      'two columns for one field',
      [customers, depots, file('vehicles.csv', 'id,capacity,payload', 'van,5,2')],
      /both 'capacity' and 'payload' may be the capacity/,
    ],
    [
      'a vehicle that is not listed',
      [customers, depots, file('vehicles.csv', 'id,capacity', 'truck,5')],
      /^customers\.csv:2, customers\[0\]\.vehicles: there is no vehicle type 'van'/,
    ],
    [
      'a window in words',
      [file('customers.csv', 'id,x,y,demand,Time window', 'a,3,4,1,mornings'), depots, vehicles],
      /^customers\.csv:2, Time window: expected spans such as 8:00-12:00/,
    ],
    [
      'a window that is stated twice',
      [file('customers.csv', 'id,x,y,demand,Time window,Ready time', 'a,3,4,1,8-9,8'), depots, vehicles],
      /the time window is stated twice/,
    ],
  ])('refuse %s', (_, files, message) => {
    expect(faultOf(() => readInstance([...files, settings('speed,50')])).message).toMatch(message);
  });

  it('need a speed to be understood, and name what to ignore without one', () => {
    const { message, place } = faultOf(() => readInstance([customers, depots, vehicles, settings('currency,EUR')]));
    expect(message).toContain("column 'Service time (min)' looks like a time");
    expect(message).toContain("times need the setting 'speed', the distance in an hour");
    expect(place.ignorable).toEqual(['Service time (min)', 'Window start', 'Window end', 'Opening hours', 'Loading time']);
  });

  it('name what is understood where a speed is stated, be it at fault', () => {
    const odd = file('customers.csv', 'id,x,y,demand,time window,next visit', 'a,3,4,1,8-9,12');
    const { message } = faultOf(() => readInstance([odd, depots, vehicles, settings('speed,50 km/h')]));
    expect(message).toContain("write 50 alone, and the unit 'km/h' in the name");
    expect(message).toContain("column 'next visit' looks like a time");
    expect(message).toContain("'time window' and 'service time' are understood");
    expect(message).not.toContain('times need');
  });

  it.each(['speed (m/s)', 'speed (m/min)', 'speed (knots)'])('refuse a %s, which is no distance in an hour', (name) => {
    expect(faultOf(() => readInstance([customers, depots, vehicles, settings(`${name},20`)])).message).toContain('such as km/h or mph');
  });
});
