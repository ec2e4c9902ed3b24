/** Methods by name in Node: models from files, MIP solvers from the package or from processes. */
import { chooseMethod, type Method, type MethodChoice } from './method-choice.ts';
import { findMipSolver } from './mip/solvers/registry.ts';
import { availableModels, loadModel, type TrainedPrice } from './model-files.ts';
import { NetworkSurrogate } from './surrogate/network-surrogate.ts';

export { type MethodName, methodNames } from './method-choice.ts';

/** `model`: one in the package, the path of a card or of a folder with one, or of a pair of ONNX files. */
export interface MethodOptions extends MethodChoice {
  /** For a pair of ONNX files without a card. */
  readonly modelPrice?: TrainedPrice;
}

export function findMethod(options: MethodOptions): Promise<Method> {
  return chooseMethod(options, {
    availableModels,
    loadSurrogate: async (model) => new NetworkSurrogate(await loadModel(model, options.modelPrice)),
    mipSolver: findMipSolver,
  });
}
