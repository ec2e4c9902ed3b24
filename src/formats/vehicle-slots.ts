/** The vehicles of an instance one by one, for files that list them so: types in order, and of each type those of the first depot first. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';

export interface VehicleSlot {
  /** Positions among the types and the depots. */
  readonly type: number;
  readonly depot: number;
}

const mostSlots = 1e6;

/** Throws where vehicles cannot be counted one by one: an unlimited fleet, or a total that several depots share. */
export function vehicleSlots(instance: Instance): readonly VehicleSlot[] | undefined {
  if (instance.vehicles === undefined) return undefined;
  return modelOf(instance).types.flatMap(({ id, available, availableAt }, type) => {
    const starts = [...availableAt.keys()].filter((depot) => availableAt[depot] > 0);
    const counts = starts.map((depot) => Math.min(available, availableAt[depot]));
    if (counts.some((count) => count > mostSlots) || (available < Number.POSITIVE_INFINITY && starts.length > 1))
      throw new NeoLrpError(
        'E_FORMAT_UNSUPPORTED',
        `VRPLIB lists each vehicle at its depot, but how many '${id}' each depot has is not said; state availablePerDepot, or use JSON`,
        { field: 'vehicles' },
      );
    return starts.flatMap((depot, k) => Array.from({ length: counts[k] }, () => ({ type, depot })));
  });
}
