/** What vehicles carry: the demand, and further quantities by name. */

/** The name of the demand among the quantities. */
export const demandName = 'demand';

/** One number is for the demand; of several, a quantity that is not named has no limit. */
export function capacityFor(capacity: number | Readonly<Record<string, number>>, name: string): number {
  if (typeof capacity === 'number') return name === demandName ? capacity : Number.POSITIVE_INFINITY;
  return Object.hasOwn(capacity, name) ? capacity[name] : Number.POSITIVE_INFINITY;
}
