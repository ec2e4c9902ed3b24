/**
 * How large the optimisation model of an instance is: the paper's table "Variable counts in the arc-flow and NEO-LRP formulations" for any
 * instance and surrogate, and the size of the tight formulation.
 */
import { headsSize, modelSize } from '../mip/size.ts';
import type { Instance } from '../problem/instance.ts';
import { StopWatch } from '../run/stop.ts';
import type { Embedded, Surrogate } from '../surrogate/surrogate.ts';
import { locationProblem } from './location-problem.ts';
import { neuralModel } from './neural-model.ts';

export type ModelReport = ReturnType<typeof modelReport>;

export function modelReport(instance: Instance, surrogate: Surrogate) {
  const watch = new StopWatch({});
  const [customers, depots] = [instance.customers.length, instance.depots.length];
  const embedded = surrogate.embed(instance);
  const { builder, heads } = neuralModel(locationProblem(instance, embedded), 'tight');
  const tight = { ...modelSize(builder.build()), ...headsSize(heads.flatMap((head) => head ?? [])) };
  // To embed the instance and build the tight model.
  const seconds = watch.elapsed();

  // y, x and v: the exact formulation without a network.
  const arcs = depots * customers * (customers + 1);
  const arcFlow = { locations: depots, arcs, loads: arcs, binaries: depots + arcs, continuous: arcs };
  // y, w, one activation per neuron; z and R̂: the paper's formulation, as the paper counts it.
  const assignments = customers * depots;
  const activations = depots * embedded.heads[0].output.length;
  const latent = depots * usedDimensions(embedded);
  const binaries = depots + assignments + activations;
  const neural = { locations: depots, assignments, activations, latent, outputs: depots, binaries, continuous: latent + depots };
  const reduction = { binaries: arcFlow.binaries / neural.binaries, continuous: arcFlow.continuous / neural.continuous };
  return { surrogate: surrogate.name, arcFlow, neural, reduction, tight, seconds };
}

/** Latent dimensions that some head uses. The one for vehicle costs is unused if they are as in training. */
function usedDimensions({ latent, heads }: Embedded): number {
  const isUsed = (l: number) =>
    heads.some(({ linear, hidden }) => linear[l] !== 0 || hidden.some((weight, k) => k % latent === l && weight !== 0));
  return Array.from({ length: latent }, (_, l) => l).filter(isUsed).length;
}
