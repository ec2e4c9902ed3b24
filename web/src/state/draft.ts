/**
 * The instance under the visitor's hands, which need not be one yet: empty to begin with, and cells hold what was typed.
 * The library judges it as it judges a file, and names the field.
 */
import {
  createInstance,
  explainInfeasibility,
  type Instance,
  type InstanceInput,
  NeoLrpError,
  type Rules,
  type Travel,
} from '../../../src/index.ts';
import type { Units } from '../../../src/problem/instance.ts';

/** A number, or the text that was typed in place of one. */
export type Cell = number | string;

export interface DraftPlace {
  readonly id: string;
  readonly x: Cell;
  readonly y: Cell;
  readonly name?: string;
  readonly address?: string;
  readonly details?: Readonly<Record<string, string>>;
}

export interface DraftDepot extends DraftPlace {
  /** Null: unlimited. */
  readonly capacity: Cell | null;
  readonly openingCost: Cell;
  readonly status: 'candidate' | 'open' | 'closed';
}

export interface DraftCustomer extends DraftPlace {
  readonly demand: Cell;
}

export interface Draft {
  readonly name: string;
  readonly depots: readonly DraftDepot[];
  readonly customers: readonly DraftCustomer[];
  readonly vehicleCapacity: Cell;
  readonly vehicleCost: Cell;
  readonly costPerDistance: Cell;
  readonly maxRouteDistance?: Cell;
  readonly units: Units;
  readonly travel: Travel;
  readonly rules: Rules;
}

export const emptyDraft: Draft = {
  name: 'Untitled',
  depots: [],
  customers: [],
  vehicleCapacity: 100,
  vehicleCost: 0,
  costPerDistance: 1,
  units: {},
  travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  rules: { apart: [], together: [], allowed: {}, forbidden: {} },
};

export const draftOf = ({ format: _, version: __, ...data }: Instance): Draft => data;

export const isEmpty = ({ depots, customers }: Draft): boolean => depots.length + customers.length === 0;

/** What people read of a place: its name, or its id where it has none. */
export const labelOf = ({ id, name }: { readonly id: string; readonly name?: string }): string => name ?? id;

/** What to call each place, by id. */
export const labelsOf = (places: readonly { readonly id: string; readonly name?: string }[]): ReadonlyMap<string, string> =>
  new Map(places.map((place) => [place.id, labelOf(place)]));

export type Validity =
  | { readonly state: 'valid'; readonly instance: Instance; readonly obstacle: NeoLrpError | undefined }
  | { readonly state: 'empty'; readonly missing: 'depots' | 'customers' | 'both' }
  | { readonly state: 'invalid'; readonly error: NeoLrpError };

export function judge(draft: Draft): Validity {
  const [depots, customers] = [draft.depots.length, draft.customers.length];
  if (depots === 0 || customers === 0) return { state: 'empty', missing: depots > 0 ? 'customers' : customers > 0 ? 'depots' : 'both' };
  try {
    // createInstance validates; its input type is only a promise until then.
    const instance = createInstance(draft as InstanceInput);
    return { state: 'valid', instance, obstacle: explainInfeasibility(instance) };
  } catch (error) {
    if (error instanceof NeoLrpError) return { state: 'invalid', error };
    throw error;
  }
}

/** Where a place stands, or undefined while its coordinates are none. */
export function positionOf({ x, y }: DraftPlace): { readonly x: number; readonly y: number } | undefined {
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

export const isGeographic = ({ travel }: Pick<Draft, 'travel'>): boolean => travel.kind === 'great-circle';
