/** Costs, distances, demands and times for people: a number, with the unit if the instance names one; times of day as 8:05. */
import type { Instance, Units } from '../problem/instance.ts';
import { clockTexts, durationTexts, unitsOf } from '../problem/units.ts';
import { formatNumber } from './number.ts';

const withUnit = (unit: string | undefined) => (value: number) =>
  unit === undefined ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
const headed = (unit: string | undefined) => (label: string) => (unit === undefined ? label : `${label} (${unit})`);

export class Amounts {
  readonly cost: (value: number) => string;
  readonly distance: (value: number) => string;
  readonly demand: (value: number) => string;
  readonly duration: (value: number) => string;
  /** Empty where the vehicle never gets there. */
  readonly clock: (time: number) => string;
  /** Column headings with the unit, so that cells need none. */
  readonly heading: Readonly<Record<'cost' | 'distance' | 'demand' | 'duration', (label: string) => string>>;

  constructor(units: Units) {
    const { currency, distance, demand, time = 'min' } = units;
    this.cost = withUnit(currency);
    this.distance = withUnit(distance);
    this.demand = withUnit(demand);
    this.duration = (value) => durationTexts({ units }, value)[0];
    this.clock = (time) => (Number.isFinite(time) ? clockTexts({ units }, time)[0] : '');
    this.heading = { cost: headed(currency), distance: headed(distance), demand: headed(demand), duration: headed(time) };
  }
}

export const amountsOf = (instance: Pick<Instance, 'units' | 'travel'>): Amounts => new Amounts(unitsOf(instance));

/** If a unit of distance costs 1 and there is no currency, the distance would only repeat the travel cost. */
export const showsDistance = (instance: Instance): boolean => instance.costPerDistance !== 1 || unitsOf(instance).distance !== undefined;
