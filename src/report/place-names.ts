/** What people call places: the name if there is one, with the id if several share it. */

interface Place {
  readonly id: string;
  readonly name?: string;
}

/** By id. */
export function placeNames(places: readonly Place[]): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const { id, name = id } of places) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(places.map(({ id, name = id }) => [id, name === id || count.get(name) === 1 ? name : `${name} (${id})`]));
}
