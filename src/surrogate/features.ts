/**
 * What a network sees of a customer: depot-centred coordinates over the spread P, demand over vehicle capacity and, for our own networks,
 * the distance to the depot and the density of the neighbourhood (paper, section on feature normalisation).
 */
import * as z from 'zod';
import { contextFeatures, contextLengths, contextWidth, customerLengths, depotLengths, ranks } from './context.ts';

type Capital<T extends string> = T extends `${infer First}${infer Rest}` ? `${Uppercase<First>}${Rest}` : T;
const capital = <T extends string>(name: T) => `${name[0].toUpperCase()}${name.slice(1)}` as Capital<T>;
const logarithms = customerLengths.map((name) => `lg${capital(name)}` as const);
const shares = customerLengths.map((name) => `share${capital(name)}` as const);
const reaches = depotLengths.map((name) => `lg${capital(name)}` as const);

/**
 * Inputs without a unit of length, so that a customer far away changes nothing for the others: ratios of a customer's distance from the
 * depot to the lengths around it and around the depot, its direction, and its load.
 */
export const scaleFreeFeatures = ['lgLoad', 'east', 'north', ...logarithms, ...shares, ...reaches] as const;

export const featureSchema = z.enum(['x', 'y', 'depot', 'load', 'distance', ...contextFeatures, ...scaleFreeFeatures, 'own']).meta({
  description:
    'x, y: coordinates from the depot over P; depot: 1 at the depot itself, else 0; load: demand over vehicle capacity; distance: to the depot over P; nearest1 … nearest16: mean distance to that many nearest customers of the whole instance over P; inward1 … inward4: the same among the depot and the customers closer to it; reach1 … reach16: mean distance from the depot to that many nearest customers over P; innerCount, innerLoad, sectorLoad: decimal logarithm of 1 + the number of customers closer to the depot, their loads, and the loads of those within 45°; lgLoad: decimal logarithm of the load; east, north: direction seen from the depot; lgNearest1 … lgInward4: decimal logarithm of these lengths over the distance to the depot; shareNearest1 … shareInward4: length / (length + distance); lgReach1 … lgReach16: decimal logarithm of the distance to the depot over these; own: 1 if P and these surroundings are those of the set itself, 0 if those of the whole instance',
});
export type Feature = z.output<typeof featureSchema>;

/** How a customer is placed among the others, in lengths over P. */
export const surroundings = [...customerLengths, ...ranks] as const satisfies readonly Feature[];

type ContextInput = Exclude<Feature, 'x' | 'y' | 'depot' | 'load' | 'distance' | 'own' | 'lgLoad' | 'east' | 'north'>;

/** The column of the context behind a feature, and how it is seen: as it is, over P, or against the distance to the depot. */
const contextColumns = Object.fromEntries([
  ...contextFeatures.map((name, column) => [name, { kind: column < contextLengths ? 'length' : 'rank', column }]),
  ...customerLengths.map((name, k) => [logarithms[k], { kind: 'ratio', column: contextFeatures.indexOf(name) }]),
  ...customerLengths.map((name, k) => [shares[k], { kind: 'share', column: contextFeatures.indexOf(name) }]),
  ...depotLengths.map((name, k) => [reaches[k], { kind: 'inverse', column: contextFeatures.indexOf(name) }]),
]) as Readonly<Record<ContextInput, { kind: 'rank' | 'length' | 'ratio' | 'share' | 'inverse'; column: number }>>;

export const seesContext = (features: readonly Feature[]): boolean =>
  features.some((feature) => feature in contextColumns || (scaleFreeFeatures as readonly Feature[]).includes(feature));

/** Networks that can also price a known set by its own surroundings; inside the MIP only those of the instance are known. */
export const seesOwn = (features: readonly Feature[]): boolean => features.includes('own');

/** Customers seen from a depot at (0, 0). */
export interface Surroundings {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly load: ArrayLike<number>;
  /** `contextWidth` entries per customer. */
  readonly context?: ArrayLike<number>;
  /** One entry per customer: 1 if spread and context are those of its own set; if absent, those of the whole instance. */
  readonly own?: ArrayLike<number>;
}

/** How coordinates become features: (x, y) ↦ (xx·x + xy·y, yx·x + yy·y), lengths ↦ length · shrink. */
export interface View {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly shrink: number;
}

export const plainView = (spread: number): View => ({ xx: 1 / spread, xy: 0, yx: 0, yy: 1 / spread, shrink: 1 / spread });

/** Turned by `angle` and perhaps mirrored, which changes no routing cost, then divided by the spread. */
export function turnedView(spread: number, angle: number, mirror: boolean): View {
  const cos = Math.cos(angle) / spread;
  const sin = Math.sin(angle) / spread;
  const side = mirror ? -1 : 1;
  return { xx: cos, xy: -sin, yx: side * sin, yy: side * cos, shrink: 1 / spread };
}

/** Features of customers `from` … `to`−1 into rows of `out`, `stride` apart, column by column. */
export function writeFeatures(
  features: readonly Feature[],
  customers: Surroundings,
  from: number,
  to: number,
  view: View,
  out: Float32Array | Float64Array,
  at: number,
  stride: number,
): void {
  const { x, y, load } = customers;
  const { xx, xy, yx, yy } = view;
  for (let f = 0; f < features.length; f++) {
    const feature = features[f];
    let cell = at + f;
    // The paper's three inputs have loops of their own: training passes them for a few customers at a time.
    if (feature === 'x') for (let i = from; i < to; i++, cell += stride) out[cell] = xx * x[i] + xy * y[i];
    else if (feature === 'y') for (let i = from; i < to; i++, cell += stride) out[cell] = yx * x[i] + yy * y[i];
    else if (feature === 'load') for (let i = from; i < to; i++, cell += stride) out[cell] = load[i];
    else {
      const value = featureOf(feature, customers, view);
      for (let i = from; i < to; i++, cell += stride) out[cell] = value(i);
    }
  }
}

/** Ratios beyond a thousand, and those to nothing, count as a thousand. */
const widest = 3;
/** Loads below this share of a vehicle look alike. */
const leastLoad = 1e-3;

function lgRatio(a: number, b: number): number {
  if (a === b) return 0;
  return Math.max(-widest, Math.min(widest, Math.log10(a / b)));
}

/** The value of a feature for customer i. */
function featureOf(
  feature: Exclude<Feature, 'x' | 'y' | 'load'>,
  { x, y, load, context, own }: Surroundings,
  view: View,
): (i: number) => number {
  const { xx, xy, yx, yy, shrink } = view;
  const distance = (i: number) => Math.sqrt(x[i] * x[i] + y[i] * y[i]);
  const direction = (alongX: number, alongY: number) => (i: number) => {
    const shrunk = shrink * distance(i);
    return shrunk > 0 ? (alongX * x[i] + alongY * y[i]) / shrunk : 0;
  };
  switch (feature) {
    case 'depot':
      return () => 0;
    case 'distance':
      return (i) => shrink * distance(i);
    case 'own':
      return own ? (i) => own[i] : () => 0;
    case 'lgLoad':
      return (i) => Math.log10(leastLoad + load[i]);
    case 'east':
      return direction(xx, xy);
    case 'north':
      return direction(yx, yy);
  }
  const { kind, column } = contextColumns[feature];
  const entry = context ? (i: number) => context[contextWidth * i + column] : () => 0;
  switch (kind) {
    case 'rank':
      return entry;
    case 'length':
      return (i) => shrink * entry(i);
    case 'share':
      return (i) => {
        const [length, reach] = [entry(i), distance(i)];
        return length + reach > 0 ? length / (length + reach) : 0;
      };
    case 'ratio':
      return (i) => lgRatio(entry(i), distance(i));
    case 'inverse':
      return (i) => lgRatio(distance(i), entry(i));
  }
}

/** The depot's own row, for networks that see it as a node. */
export function writeDepotFeatures(features: readonly Feature[], out: Float32Array | Float64Array, at: number): void {
  for (let f = 0; f < features.length; f++) out[at + f] = features[f] === 'depot' ? 1 : 0;
}

/** P: the larger of the two coordinate ranges over the customers and the depot; 1 if all are at one point. */
export function spreadOf(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  depot: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): number {
  let [minX, maxX, minY, maxY] = [depot.x, depot.x, depot.y, depot.y];
  for (let i = 0; i < x.length; i++) {
    minX = Math.min(minX, x[i]);
    maxX = Math.max(maxX, x[i]);
    minY = Math.min(minY, y[i]);
    maxY = Math.max(maxY, y[i]);
  }
  const spread = Math.max(maxX - minX, maxY - minY);
  return spread > 0 ? spread : 1;
}
