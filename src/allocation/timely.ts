/**
 * The neural-embedded MIP if there is time for one, else the Lagrangian heuristic alone. For a pipeline that continues from the pool, where
 * a proof is worth less than its time.
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
    constrained: mip.constrained,
    allocate(instance, allocateOptions = {}) {
      // Without a time limit, only the gap would end a MIP.
      const { seconds = 0 } = allocateOptions.stop ?? {};
      const enough = mip.constrained || seconds >= mipSeconds(instance);
      return (enough ? mip : heuristic).allocate(instance, { gap: defaultGap, ...allocateOptions });
    },
  };
}
