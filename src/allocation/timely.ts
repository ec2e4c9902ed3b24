/**
 * The neural-embedded MIP where there is time for one, else the Lagrangian heuristic alone. For a pipeline that goes on from the pool:
 * there a proof is worth less than the time it takes.
 */
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { Allocator } from './allocation.ts';
import { lagrangianAllocator } from './lagrangian.ts';
import { defaultGap, mipSeconds, type NeuralMipOptions, neuralMip } from './neural-mip.ts';

export function timelyAllocator(surrogate: Surrogate, options: NeuralMipOptions = {}): Allocator {
  const mip = neuralMip(surrogate, options);
  const heuristic = lagrangianAllocator(surrogate);
  return {
    name: mip.name,
    allocate(instance, allocateOptions = {}) {
      // Without a time limit nothing ends a MIP but its gap.
      const { seconds = 0 } = allocateOptions.stop ?? {};
      const enough = seconds >= mipSeconds(instance);
      return (enough ? mip : heuristic).allocate(instance, { gap: defaultGap, ...allocateOptions });
    },
  };
}
