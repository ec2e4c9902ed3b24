/** The units of an instance's numbers, for display. */
import type { Instance, Units } from './instance.ts';
import { timePerHour } from './vehicles.ts';

/** Those that are named; great-circle distances have the unit of `travel`. */
export function unitsOf({ units, travel }: Pick<Instance, 'units' | 'travel'>): Units {
  return travel.kind === 'great-circle' ? { ...units, distance: travel.unit } : units;
}

/** Numbers for a sentence: two decimals, or three digits below 1; in full if two numbers would read the same. */
export function roundedTexts(...values: readonly number[]): string[] {
  const rounded = values.map((value) => String(Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Math.round(value * 100) / 100));
  return new Set(rounded).size < new Set(values).size ? values.map(String) : rounded;
}

/** The same with a unit, if there is one. */
export const amountTexts = (unit: string | undefined, ...values: readonly number[]): string[] =>
  roundedTexts(...values).map((text) => (unit === undefined ? text : `${text} ${unit}`));

/**
 * Times of day for a sentence, such as 9:05, or 1:20 +1 d on the next day; to the second, or as they are, where minutes would read the
 * same.
 */
export function clockTexts(instance: Pick<Instance, 'units'>, ...times: readonly number[]): string[] {
  const distinct = new Set(times).size;
  for (const steps of [1, 60]) {
    const texts = times.map((time) => {
      const whole = Math.round((time / timePerHour(instance)) * 60 * steps);
      // The end of a day is 24:00.
      const days = Math.max(0, Math.ceil(whole / (1440 * steps)) - 1);
      return `${hoursAndMinutes(whole - days * 1440 * steps, steps)}${days === 0 ? '' : ` +${days} d`}`;
    });
    if (new Set(texts).size === distinct) return texts;
  }
  return times.map(String);
}

function hoursAndMinutes(whole: number, steps: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / steps);
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}${steps === 1 ? '' : `:${pad(whole % steps)}`}`;
}

/** A duration as 4:23, in hours and minutes; with seconds if it is shorter than a minute. */
export function hoursText(instance: Pick<Instance, 'units'>, duration: number): string {
  const minutes = (duration / timePerHour(instance)) * 60;
  const seconds = Math.round(minutes * 60);
  return seconds > 0 && minutes < 1 ? hoursAndMinutes(seconds, 60) : hoursAndMinutes(Math.round(minutes), 1);
}

/** Durations for a sentence, in the instance's unit. */
export const durationTexts = ({ units }: Pick<Instance, 'units'>, ...durations: readonly number[]): string[] =>
  amountTexts(units.time ?? 'min', ...durations);

/** Kilometres in a unit of distance that has a known length. */
const kilometres: ReadonlyMap<string, number> = new Map([
  ['km', 1],
  ['m', 1e-3],
  ['mi', 1.609344],
]);

const spelled: Readonly<Record<string, RegExp>> = {
  km: /^(km|kms|kilomet(er|re)s?|kilometern|chilometri|kilometros?|quilometros?|kilometrow)$/,
  m: /^(m|met(er|re)s?|metern|metri|metros?|metrow)$/,
  mi: /^(mi|miles?|meilen?|milles?|millas?|miglia|milhas?)$/,
};

/** `km`, `m` or `mi` for any of their spellings; undefined for another unit. */
export const lengthUnit = (text: string): string | undefined =>
  Object.keys(spelled).find((unit) => spelled[unit].test(text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()));

/** A length in one unit as one in another; undefined where the length of either is unknown. */
export const convertLength = (length: number, unit: string, wanted: string): number | undefined => convertPrice(length, wanted, unit);

/** What a price per one unit of distance is per another; undefined where the length of either is unknown. */
export function convertPrice(price: number, per: string, wanted: string): number | undefined {
  const [from, to] = [per, wanted].map((unit) => kilometres.get(lengthUnit(unit) ?? ''));
  return from === undefined || to === undefined ? undefined : (price * to) / from;
}
