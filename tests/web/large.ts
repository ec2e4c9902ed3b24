/** An instance of 600 customers and 30 depots, as large as the page has to be smooth with. */
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';

export function largeInstance(customers = 600, depots = 30): Instance {
  const random = new Random(30);
  const point = () => ({ x: random.int(1000), y: random.int(1000) });
  return createInstance({
    name: `large-${customers}-${depots}`,
    depots: Array.from({ length: depots }, (_, k) => ({
      id: `D${k + 1}`,
      ...point(),
      capacity: (60 * customers) / depots + 300,
      openingCost: 600 + random.int(400),
    })),
    customers: Array.from({ length: customers }, (_, k) => ({ id: `C${k + 1}`, ...point(), demand: 5 + random.int(20) })),
    vehicleCapacity: 100,
    vehicleCost: 60,
  });
}
