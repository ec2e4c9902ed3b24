/** The trainable network of each architecture. */
import type { KernelsFactory } from '../../kernels/kernels.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Architecture } from '../../surrogate/architecture.ts';
import type { Trainable } from './trainable.ts';
import { TrainableGraphTransformer } from './trainable-graph-transformer.ts';
import { TrainableDeepSets, TrainableLocalSets } from './trainable-sets.ts';

export function trainableOf(architecture: Architecture, outputs: number, maxCustomers: number, kernels: KernelsFactory): Trainable {
  switch (architecture.kind) {
    case 'deep-sets':
      if (architecture.activation ?? architecture.secondUnits)
        throw new NeoLrpError('E_MODEL', 'networks with a Sigmoid, Tanh or second hidden layer in ρ are only trained elsewhere');
      return new TrainableDeepSets(architecture, outputs, maxCustomers, kernels);
    case 'local-sets':
      return new TrainableLocalSets(architecture, outputs, maxCustomers, kernels);
    case 'graph-transformer':
      return new TrainableGraphTransformer(architecture, outputs, maxCustomers, kernels);
  }
}
