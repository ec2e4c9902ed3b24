/** Which parts of the model an instance uses beyond one vehicle type without times, and which of them a solver honours. */
import { NeoLrpError } from './errors.ts';
import type { Instance } from './instance.ts';

/** By the field of the instance, with the test for its use. */
const features: Readonly<Record<string, (instance: Instance) => boolean>> = {
  vehicles: ({ vehicles }) => vehicles !== undefined,
  'vehicles.costPerHour': ({ vehicles = [] }) => vehicles.some(({ costPerHour }) => costPerHour > 0),
  'vehicles.maxDuration': ({ vehicles = [] }) => vehicles.some(({ maxDuration }) => maxDuration !== undefined),
  'customers.serviceTime': ({ customers }) => customers.some(({ serviceTime }) => serviceTime !== undefined),
  'customers.timeWindows': ({ customers }) => customers.some(({ timeWindows }) => timeWindows !== undefined),
  'customers.quantities': ({ customers, vehicles }) =>
    vehicles !== undefined && customers.some(({ quantities }) => quantities !== undefined),
  'depots.openingHours': ({ depots }) => depots.some(({ openingHours }) => openingHours !== undefined),
  'depots.loadingTime': ({ depots }) => depots.some(({ loadingTime }) => loadingTime !== undefined),
  'depots.handlingCost': ({ depots }) => depots.some(({ handlingCost }) => handlingCost !== undefined),
  'depots.minLoad': ({ depots }) => depots.some(({ minLoad }) => minLoad !== undefined),
  'depots.maxVehicles': ({ depots }) => depots.some(({ maxVehicles }) => maxVehicles !== undefined),
  'rules.incompatible': ({ rules }) => rules.incompatible !== undefined && rules.incompatible.length > 0,
  'rules.oneOf': ({ rules }) => rules.oneOf !== undefined && rules.oneOf.length > 0,
};

/** All that there are, by the names of fields. */
export const allFeatures: readonly string[] = Object.keys(features);

export const usedFeatures = (instance: Instance): readonly string[] => allFeatures.filter((name) => features[name](instance));

/** To ignore a limit or a cost would answer another question. `honoured`: names of features that the solver respects. */
export function requireSupported(instance: Instance, solver: string, honoured: readonly string[] = []): void {
  const found = usedFeatures(instance).filter((name) => !honoured.includes(name));
  if (found.length > 0)
    throw new NeoLrpError('E_UNSUPPORTED', `${solver} cannot plan with ${found.join(', ')}; the built-in one, hgs, can`, {
      field: found[0],
    });
}
