/** For callers without types: what would end in a TypeError somewhere inside is refused at the door, by the name of the argument. */
import { NeoLrpError } from './errors.ts';

export function requireArgument(holds: boolean, field: string, expected: string): asserts holds {
  if (!holds) throw new NeoLrpError('E_USAGE', `expected ${expected}`, { field });
}

/** An object with these functions, or with these fields where they are no functions. */
export const isObject = (value: unknown, ...parts: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && parts.every((part) => (value as Record<string, unknown>)[part] !== undefined);

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** All names of an interface, as a value: its type lets none be missing, and none be wrong. */
export type Names<Options> = { readonly [Name in keyof Required<Options>]: unknown };

/** Refuses options that do not exist, since a misspelt one would be lost in silence. */
export function requireKnown<Options extends object>(options: Options | undefined, known: Names<Options>): void {
  requireArgument(options === undefined || isObject(options), 'options', 'options as an object');
  const unknown = Object.keys(options ?? {}).find((name) => !Object.hasOwn(known, name));
  requireArgument(unknown === undefined, unknown ?? '', `one of the options ${Object.keys(known).join(', ')}`);
}
