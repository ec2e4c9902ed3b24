/** The instance while it is edited. It need not be valid yet: cells hold what was typed, and the library judges it as it judges a file. */
import {
  type Customer,
  createInstance,
  type Depot,
  explainInfeasibility,
  type Instance,
  type InstanceInput,
  NeoLrpError,
  isGeographic as onGlobe,
} from '../../../src/page.ts';

/** A number, or text that was typed in place of one. */
export type Cell = number | string;

type Typed<Value> = Value extends string | null | undefined ? Value : Value extends number ? Cell : Value | string;
/** The same fields; where there are numbers or spans of time, text may have been typed in place of them. */
type Drafted<T> = {
  readonly [K in keyof T]: K extends 'details' | 'depots' ? T[K] : K extends 'vehicles' ? readonly Cell[] | undefined : Typed<T[K]>;
};

type Vehicle = NonNullable<Instance['vehicles']>[number];
export type DraftVehicle = Drafted<Pick<Vehicle, 'id' | 'capacity'> & Partial<Vehicle>>;
export type DraftDepot = Drafted<Depot>;
export type DraftCustomer = Drafted<Customer>;
export type DraftPlace = DraftDepot | DraftCustomer;

type Lists = 'depots' | 'customers' | 'vehicles' | 'units' | 'travel' | 'rules';

export interface Draft
  extends Drafted<Omit<Instance, Lists | 'format' | 'version' | 'vehicleCapacity'>>,
    Pick<Instance, 'units' | 'travel' | 'rules'> {
  readonly depots: readonly DraftDepot[];
  readonly customers: readonly DraftCustomer[];
  readonly vehicles?: readonly DraftVehicle[];
  readonly vehicleCapacity: Cell;
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

export interface Named {
  readonly id: string;
  readonly name?: string;
}

/** What people call a place: its name, or its id where it has none. */
export const labelOf = ({ id, name }: Named): string => name ?? id;
export type Validity =
  | { readonly state: 'valid'; readonly instance: Instance; readonly obstacle: NeoLrpError | undefined }
  | { readonly state: 'empty'; readonly missing: 'depots' | 'customers' | 'both' }
  | { readonly state: 'invalid'; readonly error: NeoLrpError };

export function judge(draft: Draft): Validity {
  const [depots, customers] = [draft.depots.length, draft.customers.length];
  if (depots === 0 || customers === 0) return { state: 'empty', missing: depots > 0 ? 'customers' : customers > 0 ? 'depots' : 'both' };
  try {
    // createInstance validates; until then its input type is only a claim.
    const { vehicleCapacity, ...rest } = draft;
    const instance = createInstance((draft.vehicles ? rest : { vehicleCapacity, ...rest }) as InstanceInput);
    return { state: 'valid', instance, obstacle: explainInfeasibility(instance) };
  } catch (error) {
    if (error instanceof NeoLrpError) return { state: 'invalid', error };
    throw error;
  }
}

/** Where a place is, or undefined while its coordinates are not numbers. */
export function positionOf({ x, y }: DraftPlace): { readonly x: number; readonly y: number } | undefined {
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

export const isGeographic = ({ travel }: Pick<Draft, 'travel'>): boolean => onGlobe(travel);
