/** Settings beside the tables: `settings.csv` with a key and a value per line, or `instance.json` with our own field names. */
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, type InstanceInput, instanceSchema, type Travel } from '../problem/instance.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { type Unit, unitInName } from './column-meaning.ts';
import { CsvTable, type Row } from './csv-table.ts';
import { parseJson } from './json-text.ts';
import { type LengthUnit, lengthUnitIn, maxRouteOf, type Speed, speedOf } from './length-settings.ts';
import type { Source } from './source.ts';
import { foldName, withoutLastWord } from './spelling.ts';

export type Settings = Partial<Omit<InstanceInput, 'depots' | 'customers' | 'format' | 'version'>>;

const settingsSchema = instanceSchema.omit({ depots: true, customers: true }).partial();

export const isSettings = ({ sheet, stem }: Source): boolean =>
  /setting|parameter|einstellung|param[eè]tre|par[aá]metro|parametri|impostazioni|instelling|ustawien|nastavitve/i.test(sheet ?? stem);

/** A unit that the name of a setting states, such as t in 'vehicle capacity (t)'. */
interface StatedUnit extends Unit {
  readonly setting: string;
  readonly source: Source;
  readonly line: number;
}

export interface ToldSettings {
  readonly settings: Settings;
  readonly costPer?: LengthUnit;
  readonly maxRoute?: LengthUnit;
  readonly speed?: Speed;
  readonly stated: readonly StatedUnit[];
  readonly ignore: readonly string[];
}

/** Each setting may come from one file only; with two, it would be unclear which one counts. */
export function mergeSettings(sources: readonly Source[]): ToldSettings {
  const origin = new Map<string, string>();
  let merged: Settings = {};
  let costPer: LengthUnit | undefined;
  let maxRoute: LengthUnit | undefined;
  let speed: Speed | undefined;
  const [stated, ignore]: [StatedUnit[], string[]] = [[], []];
  for (const source of sources) {
    const told: ToldSettings = source.looksLikeJson
      ? { settings: readJsonSettings(source), stated: [], ignore: [] }
      : readCsvSettings(source);
    for (const key of Object.keys(told.settings)) {
      const other = origin.get(key);
      if (other !== undefined)
        throw source.fault('E_SYNTAX', `${other} states the same setting; keep it in one of the two`, { field: key });
      origin.set(key, source.label);
    }
    merged = { ...merged, ...told.settings };
    costPer = told.costPer ?? costPer;
    maxRoute = told.maxRoute ?? maxRoute;
    speed = told.speed ?? speed;
    stated.push(...told.stated);
    ignore.push(...told.ignore);
  }
  return { settings: merged, costPer, maxRoute, speed, stated, ignore };
}

function readJsonSettings(source: Source): Settings {
  return source.locating(() => {
    const { json } = source;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) throw source.fault('E_SYNTAX', 'expected an object of settings');
    return validated(json);
  });
}

/** Validates, but returns the input without the schema's defaults, which must not override what the tables imply. */
function validated(told: object): Settings {
  const parsed = settingsSchema.safeParse(told);
  if (!parsed.success) throw firstIssue(parsed.error, told);
  const { format: _, version: __, ...settings } = told as Settings & Pick<InstanceInput, 'format' | 'version'>;
  return settings;
}

/** Each setting: its documented name, where its value goes, its kind, and other spellings without blanks and accents. */
const keys = [
  { name: 'name', path: 'name', as: 'text', also: 'instance instancename title' },
  {
    name: 'vehicle capacity',
    path: 'vehicleCapacity',
    as: 'number',
    also: `capacityofvehicle capacitypervehicle truckcapacity vancapacity fahrzeugkapazitat fahrzeugkapazitaet kapazitatfahrzeug capacitevehicule
      capaciteduvehicule capacidadvehiculo capacidaddelvehiculo capacitaveicolo capacitadelveicolo voertuigcapaciteit capacidadeveiculo
      capacidadedoveiculo pojemnoscpojazdu ladownoscpojazdu kapacitetavozila`,
  },
  {
    name: 'vehicle cost',
    path: 'vehicleCost',
    as: 'number',
    also: `costpervehicle costofvehicle vehiclefixedcost fixedvehiclecost truckcost vancost fahrzeugkosten kostenprofahrzeug coutvehicule
      coutparvehicule coutduvehicule costevehiculo costovehiculo costeporvehiculo costoveicolo costoperveicolo voertuigkosten kostenpervoertuig custoveiculo
      custoporveiculo kosztpojazdu strosekvozila`,
  },
  {
    name: 'cost per distance',
    path: 'costPerDistance',
    as: 'number',
    also: `costperunitdistance distancecost travelcost costperkm costperkilometre costperkilometer costpermile costpermi costpermetre costpermeter
      costperm kmcost priceperkm rateperkm mileagerate kostenprokm kilometerkosten kilometersatz kostenprokilometer coutparkm coutkilometrique
      coutparkilometre costeporkm costoporkm costeporkilometro costoalkm costoperkm costochilometrico kostenperkm kostenperkilometer
      kilometerprijs custoporkm custoporquilometro kosztzakm kosztnakm stawkazakm strosekkm strosekzakm strosekkilometra`,
  },
  {
    name: 'max route distance',
    path: 'maxRouteDistance',
    as: 'number',
    also: `maximumroutedistance maxroutelength maximumroutelength longestroute maxdistance maximumdistance maxdistanceperroute
      maxdistancepervehicle maxtourlength maxtriplength maxkm maxkmperroute maxkmpervehicle maxkmpertour maxkmperday maxkilometres
      maxkilometers maxmiles maxmileage maximummileage vehiclerange rangeofvehicle drivingrange
      maximaletourlange maximaletourlaenge maxtourlange maxtourlaenge maximaleroutenlange maxroutenlange maximalestrecke maxstrecke
      maximaleentfernung maxkmprotour maxkmprofahrzeug maxkmproroute reichweite
      distancemaximale distancemax distancemaxpartournee distancemaxparvehicule longueurmaximaletournee kmmax kmmaxparvehicule autonomie
      distanciamaxima distanciamaximaruta distanciamaximaporruta longitudmaximaruta kmmaximos kmmaximosporruta autonomia
      distanzamassima lunghezzamassima lunghezzamassimapercorso percorsomassimo kmmassimi
      maximaleafstand maxafstand maximalerouteafstand maxafstandperroute actieradius
      distanciamaximaporrota distanciamaximarota comprimentomaximorota quilometragemmaxima
      maksymalnadlugosctrasy maksymalnydystans maksymalnaodleglosc zasieg
      najvecjarazdalja najvecjadolzinapoti maksimalnadolzinapoti doseg`,
  },
  { name: 'currency', path: 'units.currency', as: 'text', also: 'waehrung wahrung devise monnaie moneda valuta moeda waluta' },
  {
    name: 'distance unit',
    path: 'units.distance',
    as: 'text',
    also: 'unitofdistance distanceunits unitdistance entfernungseinheit unitededistance unidaddistancia afstandseenheid',
  },
  {
    name: 'demand unit',
    path: 'units.demand',
    as: 'text',
    also: 'unitofdemand demandunits quantityunit loadunit capacityunit mengeneinheit bedarfseinheit unitededemande unidaddemanda',
  },
  { name: 'time unit', path: 'units.time', as: 'text', also: 'unitoftime timeunits zeiteinheit unitedetemps unidaddetiempo tijdseenheid' },
  { name: 'language', path: 'units.language', as: 'text', also: 'sprache langue idioma lingua taal jezyk' },
  {
    name: 'speed',
    path: 'speed',
    as: 'number',
    also: `averagespeed meanspeed kmh kmperh mph geschwindigkeit durchschnittsgeschwindigkeit vitesse vitessemoyenne velocidad velocidadmedia
      velocita velocitamedia snelheid gemiddeldesnelheid velocidade velocidademedia predkosc sredniapredkosc hitrost`,
  },
  {
    name: 'emission price',
    path: 'emissionPrice',
    as: 'number',
    also: 'coprice carbonprice priceperkgco costperkgco copreis emissionspreis prixco precioco prezzoco',
  },
  { name: 'travel', path: 'travel.kind', as: 'text', also: '' },
  { name: 'scale', path: 'travel.scale', as: 'number', also: '' },
  { name: 'rounding', path: 'travel.rounding', as: 'text', also: '' },
  { name: 'unit', path: 'travel.unit', as: 'text', also: '' },
  {
    name: 'detour',
    path: 'travel.detour',
    as: 'number',
    also: 'detourfactor roadfactor circuity circuityfactor umwegfaktor umweg facteurdedetour coefficientdedetour factordedesvio fattorestrada',
  },
  { name: 'min open', path: 'rules.minOpen', as: 'number', also: 'minopendepots mindepots minimumdepots' },
  { name: 'max open', path: 'rules.maxOpen', as: 'number', also: 'maxopendepots maxdepots maximumdepots' },
  { name: 'opening budget', path: 'rules.openingBudget', as: 'number', also: 'budget' },
  { name: 'one of', path: 'rules.oneOf', as: 'json', also: 'onlyoneof alternatives' },
  { name: 'apart', path: 'rules.apart', as: 'json', also: '' },
  { name: 'together', path: 'rules.together', as: 'json', also: '' },
  { name: 'incompatible', path: 'rules.incompatible', as: 'json', also: '' },
  { name: 'allowed', path: 'rules.allowed', as: 'json', also: '' },
  { name: 'forbidden', path: 'rules.forbidden', as: 'json', also: '' },
  {
    name: 'ignore',
    path: 'ignore',
    as: 'list',
    also: 'ignorecolumns ignoredcolumns ignorieren spaltenignorieren ignorer ignorar ignora negeren ignoruj prezri',
  },
] as const;
type Key = (typeof keys)[number];

const fold = (name: string) => foldName(name);

const bySpelling: ReadonlyMap<string, Key> = new Map(
  keys.flatMap((key) => [fold(key.name), ...key.also.split(/\s+/).filter(Boolean)].map((spelling) => [spelling, key] as const)),
);

/** Names for the second column of a table of settings. */
const valueHeader = /^(values?|werte?|valeurs?|valor(es)?|valor[ei]|waarden?|wartosc|vrednosti?|hodnota)$/;

/** By its name, or by what stands before a unit at its end: 'Vehicle capacity kg', 'Max route distance km'. */
const settingNamed = (name: string): Key | undefined =>
  bySpelling.get(fold(name)) ?? (unitInName(name) || lengthUnitIn(name) ? bySpelling.get(fold(withoutLastWord(name))) : undefined);

function readCsvSettings(source: Source): ToldSettings {
  const table = new CsvTable(source);
  const told = new Map<Key, { readonly value: unknown; readonly line: number; readonly name: string }>();
  const hasHeader = valueHeader.test(fold(table.header[1] ?? ''));
  const stated: StatedUnit[] = [];
  const rows = hasHeader ? table.rows : [{ cells: table.header, line: table.headerLine }, ...table.rows];
  for (const row of rows) {
    const { cells, line } = row;
    const [name] = cells;
    const key = settingNamed(name);
    if (!key)
      throw source.fault(
        'E_SYNTAX',
        `unknown setting '${name.slice(0, 40)}'; the settings are ${keys.map((known) => known.name).join(', ')}`,
        {
          line,
          field: name,
        },
      );
    if (told.has(key)) throw source.fault('E_SYNTAX', `the setting '${name}' is given twice`, { line, field: name });
    told.set(key, { value: settingValue(table, key, row), line, name });
    const unit = key.as === 'number' ? unitInName(name) : undefined;
    if (unit) stated.push({ ...unit, setting: name, source, line });
  }
  const lineOf = (path: string) => told.get(keys.find((key) => key.path === path) as Key)?.line;
  const orphan = keys.find((key) => told.has(key) && key.path.startsWith('travel.') && lineOf('travel.kind') === undefined);
  if (orphan)
    throw source.fault('E_SYNTAX', `'${orphan.name}' needs the setting 'travel' beside it: euclidean or great-circle`, {
      line: told.get(orphan)?.line,
      field: orphan.name,
    });
  const nested: Record<string, unknown> = {};
  for (const [{ path, as }, { value }] of told) {
    if (as === 'list' || path === 'speed') continue;
    const [outer, inner] = path.split('.');
    nested[outer] = inner === undefined ? value : { ...(nested[outer] as object | undefined), [inner]: value };
  }
  try {
    const ignore = keys.flatMap((key) => (key.as === 'list' ? ((told.get(key)?.value as string[] | undefined) ?? []) : []));
    const toldAt = (path: Key['path']) => told.get(keys.find((key) => key.path === path) as Key);
    return {
      settings: validated(nested),
      costPer: costPerOf(toldAt('costPerDistance')),
      maxRoute: maxRouteOf(toldAt('maxRouteDistance')),
      speed: speedOf(toldAt('speed'), source),
      stated,
      ignore,
    };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    const field = error.place.field ?? '';
    const at = keys.find(({ path }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`));
    throw error.at({ file: source.label, line: (at && told.get(at)?.line) ?? lineOf('travel.kind') });
  }
}

function settingValue(table: CsvTable, { as }: Key, row: Row): unknown {
  const text = table.text(row, 1);
  if (as === 'text') return text;
  if (as === 'list')
    return text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const field = row.cells[0];
  if (as === 'json')
    try {
      return parseJson(text);
    } catch (error) {
      throw error instanceof NeoLrpError ? table.source.fault('E_SYNTAX', error.reason, { line: row.line, field }) : error;
    }
  const number = table.number(row, 1, field);
  if (number === undefined) throw table.source.fault('E_SYNTAX', 'no value is given', { line: row.line, field });
  return number;
}

/** The unit that the name of the setting speaks of. */
function costPerOf(told: { readonly name: string; readonly line: number } | undefined): LengthUnit | undefined {
  if (!told) return undefined;
  const name = fold(told.name);
  const unit = /(km|kilomet\w*|quilometro|kilometra)/.test(name)
    ? 'km'
    : /mi(le)?s?$/.test(name)
      ? 'mi'
      : /per(m|met\w{0,9})$/.test(name)
        ? 'm'
        : undefined;
  return unit && { unit, line: told.line };
}

/** Key and value rows; a matrix has a table of its own, and what names customers is JSON. */
export function settingRows({
  name,
  vehicleCapacity,
  vehicleCost,
  costPerDistance,
  maxRouteDistance,
  units,
  travel,
  rules,
  vehicles,
  emissionPrice,
}: Instance): [string, string | number][] {
  const told: Readonly<Record<Key['path'], unknown>> = {
    ignore: undefined,
    name,
    // A list of vehicles states both.
    vehicleCapacity: vehicles ? undefined : vehicleCapacity,
    vehicleCost: vehicles ? undefined : vehicleCost,
    costPerDistance: costPerDistance === 1 ? undefined : costPerDistance,
    maxRouteDistance,
    'units.currency': units.currency,
    'units.distance': units.distance,
    'units.demand': units.demand,
    'units.time': units.time,
    'units.language': units.language,
    speed: travel.speed,
    emissionPrice,
    ...travelSettings(travel),
    'rules.minOpen': rules.minOpen,
    'rules.maxOpen': rules.maxOpen,
    'rules.openingBudget': rules.openingBudget,
    'rules.oneOf': rules.oneOf,
    'rules.apart': rules.apart.length > 0 ? rules.apart : undefined,
    'rules.together': rules.together.length > 0 ? rules.together : undefined,
    'rules.incompatible': rules.incompatible,
    'rules.allowed': Object.keys(rules.allowed).length > 0 ? rules.allowed : undefined,
    'rules.forbidden': Object.keys(rules.forbidden).length > 0 ? rules.forbidden : undefined,
  };
  return keys.flatMap(({ name, path, as }) => {
    const value = told[path];
    return value === undefined
      ? []
      : [[name, as === 'json' ? JSON.stringify(value) : (value as string | number)] as [string, string | number]];
  });
}

function travelSettings(travel: Travel): Readonly<Record<Extract<Key['path'], `travel.${string}`>, unknown>> {
  const settings = {
    'travel.kind': undefined,
    'travel.scale': undefined,
    'travel.rounding': undefined,
    'travel.unit': undefined,
    'travel.detour': undefined,
  };
  if (travel.kind === 'matrix') return settings;
  return {
    ...settings,
    ...Object.fromEntries(Object.entries(travel).flatMap(([key, value]) => (key === 'speed' ? [] : [[`travel.${key}`, value]]))),
  };
}
