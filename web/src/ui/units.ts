/** Amounts with their unit, where the data names one. */
import { amountsOf, formatCount, formatNumber } from '../../../src/page.ts';
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

type Places = { readonly depots: readonly unknown[]; readonly customers: readonly unknown[] };

/** As 3 depots, 40 customers. */
export const placeCounts = ({ depots, customers }: Places, between = ', '): string =>
  formatCount(depots.length, 'depot') + between + formatCount(customers.length, 'customer');

/** Rounded to where its error begins: more figures would say more than is known. */
function roundedWithin(value: number, band: number): readonly [number, number] {
  const grain = 10 ** Math.floor(Math.log10(band / 1.5));
  const round = (amount: number) => Number((Math.round(amount / grain) * grain).toPrecision(12));
  return [round(value), round(band)];
}

/** Without a band the number alone. */
export const within = (value: number, band = 0): string =>
  band === 0
    ? formatNumber(value)
    : roundedWithin(value, band)
        .map((amount) => formatNumber(amount))
        .join('\u00a0±\u00a0');

export function moneyWithin(value: number, band: number | undefined, of: Measured): string {
  if (!band) return money(value, of);
  const [amount, error] = roundedWithin(value, band);
  return `${formatNumber(amount)}\u00a0±\u00a0${money(error, of)}`;
}
