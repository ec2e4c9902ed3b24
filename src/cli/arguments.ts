/** Reads values from the command line, and refuses anything else with a sentence. */
import { InvalidArgumentError } from 'commander';
import { NeoLrpError } from '../problem/errors.ts';
import type { Shard } from '../run/shard.ts';
import type { Price } from '../surrogate/target.ts';

/** With a decimal point or comma; `1,500` is ambiguous. */
function numberOf(text: string): number {
  if (/^\s*\d{1,3}(,\d{3})+\s*$/.test(text) && !text.trim().startsWith('0'))
    throw new InvalidArgumentError(`Write ${text.trim().replaceAll(',', '')} or ${text.trim().replace(',', '.')}, whichever is meant.`);
  return text.trim() === '' ? Number.NaN : Number(/^\s*\d*,\d+\s*$/.test(text) ? text.replace(',', '.') : text);
}

const wholeOf = (text: string) => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
};

const reader =
  (expected: string, parse: (text: string) => number, fits: (value: number) => boolean) =>
  (text: string): number => {
    const value = parse(text);
    if (fits(value) && Number.isFinite(value)) return value;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };

export const positiveNumber = reader('a number above 0', numberOf, (value) => value > 0);
export const nonNegativeNumber = reader('a number, 0 or above', numberOf, (value) => value >= 0);
export const shareOf = reader('a share above 0, at most 1', numberOf, (value) => value > 0 && value <= 1);
/** A number, or `auto`. */
export const secondsOrAuto = (text: string): number | 'auto' => (text.trim() === 'auto' ? 'auto' : nonNegativeNumber(text));
export const positiveInteger = reader('a whole number above 0', wholeOf, (value) => value >= 1);
export const nonNegativeInteger = reader('a whole number, 0 or above', wholeOf, (value) => value >= 0);
export const portNumber = reader('a port, 0 to 65535', wholeOf, (value) => value >= 0 && value <= 65_535);

/** 1.3, 130% or +30%. */
export function factorOf(text: string): number {
  const [, sign, percent] = /^([+-])?\s*([\d.,]+)\s*%$/.exec(text.trim()) ?? [];
  const value = percent === undefined ? numberOf(text) : (sign ? 1 : 0) + (numberOf(percent) / 100) * (sign === '-' ? -1 : 1);
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('Expected a factor, 0 or above: 1.3 for 30 % more.');
  // Hides the rounding error of 1 + 0.3.
  return Number(value.toPrecision(12));
}

/** Costs of a unit of distance and of a vehicle: `100:1000`. */
export function priceOf(text: string): Price {
  const [, distance, vehicle] = /^([\d.]+):([\d.]+)$/.exec(text) ?? [];
  const price = { distanceScale: Number(distance), vehicleCost: Number(vehicle) };
  if (!(price.distanceScale > 0 && price.vehicleCost >= 0)) throw new InvalidArgumentError('Expected DISTANCE:VEHICLE, such as 100:1000.');
  return price;
}

/** `2/4`. */
export function readShard(text: string): Shard {
  const [, part, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!(part >= 1 && part <= of))
    throw new NeoLrpError('E_USAGE', `'${text}' is not a shard; use PART/OF, such as 2/4`, { field: '--shard' });
  return [part, of];
}

/** `results.jsonl` of shard 2/4 is `results.2-of-4.jsonl`. */
export function shardFile(file: string, shard?: Shard): string {
  if (!shard) return file;
  const [, stem, extension] = /^(.*?)(\.[^./\\]*)?$/s.exec(file) ?? [];
  return `${stem}.${shard[0]}-of-${shard[1]}${extension ?? ''}`;
}

/** Standard input can be read once. */
export function requireOneStdin(...paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new NeoLrpError('E_USAGE', 'only one input can come from stdin (-); name a file for the other');
}
