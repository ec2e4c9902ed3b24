/** Refuses data that cannot be right. */
import { NeoLrpError } from '../../problem/errors.ts';
import { membersOf, type SampleSet } from '../sample.ts';

/** Labels made with rounded arc costs may exceed the bounds by this share. */
const tolerance = 0.02;

/**
 * Every label must lie between there-and-back to the farthest customer and there-and-back to each customer alone (the triangle inequality):
 * a label with another distance scale does not.
 */
export function requireSound(set: SampleSet, name: string): void {
  const fault = (reason: string, k?: number) =>
    new NeoLrpError('E_DATASET', k === undefined ? reason : `sample ${k}: ${reason}`, { field: name });
  if (set.count === 0) throw fault('the data set is empty; generate and label some instances first');
  if (set.start.length !== set.count + 1 || set.start[0] !== 0 || set.start[set.count] !== set.x.length)
    throw fault('the offsets of the samples do not match the customers; the data set is broken');
  for (let k = 0; k < set.count; k++) {
    const from = set.start[k];
    const to = from + membersOf(set, k);
    if (!(to > from)) throw fault('it has no customers', k);
    let farthest = 0;
    let total = 0;
    let load = 0;
    for (let i = from; i < to; i++) {
      const distance = Math.hypot(set.x[i], set.y[i]);
      if (!Number.isFinite(distance) || !(set.load[i] >= 0) || set.load[i] > 1 + 1e-6)
        throw fault(`customer ${i - from} at (${set.x[i]}, ${set.y[i]}) with load ${set.load[i]} is not a customer`, k);
      farthest = Math.max(farthest, distance);
      total += distance;
      load += set.load[i];
    }
    const { [k]: travel } = set.travel;
    const { [k]: routes } = set.routes;
    if (!(set.spread[k] > 0)) throw fault(`its spread is ${set.spread[k]}; it must be positive`, k);
    if (!Number.isFinite(travel) || !(routes >= 1)) throw fault(`it is not labelled (travel ${travel}, routes ${routes})`, k);
    if (routes < load - 1e-3 || routes > to - from)
      throw fault(`${routes} routes cannot serve ${to - from} customers with loads of ${load.toFixed(3)}`, k);
    const slack = tolerance * set.spread[k];
    if (travel < 2 * farthest * (1 - tolerance) - slack || travel > 2 * total * (1 + tolerance) + slack)
      throw fault(
        `travel ${travel} is not between ${(2 * farthest).toFixed(2)} and ${(2 * total).toFixed(2)}, which its coordinates allow; ` +
          'labels and coordinates seem to have different distance scales',
        k,
      );
  }
}
