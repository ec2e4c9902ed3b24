/**
 * Deep Sets: φ of one customer at a time (Zaheer et al. 2017), in float32 on the SIMD kernels, like ONNX runtimes; several times faster
 * than plain float64 loops.
 */
import type { KernelsFactory } from '../kernels/kernels.ts';
import { pooledSize } from './architecture.ts';
import type { NodeEmbeddings } from './evaluate-network.ts';
import { plainView, type Surroundings, writeFeatures } from './features.ts';
import type { DeepSetsNetwork } from './network.ts';
import { block, phiOf } from './phi.ts';

export function deepSetsEmbeddings(
  network: DeepSetsNetwork,
  customers: Surroundings,
  from: number,
  to: number,
  spread: number,
  kernels: KernelsFactory,
): NodeEmbeddings {
  const { shape } = network;
  const { features, sums } = shape;
  const latent = pooledSize(shape);
  const result = new Float64Array((to - from) * latent);
  const view = plainView(spread);
  const phi = phiOf(network.phi, kernels);
  const { memory, input, inputStride, output, outputStride } = phi;
  const [load, distance] = [features.indexOf('load'), features.indexOf('distance')];
  for (let first = from; first < to; first += block) {
    const rows = Math.min(block, to - first);
    writeFeatures(features, customers, first, first + rows, view, memory, input, inputStride);
    phi.apply(rows);
    for (let i = 0; i < rows; i++) {
      const at = (first - from + i) * latent;
      for (let l = 0; l < shape.latent; l++) result[at + l] = memory[output + i * outputStride + l];
      if (!sums) continue;
      const row = input + i * inputStride;
      result[at + shape.latent] = memory[row + load];
      result[at + shape.latent + 1] = memory[row + load] * memory[row + distance];
    }
  }
  return { latent, customers: result };
}
