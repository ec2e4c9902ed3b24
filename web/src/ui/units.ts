/** Amounts with their unit, where the data names one. */
import { amountsOf, formatNumber } from '../../../src/page.ts';
import type { Cell } from '../state/draft.ts';

type Measured = Parameters<typeof amountsOf>[0];

/** The unit never wraps to the next line. Text typed in place of a number is shown as it is. */
const amountIn =
  (kind: 'cost' | 'demand' | 'distance') =>
  (value: Cell, of: Measured): string =>
    typeof value === 'number' ? amountsOf(of)[kind](value).replaceAll(' ', '\u00a0') : value;

export const money = amountIn('cost');
export const quantity = amountIn('demand');
export const distance = amountIn('distance');

/** A rounded number with how far it may be off. */
export const within = (value: number, band: number): string =>
  `${formatNumber(Math.round(value))}\u00a0±\u00a0${formatNumber(Math.round(band))}`;

export const moneyWithin = (value: number, band: number, of: Measured): string =>
  `${formatNumber(Math.round(value))}\u00a0±\u00a0${money(Math.round(band), of)}`;
