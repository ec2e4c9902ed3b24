/** The SIMD kernels, compiled from assembly/ and embedded as text, so that they load without files in Node, workers and browsers. */
import { type KernelFunctions, kernelBytes } from './generated.ts';
import type { Kernels } from './kernels.ts';

const pageElements = 65536 / Float32Array.BYTES_PER_ELEMENT;

let compiled: WebAssembly.Module | undefined;

/** Kernels over a fresh memory. Compiling takes a few milliseconds, once. */
export function wasmKernels(elements: number): Kernels {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(kernelBytes), (char) => char.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(elements / pageElements)) });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return { ...(exports as unknown as KernelFunctions), memory: new Float32Array(memory.buffer) };
}
