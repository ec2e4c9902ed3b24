/** Costs, distances and demands for people: a number, with the unit if the instance names one. */
import type { Instance, Units } from '../problem/instance.ts';
import { unitsOf } from '../problem/units.ts';
import { formatNumber } from './number.ts';

const withUnit = (unit: string | undefined) => (value: number) =>
  unit === undefined ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
const headed = (unit: string | undefined) => (label: string) => (unit === undefined ? label : `${label} (${unit})`);

export class Amounts {
  readonly cost: (value: number) => string;
  readonly distance: (value: number) => string;
  readonly demand: (value: number) => string;
  /** Column headings with the unit, so that cells need none. */
  readonly heading: Readonly<Record<'cost' | 'distance' | 'demand', (label: string) => string>>;

  constructor({ currency, distance, demand }: Units) {
    this.cost = withUnit(currency);
    this.distance = withUnit(distance);
    this.demand = withUnit(demand);
    this.heading = { cost: headed(currency), distance: headed(distance), demand: headed(demand) };
  }
}

export const amountsOf = (instance: Pick<Instance, 'units' | 'travel'>): Amounts => new Amounts(unitsOf(instance));

/** If a unit of distance costs 1 and there is no currency, the distance would only repeat the travel cost. */
export const showsDistance = (instance: Instance): boolean => instance.costPerDistance !== 1 || unitsOf(instance).distance !== undefined;
