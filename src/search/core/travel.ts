/** What arcs cost and how long they are: read from a matrix, or computed from coordinates where a matrix would be too large. */

// Values of the feature TRAVEL; scripts/kernels.mjs has the same.
const wideMatrix: i32 = 0;
const narrowMatrix: i32 = 1;

/** Cost of the arc between two places. */
@inline export function arc(from: i32, to: i32): f64 {
  return TRAVEL <= narrowMatrix ? entry(cost, from, to) : costOfLength * distance(from, to);
}

/** For loops over arcs from one place: its row of the matrix, and the arc to another place. */
@inline export function rowOf(from: i32): usize {
  return TRAVEL <= narrowMatrix ? cost + (<usize>(from * places) << (TRAVEL == wideMatrix ? 3 : 2)) : 0;
}
@inline export function arcIn(row: usize, from: i32, to: i32): f64 {
  if (TRAVEL == wideMatrix) return load<f64>(row + (<usize>to << 3));
  if (TRAVEL == narrowMatrix) return <f64>load<f32>(row + (<usize>to << 2));
  return arc(from, to);
}

/** Its length. */
@inline export function lengthOf(from: i32, to: i32): f64 {
  if (TRAVEL > narrowMatrix) return distance(from, to);
  return lengthsApart ? entry(lengths, from, to) : lengthOfCost * entry(cost, from, to);
}

/** How long it takes at the speed that travel says. */
@inline export function timeOf(from: i32, to: i32): f64 {
  return timesApart ? load<f64>(durations + (<usize>(from * places + to) << 3)) : timeOfLength * lengthOf(from, to);
}

@inline function entry(matrix: usize, from: i32, to: i32): f64 {
  const at = <usize>(from * places + to);
  return TRAVEL == wideMatrix ? load<f64>(matrix + (at << 3)) : <f64>load<f32>(matrix + (at << 2));
}

function distance(from: i32, to: i32): f64 {
  if (!onGlobe) {
    const dx = real(x, from) - real(x, to);
    const dy = real(y, from) - real(y, to);
    return rounded(lengthScale * sqrt<f64>(dx * dx + dy * dy));
  }
  // By the chord through the Earth: no sines, and exact to a few nanometres.
  const a = vectors + <usize>from * 24;
  const b = vectors + <usize>to * 24;
  const dx = load<f64>(a) - load<f64>(b);
  const dy = load<f64>(a, 8) - load<f64>(b, 8);
  const dz = load<f64>(a, 16) - load<f64>(b, 16);
  return rounded(lengthScale * arcsine(min<f64>(1, 0.5 * sqrt<f64>(dx * dx + dy * dy + dz * dz))));
}

/** As src/problem/travel.ts rounds. */
@inline function rounded(value: f64): f64 {
  if (rounding == 0) return value;
  if (rounding == 1) return ceil<f64>(value - 1e-9);
  return rounding == 2 ? floor<f64>(value + 1e-9) : floor<f64>(value + 0.5 + 1e-9);
}

/** As in src/problem/trigonometry.ts, for 0 ≤ x ≤ 1. */
function arcsine(x: f64): f64 {
  if (x <= 0.5) return x + x * arcsineRatio(x * x);
  const half = (1 - x) / 2;
  const root = sqrt<f64>(half);
  return Math.PI / 2 - 2 * (root + root * arcsineRatio(half));
}

function arcsineRatio(t: f64): f64 {
  const over =
    t *
    (0.16666666666666666 +
      t * (-0.3255658186224009 + t * (0.20121253213486293 + t * (-0.04005553450067941 + t * (0.0007915349942898145 + t * 0.00003479331075960212)))));
  const under = 1 + t * (-2.403394911734414 + t * (2.0209457602335057 + t * (-0.6882839716054533 + t * 0.07703815055590194)));
  return over / under;
}
