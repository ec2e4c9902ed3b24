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

/** A number, or the text that was typed in place of one. */
export type Cell = number | string;

export interface DraftPlace {
  readonly id: string;
  readonly x: Cell;
  readonly y: Cell;
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
  readonly travel: Travel;
  readonly rules: Rules;
}

export const emptyDraft: Draft = {
  name: 'Untitled',
  depots: [],
  customers: [],
  vehicleCapacity: 100,
  vehicleCost: 0,
  travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  rules: { apart: [], together: [], allowed: {}, forbidden: {} },
};

export const draftOf = ({ name, depots, customers, vehicleCapacity, vehicleCost, travel, rules }: Instance): Draft => ({
  name,
  depots,
  customers,
  vehicleCapacity,
  vehicleCost,
  travel,
  rules,
});

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
