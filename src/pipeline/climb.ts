/** To cheaper neighbours, by whatever says what one costs. */
export interface Priced<T> {
  readonly of: T;
  readonly cost: number;
}

/** To the first cheaper neighbour, again and again, until there is none. */
export async function climb<T>(
  from: Priced<T>,
  neighbours: (of: T) => Iterable<T>,
  costOf: (of: T) => Promise<number>,
  isOver: () => boolean,
): Promise<Priced<T>> {
  let at = from;
  for (let reached: Priced<T> | undefined = from; reached; ) {
    at = reached;
    reached = undefined;
    for (const neighbour of neighbours(at.of)) {
      if (isOver()) return at;
      const cost = await costOf(neighbour);
      if (cost >= at.cost) continue;
      reached = { of: neighbour, cost };
      break;
    }
  }
  return at;
}
