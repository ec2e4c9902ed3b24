/** How published sets measure distances between coordinates, where their files do not say it. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Rounding } from '../problem/instance.ts';

export interface DistanceRule {
  readonly scale: number;
  readonly rounding: Rounding;
}

/** `dimacs`: to one decimal, down; `exact`: to three decimals, to the nearest. Both as in PyVRP. */
export const distanceRules = {
  none: { scale: 1, rounding: 'none' },
  nearest: { scale: 1, rounding: 'nearest' },
  ceil: { scale: 1, rounding: 'ceil' },
  floor: { scale: 1, rounding: 'floor' },
  dimacs: { scale: 10, rounding: 'floor' },
  exact: { scale: 1000, rounding: 'nearest' },
} as const satisfies Record<string, DistanceRule>;

export type DistanceRuleName = keyof typeof distanceRules;

export function distanceRule(name: string): DistanceRule {
  if (Object.hasOwn(distanceRules, name)) return distanceRules[name as DistanceRuleName];
  throw new NeoLrpError('E_USAGE', `there is no rule '${name}' for distances; there are ${Object.keys(distanceRules).join(', ')}`, {
    field: 'rounding',
    value: name,
  });
}

/** One unit of distance takes one of time, in these files; times are kept in minutes. */
export const unitSpeed = 60;
