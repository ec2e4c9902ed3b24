/** A space-filling curve: places near each other on it are near each other on the map. */

/** Bits of each coordinate on the curve. */
const curveBits = 16;

/** Where on a Hilbert curve through the square around all of them each place lies. */
export function curvePositions(places: readonly { readonly x: number; readonly y: number }[]): Float64Array {
  const least = places.reduce((low, { x, y }) => [Math.min(low[0], x), Math.min(low[1], y)], [Infinity, Infinity]);
  const side = places.reduce((most, { x, y }) => Math.max(most, x - least[0], y - least[1]), 0) || 1;
  const cells = 2 ** curveBits - 1;
  return Float64Array.from(places, (place) => {
    let x = Math.round((cells * (place.x - least[0])) / side);
    let y = Math.round((cells * (place.y - least[1])) / side);
    let position = 0;
    for (let bit = 1 << (curveBits - 1); bit > 0; bit >>= 1) {
      const right = (x & bit) > 0;
      const upper = (y & bit) > 0;
      position = 4 * position + (right ? (upper ? 2 : 3) : upper ? 1 : 0);
      // The quarters at both ends of the curve are turned, so that each begins where the one before ended.
      if (!upper) {
        if (right) [x, y] = [cells - x, cells - y];
        [x, y] = [y, x];
      }
    }
    return position;
  });
}
