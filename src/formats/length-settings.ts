/** Settings that are lengths or speeds: the unit that their names state, and the conversion to that of the distances. */
import type { InstanceInput } from '../problem/instance.ts';
import { convertLength, lengthUnit } from '../problem/units.ts';
import type { ToldSettings } from './csv-settings.ts';
import type { Source } from './source.ts';

type TravelInput = NonNullable<InstanceInput['travel']>;

/** `cost per km` and `max route distance (km)` name a unit, `cost per distance` does not. */
export interface LengthUnit {
  readonly unit: string;
  readonly line: number;
}

/** Distance in an hour. */
export interface Speed {
  readonly value: number;
  readonly unit?: string;
  readonly line: number;
}

/** `speed (km/h)` and `mph` say their unit. */
export function speedOf(
  told: { readonly name: string; readonly line: number; readonly value: unknown } | undefined,
  source: Source,
): Speed | undefined {
  if (!told) return undefined;
  const { name, line, value } = told;
  if (typeof value !== 'number' || !(value > 0)) throw source.fault('E_VALUE', 'expected a number above 0', { line, field: name });
  const unit = /mph|mi(les)?\s*((\/|per|p)\s*)?h/i.test(name)
    ? 'mi'
    : /k(m|ilom\w{0,9})\s*((\/|per|p)\s*)?h/i.test(name)
      ? 'km'
      : /\bm\s*\/\s*h/i.test(name)
        ? 'm'
        : undefined;
  return { value, line, ...(unit !== undefined && { unit }) };
}

/** In brackets, at the end, or as part of the name: 'Max km per route'. */
export function maxRouteOf(told: { readonly name: string; readonly line: number } | undefined): LengthUnit | undefined {
  if (!told) return undefined;
  const unit =
    lengthUnitIn(told.name) ??
    (/k(m|ilom)|quilom/.test(told.name.toLowerCase()) ? 'km' : /mile/.test(told.name.toLowerCase()) ? 'mi' : undefined);
  return unit === undefined ? undefined : { unit, line: told.line };
}

export const lengthUnitIn = (name: string): string | undefined => {
  const [, bracketed] = /[([]([^()[\]]*)[)\]]/.exec(name) ?? [];
  return lengthUnit(bracketed ?? '') ?? lengthUnit(name.trim().split(/\s+/).slice(1).at(-1) ?? '');
};

/** Converts the longest route to the unit of distances. */
export function limitInUnit(
  { maxRoute, settings }: ToldSettings,
  unit: string | undefined,
  [source]: readonly Source[],
): number | undefined {
  const { maxRouteDistance } = settings;
  if (maxRoute === undefined || maxRouteDistance === undefined || unit === undefined || maxRoute.unit === unit) return maxRouteDistance;
  const limit = convertLength(maxRouteDistance, maxRoute.unit, unit);
  if (limit === undefined)
    throw source.fault('E_SYNTAX', `the longest route is in ${maxRoute.unit}, but distances are in ${unit}; use one unit for both`, {
      line: maxRoute.line,
      field: 'maxRouteDistance',
    });
  return limit;
}

/** The setting 'speed' goes with any kind of travel, in the unit of its distances. */
export function withSpeed(
  travel: TravelInput,
  { speed }: ToldSettings,
  unit: string | undefined,
  [source]: readonly Source[],
): TravelInput {
  if (speed === undefined) return travel;
  const same = speed.unit === undefined || unit === undefined || speed.unit === unit;
  const value = same ? speed.value : convertLength(speed.value, speed.unit ?? '', unit ?? '');
  if (value === undefined)
    throw source.fault('E_SYNTAX', `the speed is in ${speed.unit} an hour, but distances are in ${unit}; use one unit for both`, {
      line: speed.line,
      field: 'speed',
    });
  return { ...travel, speed: value };
}
