/** The vehicles of an instance one by one, for files that list them so: types in order, and of each type those of the first depot first. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance, InstanceInput } from '../problem/instance.ts';

export interface VehicleSlot {
  /** Positions among the types and the depots. */
  readonly type: number;
  readonly depot: number;
}

type Types = NonNullable<InstanceInput['vehicles']>;

/** Types without a number of vehicles have none. */
export function slotsOf(types: Types, depots: readonly string[]): VehicleSlot[] {
  return types.flatMap(({ available = 0, availablePerDepot, depots: allowed }, type) =>
    depots.flatMap((id, depot) => {
      if (allowed && !allowed.map(String).includes(id)) return [];
      const count =
        typeof availablePerDepot === 'object'
          ? Object.hasOwn(availablePerDepot, id)
            ? availablePerDepot[id]
            : 0
          : (availablePerDepot ?? available);
      return Array.from({ length: count }, () => ({ type, depot }));
    }),
  );
}

/** Throws where vehicles cannot be counted one by one: an unlimited fleet, or a total that several depots share. */
export function vehicleSlots({ vehicles, depots }: Instance): readonly VehicleSlot[] | undefined {
  if (vehicles === undefined) return undefined;
  const shared = vehicles.find(
    ({ available, availablePerDepot, depots: allowed = depots.map(({ id }) => id) }) =>
      (available === undefined && availablePerDepot === undefined) ||
      (available !== undefined && (availablePerDepot !== undefined || allowed.length > 1)),
  );
  if (shared)
    throw new NeoLrpError(
      'E_FORMAT_UNSUPPORTED',
      `VRPLIB lists each vehicle at its depot, but how many '${shared.id}' each depot has is not said; state availablePerDepot, or use JSON`,
      { field: 'vehicles' },
    );
  return slotsOf(
    vehicles,
    depots.map(({ id }) => id),
  );
}
