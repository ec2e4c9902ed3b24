import { describe, expect, it } from 'vitest';
import { excelTable } from '../../src/formats/csv-text.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { routeSheets, writeSheetsCsv } from '../../src/report/route-sheets.ts';
import { drawRouteSheets } from '../../src/report/sheet-pages.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

const instance = createInstance({
  name: 'Tuesday <round>',
  depots: [{ id: 'D', x: 0, y: 0, name: 'North & Co', address: '1 Depot Road' }],
  customers: [
    { id: 'c1', x: 3, y: 4, demand: 2, name: 'Bakery', address: '5 High Street', details: { phone: '555 01' } },
    { id: 'c2', x: 6, y: 8, demand: 3 },
    { id: 'c3', x: 0, y: -1, demand: 4 },
  ],
  vehicleCapacity: 5,
  units: { distance: 'km', demand: 'crates' },
});
const plan = {
  routes: [
    { depot: 'D', stops: ['c2', 'c1'] },
    { depot: 'D', stops: ['c3'] },
  ],
};

describe('route sheets', () => {
  it('tell order, what is aboard and distance, from the depot and back to it', () => {
    const [first, second] = routeSheets(instance, plan);
    expect(first).toMatchObject({ route: 1, load: 5, distance: 20 });
    expect(
      first.stops.map(({ kind, order, id, demand, aboard, leg, distance }) => [kind, order, id, demand, aboard, leg, distance]),
    ).toEqual([
      ['start', 0, 'D', 0, 5, 0, 0],
      ['customer', 1, 'c2', 3, 2, 10, 10],
      ['customer', 2, 'c1', 2, 0, 5, 15],
      ['return', 3, 'D', 0, 0, 5, 20],
    ]);
    expect(first.stops[2]).toMatchObject({ name: 'Bakery', address: '5 High Street', details: { phone: '555 01' } });
    expect(second).toMatchObject({ route: 2, distance: 2 });
  });

  it('print on one page a route, with units, and nothing of the data is taken for markup', () => {
    const html = drawRouteSheets(instance, plan);
    expect(html.match(/<section>/g)).toHaveLength(2);
    expect(html).toContain('break-after: page');
    expect(html).toContain('Tuesday &lt;round&gt;: route 1 of 2');
    expect(html).toContain('Depot: North &amp; Co · Stops: 2 · Load: 5 crates · Distance: 20 km</p>');
    expect(html).toContain('<th class="number">Leg (km)</th>');
    expect(html).toContain('Return: North &amp; Co');
    expect(html).toContain('<td>Bakery<small>c1 · phone: 555 01</small></td><td>5 High Street</td>');
    expect(html).not.toMatch(/<round>|<script/);
  });

  it('state the longest route where there is one', () => {
    const html = drawRouteSheets(createInstance({ ...instance, maxRouteDistance: 25 }), plan);
    expect(html).toContain('Load: 5 crates · Distance: 20 km (at most 25 km)');
  });

  it('tell the vehicle and the times where the instance has them', () => {
    const { vehicleCapacity: _, ...rest } = instance;
    const timed = createInstance({
      ...rest,
      vehicles: [{ id: 'v', name: 'Van', capacity: 9, shift: [480, 1020] }],
      customers: instance.customers.map((customer) => ({ ...customer, serviceTime: 15 })),
      travel: { kind: 'euclidean', speed: 60 },
    });
    expect(drawRouteSheets(timed, plan)).toContain('Depot: North &amp; Co · Vehicle: Van · Stops: 2');
    expect(drawRouteSheets(timed, plan)).toContain('<td class="number">8:10</td><td class="number"></td><td class="number">8:25</td>');
    expect(writeSheetsCsv(timed, plan).split('\n')[2]).toMatch(/,10,10,8:10,0:00,8:25,0:15,Van$/);
  });

  it('show the window and the service of each customer, a field for name and date, and nothing that is for the office', () => {
    const html = drawRouteSheets(plannedDay(), dayPlan);
    expect(html).toContain('<th class="number">Time window</th><th class="number">Service (h:mm)</th>');
    expect(html).toContain('<td class="number">8:20–10:00</td><td class="number">0:15</td>');
    expect(html).toContain('<span>Driver:</span><span>Date:</span>');
    expect(html).toContain('Phone: 555 01');
    for (const text of [html, writeSheetsCsv(plannedDay(), dayPlan)]) expect(text).not.toMatch(/pays late|Internal|schlecht/);
    // A route that ends after midnight.
    expect(html).toContain('<td class="number">0:22 +1 d</td>');
    expect(html).toMatch(/Duration: \d+:\d\d \(\d+:\d\d–0:22 \+1 d\)/);
  });

  it('speak the language of the instance', () => {
    const html = drawRouteSheets(plannedDay('de'), dayPlan);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Tuesday: Tour 2 von 2');
    expect(html).toMatch(/Standort: North · Fahrzeug: Van · Stopps: 2 · Ladung: 9 kg, 1,5 m³ · Strecke: 21,71 km/);
    expect(writeSheetsCsv(plannedDay('de'), dayPlan, excelTable('de')).split('\n')[0]).toBe(
      '\uFEFFTour;Folge;Stopp;Nr.;Name;Adresse;Phone;Bedarf (kg);m³;an Bord (kg);Etappe (km);Strecke (km);Ankunft;Wartezeit (h:mm);Abfahrt;Zeitfenster;Servicezeit (h:mm);Fahrzeug',
    );
    expect(writeSheetsCsv(plannedDay('de'), dayPlan, excelTable('de'))).toContain(
      '\n2;3;Rückkehr;D1;North;;;0;0;0;10;21,71;15:10;0:00;;;;Van\n',
    );
  });

  it('are rows of a table', () => {
    expect(writeSheetsCsv(instance, plan).split('\n').slice(0, 5)).toEqual([
      'route,order,stop,id,name,address,phone,demand (crates),aboard (crates),leg (km),distance (km)',
      '1,0,start,D,North & Co,1 Depot Road,,0,5,0,0',
      '1,1,customer,c2,c2,,,3,2,10,10',
      '1,2,customer,c1,Bakery,5 High Street,555 01,2,0,5,15',
      '1,3,return,D,North & Co,1 Depot Road,,0,0,5,20',
    ]);
  });

  it('keep the routes of a depot together, have no column without a value, and round', () => {
    const { address: _, ...bare } = instance.depots[0];
    const two = createInstance({
      ...instance,
      depots: [bare, { ...bare, id: 'E', y: 1 / 3 }],
      customers: instance.customers.map(({ address: _, details: __, ...customer }) => customer),
    });
    const routes = [
      { depot: 'E', stops: ['c1'] },
      { depot: 'D', stops: ['c2'] },
      { depot: 'E', stops: ['c3'] },
    ];
    expect(routeSheets(two, { routes }).map(({ route }) => route)).toEqual([2, 1, 3]);
    const rows = writeSheetsCsv(two, { routes }).split('\n');
    expect(rows[0]).toBe('route,order,stop,id,name,demand (crates),aboard (crates),leg (km),distance (km)');
    expect(rows[5]).toBe('1,1,customer,c1,Bakery,2,0,4.74,4.74');
    expect(drawRouteSheets(two, { routes })).not.toContain('Address');
  });

  it('say where there is no way, and refuse places that are none', () => {
    const values = Array.from({ length: 4 }, (_, from) => Array.from({ length: 4 }, (_, to) => (from === 2 && to === 1 ? null : 1)));
    const gaps = createInstance({ ...instance, travel: { kind: 'matrix', values } });
    expect(drawRouteSheets(gaps, plan)).toContain('<td class="number">no way</td>');
    expect(() => routeSheets(instance, { routes: [{ depot: 'D', stops: ['nobody'] }] })).toThrow(
      expect.objectContaining({ code: 'E_UNKNOWN_ID' }),
    );
  });
});
