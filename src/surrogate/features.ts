/**
 * What a network sees of a customer: depot-centred coordinates over the spread P, demand over vehicle capacity and, for our own networks,
 * the distance to the depot and the density of the neighbourhood (paper, section on feature normalisation).
 */
import * as z from 'zod';
import { type ContextFeature, contextFeatures, contextLengths, contextWidth, customerLengths, ranks } from './context.ts';
import { isScaleFree, scaleFreeFeatures, writeScaleFree } from './scale-free.ts';

export const featureSchema = z.enum(['x', 'y', 'depot', 'load', 'distance', ...contextFeatures, ...scaleFreeFeatures, 'own']).meta({
  description:
    'x, y: coordinates from the depot over P; depot: 1 at the depot itself, else 0; load: demand over vehicle capacity; distance: to the depot over P; nearest1 … nearest16: mean distance to that many nearest customers of the whole instance over P; inward1 … inward4: the same among the depot and the customers closer to it; reach1 … reach16: mean distance from the depot to that many nearest customers over P; innerCount, innerLoad, sectorLoad: decimal logarithm of 1 + the number of customers closer to the depot, their loads, and the loads of those within 45°; lgLoad: decimal logarithm of the load; east, north: direction seen from the depot; lgNearest1 … lgInward4: decimal logarithm of these lengths over the distance to the depot; shareNearest1 … shareInward4: length / (length + distance); lgReach1 … lgReach16: decimal logarithm of the distance to the depot over these; own: 1 if P and these surroundings are those of the set itself, 0 if those of the whole instance',
});
export type Feature = z.output<typeof featureSchema>;

/** How a customer is placed among the others, in lengths over P. */
export const surroundings = [...customerLengths, ...ranks] as const satisfies readonly Feature[];

export const seesContext = (features: readonly Feature[]): boolean =>
  features.some((feature) => isScaleFree(feature) || (contextFeatures as readonly string[]).includes(feature));

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

/** Features of customers `from` … `to`−1 into rows of `out`, `stride` apart; one tight loop per column. */
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
  const { x, y, load, context, own } = customers;
  const { xx, xy, yx, yy, shrink } = view;
  for (let f = 0; f < features.length; f++) {
    let cell = at + f;
    switch (features[f]) {
      case 'x':
        for (let i = from; i < to; i++, cell += stride) out[cell] = xx * x[i] + xy * y[i];
        break;
      case 'y':
        for (let i = from; i < to; i++, cell += stride) out[cell] = yx * x[i] + yy * y[i];
        break;
      case 'depot':
        for (let i = from; i < to; i++, cell += stride) out[cell] = 0;
        break;
      case 'load':
        for (let i = from; i < to; i++, cell += stride) out[cell] = load[i];
        break;
      case 'distance':
        for (let i = from; i < to; i++, cell += stride) out[cell] = shrink * Math.sqrt(x[i] * x[i] + y[i] * y[i]);
        break;
      case 'own':
        for (let i = from; i < to; i++, cell += stride) out[cell] = own ? own[i] : 0;
        break;
      default: {
        const { [f]: feature } = features;
        if (isScaleFree(feature)) {
          writeScaleFree(feature, customers, from, to, view, out, cell, stride);
          break;
        }
        const column = contextFeatures.indexOf(feature as ContextFeature);
        const unit = column < contextLengths ? shrink : 1;
        for (let i = from; i < to; i++, cell += stride) out[cell] = context ? unit * context[contextWidth * i + column] : 0;
      }
    }
  }
}

/** The depot's own row, for networks that see it as a node. */
export function writeDepotFeatures(features: readonly Feature[], out: Float32Array | Float64Array, at: number): void {
  for (let f = 0; f < features.length; f++) out[at + f] = features[f] === 'depot' ? 1 : 0;
}

/** P: the larger of the two coordinate ranges over the customers and the depot; 1 if all are at one point. */
export function spreadOf(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let [minX, maxX, minY, maxY] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    minX = Math.min(minX, x[i]);
    maxX = Math.max(maxX, x[i]);
    minY = Math.min(minY, y[i]);
    maxY = Math.max(maxY, y[i]);
  }
  const spread = Math.max(maxX - minX, maxY - minY);
  return spread > 0 ? spread : 1;
}
