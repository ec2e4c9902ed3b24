/** The instance while it is edited. It need not be valid yet: cells hold what was typed, and the library judges it as it judges a file. */
import {
  createInstance,
  explainInfeasibility,
  type Instance,
  type InstanceInput,
  NeoLrpError,
  type Rules,
  type Travel,
  type Units,
} from '../../../src/page.ts';

/** A number, or text that was typed in place of one. */
export type Cell = number | string;

export interface DraftPlace {
  readonly id: string;
  readonly x: Cell;
  readonly y: Cell;
  readonly name?: string;
  readonly address?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** From when to when, or text that was typed in place of it. */
export type DraftSpans = readonly (readonly [number, number])[] | string;

export interface DraftVehicle {
  readonly id: string;
  readonly name?: string;
  /** One number, or one for each quantity by name. */
  readonly capacity: Cell | Readonly<Record<string, number>>;
  readonly fixedCost?: Cell;
  readonly costPerDistance?: Cell;
  readonly costPerHour?: Cell;
  readonly available?: Cell;
  readonly availablePerDepot?: Cell | Readonly<Record<string, number>>;
  readonly depots?: readonly string[];
  readonly maxDistance?: Cell;
  readonly maxDuration?: Cell;
  readonly maxStops?: Cell;
  readonly shift?: readonly [number, number] | string;
  readonly speedFactor?: Cell;
  readonly emissionPerDistance?: Cell;
}

export interface DraftDepot extends DraftPlace {
  /** Null: unlimited. */
  readonly capacity: Cell | null;
  readonly openingCost: Cell;
  readonly status: 'candidate' | 'open' | 'closed';
  readonly openingHours?: readonly [number, number] | string;
  readonly loadingTime?: Cell;
  readonly handlingCost?: Cell;
  readonly minLoad?: Cell;
  readonly maxVehicles?: Cell;
}

export interface DraftCustomer extends DraftPlace {
  readonly demand: Cell;
  readonly serviceTime?: Cell;
  readonly timeWindows?: DraftSpans;
  readonly vehicles?: readonly Cell[];
  readonly quantities?: Readonly<Record<string, number>> | string;
}

export interface Draft {
  readonly name: string;
  readonly depots: readonly DraftDepot[];
  readonly customers: readonly DraftCustomer[];
  readonly vehicleCapacity: Cell;
  readonly vehicleCost: Cell;
  readonly costPerDistance: Cell;
  readonly maxRouteDistance?: Cell;
  /** In place of the three above. */
  readonly vehicles?: readonly DraftVehicle[];
  readonly emissionPrice?: Cell;
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

interface Named {
  readonly id: string;
  readonly name?: string;
}

/** What people call a place: its name, or its id where it has none. */
export const labelOf = ({ id, name }: Named): string => name ?? id;
export const labelsOf = (places: readonly Named[]): ReadonlyMap<string, string> =>
  new Map(places.map((place) => [place.id, labelOf(place)]));

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

export const isGeographic = ({ travel }: Pick<Draft, 'travel'>): boolean => travel.kind === 'great-circle';
