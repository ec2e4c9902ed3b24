/**
 * Inputs without a unit of length, so that a customer far away changes nothing for the others: ratios of a customer's distance from the
 * depot to the lengths around it and around the depot, its direction, and its load.
 */
import { contextFeatures, contextWidth, customerLengths, depotLengths } from './context.ts';
import type { Feature, Surroundings, View } from './features.ts';

type Capital<T extends string> = T extends `${infer First}${infer Rest}` ? `${Uppercase<First>}${Rest}` : T;
const capital = <T extends string>(name: T) => `${name[0].toUpperCase()}${name.slice(1)}` as Capital<T>;

const logarithms = customerLengths.map((name) => `lg${capital(name)}` as const);
const shares = customerLengths.map((name) => `share${capital(name)}` as const);
const reaches = depotLengths.map((name) => `lg${capital(name)}` as const);

export const scaleFreeFeatures = ['lgLoad', 'east', 'north', ...logarithms, ...shares, ...reaches] as const;
export type ScaleFreeFeature = (typeof scaleFreeFeatures)[number];

const names: ReadonlySet<string> = new Set(scaleFreeFeatures);
export const isScaleFree = (feature: Feature): feature is ScaleFreeFeature => names.has(feature);

/** Ratios beyond a thousand, and those to nothing, count as a thousand. */
const widest = 3;
/** Loads below this share of a vehicle look alike. */
const leastLoad = 1e-3;

function lgRatio(a: number, b: number): number {
  if (a === b) return 0;
  return Math.max(-widest, Math.min(widest, Math.log10(a / b)));
}

/** One column of features, as in `writeFeatures`. */
export function writeScaleFree(
  feature: ScaleFreeFeature,
  { x, y, load, context }: Surroundings,
  from: number,
  to: number,
  { xx, xy, yx, yy, shrink }: View,
  out: Float32Array | Float64Array,
  at: number,
  stride: number,
): void {
  let cell = at;
  if (feature === 'lgLoad') {
    for (let i = from; i < to; i++, cell += stride) out[cell] = Math.log10(leastLoad + load[i]);
    return;
  }
  if (feature === 'east' || feature === 'north') {
    const [alongX, alongY] = feature === 'east' ? [xx, xy] : [yx, yy];
    for (let i = from; i < to; i++, cell += stride) {
      const distance = shrink * Math.sqrt(x[i] * x[i] + y[i] * y[i]);
      out[cell] = distance > 0 ? (alongX * x[i] + alongY * y[i]) / distance : 0;
    }
    return;
  }
  const { kind, column } = ratios[feature];
  for (let i = from; i < to; i++, cell += stride) {
    const distance = Math.sqrt(x[i] * x[i] + y[i] * y[i]);
    const length = context ? context[contextWidth * i + column] : 0;
    if (kind === 'share') out[cell] = length + distance > 0 ? length / (length + distance) : 0;
    else out[cell] = kind === 'length' ? lgRatio(length, distance) : lgRatio(distance, length);
  }
}

type RatioFeature = Exclude<ScaleFreeFeature, 'lgLoad' | 'east' | 'north'>;
interface Ratio {
  /** Of a length to the distance, of it to both together, or of the distance to it. */
  readonly kind: 'length' | 'share' | 'distance';
  readonly column: number;
}

const ratios = Object.fromEntries([
  ...customerLengths.map((name, k) => [logarithms[k], { kind: 'length', column: contextFeatures.indexOf(name) }]),
  ...customerLengths.map((name, k) => [shares[k], { kind: 'share', column: contextFeatures.indexOf(name) }]),
  ...depotLengths.map((name, k) => [reaches[k], { kind: 'distance', column: contextFeatures.indexOf(name) }]),
]) as Readonly<Record<RatioFeature, Ratio>>;
