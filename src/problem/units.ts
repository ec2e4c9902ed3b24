/** The units of an instance's numbers, for whoever shows them. */
import type { Instance, Units } from './instance.ts';

/** As far as they are named; distances on the globe carry the unit of the travel rule. */
export function unitsOf({ units, travel }: Pick<Instance, 'units' | 'travel'>): Units {
  return travel.kind === 'great-circle' ? { ...units, distance: travel.unit } : units;
}
