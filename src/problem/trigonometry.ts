/**
 * Sine, cosine and arcsine, the same to the last bit in every engine. The rounding of `Math` differs between Node 20 and current browsers,
 * and one different bit can lead a search elsewhere. Only operations that IEEE 754 defines exactly are used; the polynomials are those of
 * Sun's fdlibm (1993).
 */

/** π/2 in two parts, the first short enough for small multiples of it to be exact. */
const halfTurn = { high: 1.5707963267341256, low: 6.077100506506192e-11 } as const;

/** For |x| ≤ π, enough for differences of longitude and latitude. */
export function sine(x: number): number {
  const { quarter, rest } = reduce(x);
  switch (quarter) {
    case 0:
      return kernelSine(rest);
    case 1:
      return kernelCosine(rest);
    case 2:
      return -kernelSine(rest);
    default:
      return -kernelCosine(rest);
  }
}

export const cosine = (x: number): number => {
  const { quarter, rest } = reduce(x);
  switch (quarter) {
    case 0:
      return kernelCosine(rest);
    case 1:
      return -kernelSine(rest);
    case 2:
      return -kernelCosine(rest);
    default:
      return kernelSine(rest);
  }
};

/** For 0 ≤ x ≤ 1. */
export function arcsine(x: number): number {
  if (x <= 0.5) return x + x * arcsineRatio(x * x);
  const half = (1 - x) / 2;
  const root = Math.sqrt(half);
  return Math.PI / 2 - 2 * (root + root * arcsineRatio(half));
}

function reduce(x: number): { readonly quarter: number; readonly rest: number } {
  const turns = Math.round(x / (Math.PI / 2));
  return { quarter: ((turns % 4) + 4) % 4, rest: x - turns * halfTurn.high - turns * halfTurn.low };
}

function kernelSine(x: number): number {
  const z = x * x;
  const rest =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x + z * x * (-0.16666666666666632 + z * rest);
}

function kernelCosine(x: number): number {
  const z = x * x;
  const rest =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z * (0.00002480158728947673 + z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))));
  return 1 - (0.5 * z - z * z * rest);
}

/** (asin √t − √t) / √t for t ≤ ¼, as a ratio of polynomials. */
function arcsineRatio(t: number): number {
  const over =
    t *
    (0.16666666666666666 +
      t *
        (-0.3255658186224009 +
          t * (0.20121253213486293 + t * (-0.04005553450067941 + t * (0.0007915349942898145 + t * 0.00003479331075960212)))));
  const under = 1 + t * (-2.403394911734414 + t * (2.0209457602335057 + t * (-0.6882839716054533 + t * 0.07703815055590194)));
  return over / under;
}
