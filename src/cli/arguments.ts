/** Numbers and choices on the command line, refused with a sentence where they are none. */
import { InvalidArgumentError } from 'commander';
import { NeoLrpError } from '../problem/errors.ts';
import type { Price } from '../surrogate/target.ts';

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

export function nonNegativeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('Expected a number, 0 or above.');
  return value;
}

export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

export function nonNegativeInteger(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('Expected a whole number, 0 or above.');
  return value;
}

export function portNumber(text: string): number {
  const value = nonNegativeInteger(text);
  if (value > 65_535) throw new InvalidArgumentError('Expected a port, 0 to 65535.');
  return value;
}

/** What a unit of distance and a vehicle cost: `100:1000`. */
export function priceOf(text: string): Price {
  const [, distance, vehicle] = /^([\d.]+):([\d.]+)$/.exec(text) ?? [];
  const price = { distanceScale: Number(distance), vehicleCost: Number(vehicle) };
  if (!(price.distanceScale > 0 && price.vehicleCost >= 0)) throw new InvalidArgumentError('Expected DISTANCE:VEHICLE, such as 100:1000.');
  return price;
}

/** Standard input can be read once. */
export function requireOneStdin(...paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new NeoLrpError('E_USAGE', 'only one input can come from stdin (-); name a file for the other');
}
