/** Costs, distances, demands and times for people: a number, with the unit if the instance names one; times of day as 8:05. */
import type { Instance, Units } from '../problem/instance.ts';
import type { Language } from '../problem/languages.ts';
import { clockTexts, hoursText, unitsOf } from '../problem/units.ts';
import { formatNumber } from './number.ts';
import { mapWordsOf } from './words.ts';

const headed = (unit: string | undefined) => (label: string) => (unit === undefined ? label : `${label} (${unit})`);

export class Amounts {
  readonly number: (value: number) => string;
  readonly cost: (value: number) => string;
  readonly distance: (value: number) => string;
  readonly demand: (value: number) => string;
  /** As 4:23. */
  readonly duration: (value: number) => string;
  /** Empty where the vehicle never gets there. */
  readonly clock: (time: number) => string;
  /** Column headings with the unit, so that cells need none. */
  readonly heading: Readonly<Record<'cost' | 'distance' | 'demand' | 'duration', (label: string) => string>>;

  constructor(units: Units, language: Language = 'en') {
    const { currency, distance } = units;
    const demand = units.demand && goodsIn(language, units.demand);
    const withUnit = (unit: string | undefined) => (value: number) =>
      unit === undefined ? this.number(value) : `${this.number(value)} ${unit}`;
    this.number = (value) => formatNumber(value, language);
    this.cost = withUnit(currency);
    this.distance = withUnit(distance);
    this.demand = withUnit(demand);
    this.duration = (value) => (Number.isFinite(value) ? hoursText({ units }, value) : '');
    this.clock = (time) => (Number.isFinite(time) ? clockTexts({ units }, time)[0] : '');
    this.heading = { cost: headed(currency), distance: headed(distance), demand: headed(demand), duration: headed('h:mm') };
  }
}

const goods = ['pallets', 'boxes', 'pieces', 'crates', 'parcels', 'units', 'cases'] as const;

/** What is counted, where it has a word in the language; readers of tables name it in English. */
function goodsIn(language: Language, unit: string): string {
  const known = goods.find((name) => name === unit);
  return known ? mapWordsOf(language)[known] : unit;
}

/** In English, or in the language of a report. */
export const amountsOf = (instance: Pick<Instance, 'units' | 'travel'>, language?: Language): Amounts =>
  new Amounts(unitsOf(instance), language);

/** If a unit of distance costs 1 and there is no currency, the distance would only repeat the travel cost. */
export const showsDistance = (instance: Instance): boolean => instance.costPerDistance !== 1 || unitsOf(instance).distance !== undefined;
