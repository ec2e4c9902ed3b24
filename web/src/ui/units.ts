/** Amounts with the unit they are in, where the data names one. */
import { formatNumber } from '../../../src/report/number.ts';
import type { Draft } from '../state/draft.ts';

type Measured = Pick<Draft, 'units' | 'travel'>;

export const distanceUnit = ({ travel, units }: Measured): string | undefined =>
  travel.kind === 'great-circle' ? travel.unit : units.distance;

const withUnit = (text: string, unit: string | undefined): string => (unit === undefined ? text : `${text}\u00a0${unit}`);

/** What was typed in place of a number is shown as it is. */
const show = (value: number | string): string => (typeof value === 'number' ? formatNumber(value) : value);

export const money = (value: number | string, { units }: Pick<Measured, 'units'>): string => withUnit(show(value), units.currency);
export const quantity = (value: number | string, { units }: Pick<Measured, 'units'>): string => withUnit(show(value), units.demand);
export const distance = (value: number, of: Measured): string => withUnit(show(value), distanceUnit(of));

/** An amount with how far it may be off, both to the unit. */
export const moneyWithin = (value: number, band: number, { units }: Pick<Measured, 'units'>): string =>
  withUnit(`${show(Math.round(value))} ± ${show(Math.round(band))}`, units.currency);

/** What stands above numbers that all have one unit. */
export const headed = (title: string, unit: string | undefined): string => (unit === undefined ? title : `${title} (${unit})`);
