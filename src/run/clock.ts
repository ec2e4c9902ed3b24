/** Milliseconds since 1970: the one clock that threads share. */
export const sharedClock = (): number => performance.timeOrigin + performance.now();
