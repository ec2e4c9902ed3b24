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

const radices = [depotPositions.length, customerPositions.length, demandTypes.length, routeSizes.length] as const;
/** Number of codes; every code below it names a class. */
export const classCount = radices[0] * radices[1] * radices[2] * radices[3];

/** A class as one small number, for storage. */
export function classCode({ depot, customers, demand, routeSize }: InstanceClass): number {
  const [, c, q, r] = radices;
  return (
    ((depotPositions.indexOf(depot) * c + customerPositions.indexOf(customers)) * q + demandTypes.indexOf(demand)) * r +
    routeSizes.indexOf(routeSize)
  );
}

export function classOfCode(code: number): InstanceClass {
  const [, c, q, r] = radices;
  const demandAndAbove = Math.floor(code / r);
  const customersAndAbove = Math.floor(demandAndAbove / q);
  return {
    depot: depotPositions[Math.floor(customersAndAbove / c)],
    customers: customerPositions[customersAndAbove % c],
    demand: demandTypes[demandAndAbove % q],
    routeSize: routeSizes[code % r],
  };
}
