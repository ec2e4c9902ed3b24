/** A labeller that needs no search: one route after another in order of angle, each as full as it gets. */
import type { Instance } from '../../src/problem/instance.ts';
import type { Label } from '../../src/training/label-log.ts';

export function sweepLabel(cvrp: Instance): Label {
  const [depot] = cvrp.depots;
  const order = [...cvrp.customers].sort((a, b) => Math.atan2(a.y - depot.y, a.x - depot.x) - Math.atan2(b.y - depot.y, b.x - depot.x));
  let travel = 0;
  let routes = 1;
  let load = 0;
  let at: { x: number; y: number } = depot;
  for (const customer of order) {
    if (load + customer.demand > cvrp.vehicleCapacity) {
      travel += Math.hypot(at.x - depot.x, at.y - depot.y);
      routes++;
      load = 0;
      at = depot;
    }
    travel += Math.hypot(at.x - customer.x, at.y - customer.y);
    load += customer.demand;
    at = customer;
  }
  travel += Math.hypot(at.x - depot.x, at.y - depot.y);
  return { travel, routes, cost: travel + cvrp.vehicleCost * routes };
}
