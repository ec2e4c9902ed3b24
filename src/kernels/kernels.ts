/** The numerical kernels behind training and batched prediction, in float32 and SIMD; tests/kernels/twin.ts has them as plain loops. */
import type { KernelFunctions } from './generated.ts';

/** Functions on one memory: assembly/index.ts says how arrays are laid out, and each function what it does. */
export interface Kernels extends KernelFunctions {
  readonly memory: Float32Array | Float64Array;
}

/** Kernels with a memory of at least so many elements. */
export type KernelsFactory = (elements: number) => Kernels;

/** `size` rounded up to a multiple of `unit`. */
export const padded = (size: number, unit: number): number => Math.ceil(size / unit) * unit;

/** Position of W[k][j] within the panels of a layer with so many (padded) inputs. */
export const panelIndex = (inputs: number, k: number, j: number): number => (j >> 4) * inputs * 16 + k * 16 + (j & 15);

/** Hands out consecutive pieces of a memory yet to be made, each aligned to 16 bytes of float32. */
export class Arena {
  size = 0;

  take(elements: number): number {
    const at = this.size;
    this.size += padded(elements, 4);
    return at;
  }
}
