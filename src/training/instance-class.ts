/** The four attributes of the XML100 instances (Queiroga et al. 2021), by which errors are broken down. */

export const depotPositions = ['random', 'centred', 'cornered', 'one of several'] as const;
export const customerPositions = ['random', 'clustered', 'random-clustered'] as const;
export const demandTypes = [
  'unitary',
  'small, large variance',
  'small, small variance',
  'large, large variance',
  'large, small variance',
  'by quadrant',
  'many small, few large',
  'uniform 10–20',
] as const;
export const routeSizes = ['very short', 'short', 'medium', 'long', 'very long', 'ultra long'] as const;

export type DepotPosition = (typeof depotPositions)[number];
export type CustomerPosition = (typeof customerPositions)[number];
export type DemandType = (typeof demandTypes)[number];
export type RouteSize = (typeof routeSizes)[number];

export interface InstanceClass {
  readonly depot: DepotPosition;
  readonly customers: CustomerPosition;
  readonly demand: DemandType;
  readonly routeSize: RouteSize;
}

const classes: readonly InstanceClass[] = depotPositions.flatMap((depot) =>
  customerPositions.flatMap((customers) =>
    demandTypes.flatMap((demand) => routeSizes.map((routeSize) => ({ depot, customers, demand, routeSize }))),
  ),
);

/** Number of codes; every code below it names a class. */
export const classCount = classes.length;

/** The code of sets that no generator drew. */
export const unknownClass = 0xffff;

/** A class as one small number, for storage. */
export const classCode = (of: InstanceClass | undefined): number =>
  of === undefined
    ? unknownClass
    : classes.findIndex((one) => Object.entries(of).every(([attribute, value]) => one[attribute as keyof InstanceClass] === value));

/** Undefined for `unknownClass`. */
export const classOfCode = (code: number): InstanceClass | undefined => classes[code];
