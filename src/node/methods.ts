/** Methods by name in Node: models from files, MIP solvers from the package or from processes. */

import { findMipSolver } from '../mip/solvers/registry.ts';
import { chooseMethod, type Method, type MethodChoice } from '../pipeline/methods.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import type { Price } from '../surrogate/target.ts';
import { loadModel } from './model-files.ts';

export { type MethodName, methodNames } from '../pipeline/methods.ts';

/** `model` is one in the package, or the path of a model card, of a folder with one, or of a pair of ONNX files. */
export interface MethodOptions extends MethodChoice {
  /** For a pair of ONNX files without a card. */
  readonly modelPrice?: Price;
}

export function findMethod(options: MethodOptions): Promise<Method> {
  return chooseMethod(options, {
    loadSurrogate: async (model) => new NetworkSurrogate(await loadModel(model, options.modelPrice)),
    mipSolver: findMipSolver,
  });
}
