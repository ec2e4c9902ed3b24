/** A labeller that needs no search: one route after another in the order of angle, each as full as possible. */
import type { Instance } from '../../src/problem/instance.ts';
import { type Dataset, routingSetAt, withLabels } from '../../src/training/dataset.ts';
import { type Label, type LabelPlan, labelSet } from '../../src/training/label.ts';
import { completeLabels } from '../../src/training/label-dataset.ts';

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

const plan: LabelPlan = { router: 'sweep', iterations: 1, seconds: null, seed: 1, vehicleCost: 10 };

export async function sweepLabelled(dataset: Dataset): Promise<Dataset> {
  const found = new Map<number, Label>();
  for (let index = 0; index < dataset.count; index++)
    found.set(index, await labelSet({ plan, index, set: routingSetAt(dataset, index) }, sweepLabel));
  return withLabels(dataset, completeLabels(dataset.count, found), { ...plan, quality: null });
}
