/** What follows from an instance is worked out once and kept with it, for as long as the instance lives. */

/** For instances that can no longer change; others are asked anew each time. */
export function derived<Of extends object, T>(compute: (from: Of) => T): (from: Of) => T {
  const kept = new WeakMap<Of, { readonly value: T }>();
  return (from) => {
    const found = kept.get(from);
    if (found) return found.value;
    const value = compute(from);
    if (Object.isFrozen(from)) kept.set(from, { value });
    return value;
  };
}
