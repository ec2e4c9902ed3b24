/**
 * Workbooks as planners have them, for `examples/`, tests and benches: an export of a German ERP system, and an American list of ship-to
 * addresses. 150 customers, 8 sites, hours, two vehicle types. `node scripts/run.mjs scripts/planner-workbooks.ts FOLDER SEED…`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../src/formats/csv-text.ts';
import { type FormattedCell, packWorkbook, type Sheet } from '../src/formats/xlsx-write.ts';
import { Random } from '../src/run/random.ts';

type Row = (Cell | FormattedCell)[];
type Town = readonly [name: string, postcode: string, latitude: number, longitude: number];

const german: readonly Town[] = [
  ['Stuttgart', '70173', 48.776, 9.183],
  ['Karlsruhe', '76133', 49.007, 8.404],
  ['Mannheim', '68159', 49.488, 8.467],
  ['Heilbronn', '74072', 49.142, 9.219],
  ['Ulm', '89073', 48.401, 9.988],
  ['Pforzheim', '75172', 48.891, 8.703],
  ['Reutlingen', '72764', 48.492, 9.214],
  ['Aalen', '73430', 48.838, 10.093],
];
const american: readonly Town[] = [
  ['Dallas', '75201', 32.781, -96.797],
  ['Fort Worth', '76102', 32.755, -97.333],
  ['Denton', '76201', 33.215, -97.133],
  ['McKinney', '75069', 33.198, -96.615],
  ['Waxahachie', '75165', 32.387, -96.848],
  ['Weatherford', '76086', 32.759, -97.797],
  ['Terrell', '75160', 32.736, -96.275],
  ['Sherman', '75090', 33.636, -96.609],
];

const customers = 150;
/** A time of day as a spreadsheet keeps it. */
const clock = (hour: number, minute = 0): FormattedCell => ({ value: (hour * 60 + minute) / 1440, format: 'h:mm' });
const round = (value: number, digits: number) => Number(value.toFixed(digits));

class Dice {
  private readonly random: Random;
  constructor(seed: number) {
    this.random = new Random(seed);
  }
  whole(from: number, to: number): number {
    return from + this.random.int(to - from + 1);
  }
  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)];
  }
  near([, , latitude, longitude]: Town, reach = 0.16): [number, number] {
    const off = () => (this.random.float() + this.random.float() - 1) * reach;
    return [round(latitude + off(), 5), round(longitude + off(), 5)];
  }
}

function germanWorkbook(dice: Dice): Sheet[] {
  const [names, kinds, streets] = [
    ['Müller', 'Schmid', 'Weber', 'Bäuerle', 'Häberle', 'Kächele', 'Vogt', 'Lang', 'Pfisterer', 'Rösch', 'Zimmermann', 'Öhler'],
    ['Getränke', 'Baustoffe', 'Haustechnik', 'Lebensmittel', 'Farben', 'Werkzeuge'],
    ['Hauptstraße', 'Bahnhofstraße', 'Industriestraße', 'Am Markt', 'Lindenweg', 'Im Gewerbepark'],
  ];
  const rows = Array.from({ length: customers }, (_, k): Row => {
    const town = dice.pick(german);
    const pallets = dice.whole(1, 6);
    const from = dice.pick([6, 7, 8]);
    return [
      ...[String(100_200 + 7 * k), `${dice.pick(kinds)} ${dice.pick(names)} GmbH`, `${dice.pick(streets)} ${dice.whole(1, 120)}`],
      ...[town[1], town[0], ...dice.near(town), pallets, pallets * dice.whole(180, 420), dice.pick([10, 15, 20, 30])],
      ...[clock(from, dice.pick([0, 30])), clock(dice.pick([12, 14, 16])), `0711 ${dice.whole(100_000, 999_999)}`],
      dice.pick(['', '', '', 'Bitte am Tor klingeln', 'Zufahrt über den Hof']),
    ];
  });
  const sites = german.map((town, k): Row => {
    const [latitude, longitude] = dice.near(town, 0.04);
    const rent = 100 * dice.whole(55, 120);
    return [
      `L${k + 1}`,
      `Lager ${town[0]}`,
      town[0],
      latitude,
      longitude,
      20 * dice.whole(12, 24),
      rent,
      dice.pick([1.8, 2.1, 2.4]),
      clock(5),
      clock(20),
    ];
  });
  return [
    {
      sheet: 'Kunden',
      rows: [
        ['Kundenstamm – Export vom 02.03.2026, Mandant 100'],
        [
          ...['Kundennummer', 'Kundenname', 'Straße', 'PLZ', 'Ort', 'Breitengrad', 'Längengrad', 'Paletten pro Woche', 'Gewicht (kg)'],
          ...['Standzeit (min)', 'Anlieferung von', 'Anlieferung bis', 'Telefon', 'Bemerkung'],
        ],
        ...rows,
      ],
    },
    {
      sheet: 'Standorte',
      rows: [
        [
          ...['Standort', 'Bezeichnung', 'Ort', 'Breitengrad', 'Längengrad', 'Kapazität (Paletten pro Woche)', 'Miete pro Monat (EUR)'],
          ...['Umschlagkosten €/Palette', 'Öffnet', 'Schließt'],
        ],
        ...sites,
      ],
    },
    {
      sheet: 'Fuhrpark',
      rows: [
        [
          ...[
            'Fahrzeugtyp',
            'Anzahl',
            'Kapazität (Paletten)',
            'Nutzlast (kg)',
            'Fixkosten pro Tag (EUR)',
            'Kosten pro km',
            'Kosten pro Stunde',
          ],
          ...['CO2 kg/km', 'Schichtbeginn', 'Schichtende'],
        ],
        ['Transporter 7,5 t', 30, 8, 2800, 145, 0.42, 27.5, 0.38, clock(6), clock(16)],
        ['LKW 18 t', 25, 18, 8200, 230, 0.86, 31, 0.74, clock(5, 30), clock(17)],
      ],
    },
    {
      sheet: 'Einstellungen',
      rows: [
        ['Einstellung', 'Wert'],
        ['Fahrt', 'Luftlinie'],
        ['Umwegfaktor', 1.3],
        ['Geschwindigkeit (km/h)', 52],
        ['Zeitraum', 'Woche'],
      ],
    },
  ];
}

function americanWorkbook(dice: Dice): Sheet[] {
  const [names, kinds, streets] = [
    ['Lone Star', 'Cedar Creek', 'Trinity', 'Blue Mesa', 'Longhorn', 'Prairie View', 'Red River', 'Oak Lawn', 'Bluebonnet', 'Caddo'],
    ['Grocery', 'Market', 'Hardware', 'Pharmacy', 'Feed & Seed', 'Foods'],
    ['Main St', 'Elm St', 'Commerce Blvd', 'Industrial Pkwy', 'Ranch Rd', 'University Dr'],
  ];
  const rows = Array.from({ length: customers }, (_, k): Row => {
    const town = dice.pick(american);
    const cases = 10 * dice.whole(4, 32);
    return [
      ...[`C-${1001 + k}`, `${dice.pick(names)} ${dice.pick(kinds)}`, `${dice.whole(100, 9900)} ${dice.pick(streets)}`],
      ...[town[0], 'TX', town[1], ...dice.near(town), cases, cases * dice.whole(18, 32), dice.pick([12, 18, 25, 35])],
      ...[
        clock(dice.pick([6, 7, 8])),
        clock(dice.pick([13, 15, 17])),
        dice.pick(['', '', 'Ring bell at rear door', 'No left turn into lot']),
      ],
    ];
  });
  const sites = american.map((town, k): Row => {
    const [latitude, longitude] = dice.near(town, 0.04);
    const lease = 1000 * dice.whole(90, 210);
    return [
      `DC${k + 1}`,
      `${town[0]} DC`,
      town[0],
      'TX',
      latitude,
      longitude,
      1000 * dice.whole(14, 30),
      lease,
      dice.pick([0.11, 0.14, 0.17]),
      clock(4),
      clock(22),
    ];
  });
  return [
    {
      sheet: 'Ship-To List',
      rows: [
        ['Customer Master - exported 03/02/2026'],
        [
          ...['Ship-To #', 'Ship-To Name', 'Street', 'City', 'State', 'ZIP', 'Latitude', 'Longitude', 'Cases per Week', 'Weight (lbs)'],
          ...['Dwell (min)', 'Deliver After', 'Deliver Before', 'Delivery Instructions'],
        ],
        ...rows,
      ],
    },
    {
      sheet: 'Candidate Sites',
      rows: [
        [
          ...[
            'Site ID',
            'Site Name',
            'City',
            'State',
            'Latitude',
            'Longitude',
            'Weekly Throughput (cases)',
            'Annual Lease ($)',
            'Handling $/case',
          ],
          ...['Dock Open', 'Dock Close'],
        ],
        ...sites,
      ],
    },
    {
      sheet: 'Fleet',
      rows: [
        [
          'Vehicle Type',
          'Count',
          'Capacity (cases)',
          'Payload (lbs)',
          '$/day',
          '$/mile',
          '$/hour',
          'Max Hours',
          'Shift Start',
          'Shift End',
        ],
        ['26 ft box truck', 30, 480, 12_000, 185, 0.92, 29, 10, clock(5), clock(18)],
        ['48 ft trailer', 20, 1400, 38_000, 320, 1.65, 34, 11, clock(4), clock(20)],
      ],
    },
    {
      sheet: 'Settings',
      rows: [
        ['Setting', 'Value'],
        ['Road factor', 1.25],
        ['MPH', 42],
        ['Period', 'week'],
      ],
    },
  ];
}

export const plannerWorkbooks = { 'german-erp': germanWorkbook, 'american-shipto': americanWorkbook } as const;

export const plannerWorkbook = (name: keyof typeof plannerWorkbooks, seed: number): Promise<Uint8Array> =>
  packWorkbook(plannerWorkbooks[name](new Dice(seed)));

if (process.argv[1]?.endsWith('planner-workbooks.ts')) {
  const [folder = 'examples', ...seeds] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  for (const seed of seeds.length > 0 ? seeds : ['1'])
    for (const name of Object.keys(plannerWorkbooks) as (keyof typeof plannerWorkbooks)[])
      writeFileSync(join(folder, `${name}${seeds.length > 1 ? `-${seed}` : ''}.xlsx`), await plannerWorkbook(name, Number(seed)));
}
