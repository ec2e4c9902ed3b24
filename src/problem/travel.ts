/**
 * Travel costs between places. A place is a number: depots first (0 … m−1), then customers (m … m+n−1), in instance order.
 * Sets P and S of the literature use ceil(100·d), sets T and B plain d; rounding is a field of the instance, never a hidden rule.
 */
import { NeoLrpError } from './errors.ts';
import type { Instance, Rounding, Travel } from './instance.ts';
import { arcsine, cosine, sine } from './trigonometry.ts';
import { timePerHour } from './vehicles.ts';

export interface TravelCosts {
  readonly size: number;
  /** True when every arc costs the same both ways. */
  readonly symmetric: boolean;
  /** Length of the arc, rounded as the instance says; Infinity where there is no way. */
  distance(from: number, to: number): number;
  /** Cost of the arc: its distance times the cost per distance; Infinity where there is no way. */
  cost(from: number, to: number): number;
  /** How long it takes, in the instance's time; 0 where nothing tells. Vehicles divide it by their speed factor. */
  time(from: number, to: number): number;
}

/** IUGG mean Earth radius, by unit. */
export const earthRadius = { km: 6371.0088, m: 6371008.8, mi: 3958.7613 } as const;

/**
 * Guards against products like 0.07 · 100 = 7.000000000000001, which must round to 7.
 * With integer coordinates an irrational 100·d stays further than this from any integer.
 */
const roundingSlack = 1e-9;

export function roundCost(value: number, rounding: Rounding): number {
  switch (rounding) {
    case 'none':
      return value;
    case 'ceil':
      return Math.ceil(value - roundingSlack);
    case 'floor':
      return Math.floor(value + roundingSlack);
    case 'nearest':
      return Math.floor(value + 0.5 + roundingSlack);
  }
}

export function travelOf(instance: Instance): TravelCosts {
  const { costPerDistance } = instance;
  const { distance, ...arcs } = distances(instance);
  // Infinity times a price of 0 would be NaN.
  const priced = (from: number, to: number) => {
    const length = distance(from, to);
    return length === Number.POSITIVE_INFINITY ? length : costPerDistance * length;
  };
  return { ...arcs, distance, cost: costPerDistance === 1 ? distance : priced, time: timesOf(instance, distance) };
}

function distances(instance: Instance): Omit<TravelCosts, 'cost' | 'time'> {
  const { depots, customers, travel } = instance;
  const size = depots.length + customers.length;
  if (travel.kind === 'matrix') {
    const { values } = travel;
    const symmetric = values.every((row, i) => row.every((cost, j) => j >= i || cost === values[j][i]));
    return { size, symmetric, distance: (from, to) => values[from][to] ?? Number.POSITIVE_INFINITY };
  }
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  [...depots, ...customers].forEach((place, k) => {
    x[k] = place.x;
    y[k] = place.y;
  });
  const { rounding } = travel;
  if (travel.kind === 'euclidean') {
    const { scale } = travel;
    const distance = (from: number, to: number) => {
      const dx = x[from] - x[to];
      const dy = y[from] - y[to];
      return roundCost(scale * Math.sqrt(dx * dx + dy * dy), rounding);
    };
    return { size, symmetric: true, distance };
  }
  if (travel.roads)
    throw new NeoLrpError(
      'E_SOLVER_MISSING',
      'distances by road are still to be measured; name a map extract or a server of roads, or set NEO_LRP_ROADS',
      {
        field: 'travel.kind',
      },
    );
  const radius = travel.detour * earthRadius[travel.unit];
  const radians = Math.PI / 180;
  const narrowing = y.map((latitude) => cosine(latitude * radians));
  const distance = (from: number, to: number) => {
    const sinLat = sine(((y[to] - y[from]) * radians) / 2);
    const sinLon = sine(((x[to] - x[from]) * radians) / 2);
    const h = sinLat * sinLat + narrowing[from] * narrowing[to] * sinLon * sinLon;
    return roundCost(2 * radius * arcsine(Math.min(1, Math.sqrt(h))), rounding);
  };
  return { size, symmetric: true, distance };
}

/** Whether the instance asks to be measured on roads. */
export const wantsRoads = ({ travel }: Instance): boolean => travel.kind === 'great-circle' && travel.roads !== undefined;

/** Whether coordinates are degrees of longitude and latitude. */
export const isGeographic = (travel: Travel): boolean =>
  travel.kind === 'great-circle' || (travel.kind === 'matrix' && travel.roads !== undefined);

/** Whether the triangle inequality holds, so that no detour is shorter than the direct way. */
export const isMetric = (travel: Travel): boolean => travel.kind !== 'matrix' && (travel.rounding === 'none' || travel.rounding === 'ceil');

function timesOf(instance: Instance, distance: TravelCosts['distance']): TravelCosts['time'] {
  const { travel } = instance;
  if (travel.kind === 'matrix' && travel.durations) {
    const { durations } = travel;
    return (from, to) => durations[from][to] ?? Number.POSITIVE_INFINITY;
  }
  if (travel.speed === undefined) return () => 0;
  const perDistance = timePerHour(instance) / travel.speed;
  return (from, to) => perDistance * distance(from, to);
}
