/** Models by name. The caller supplies the files: from a directory in Node, from the network in a browser. */
import { NeoLrpError } from '../problem/errors.ts';
import { decodeModel, type ModelFiles } from './model.ts';
import { NetworkSurrogate } from './network-surrogate.ts';

/** The models that ship; `local` is the default of solve. */
export const shippedModels = ['local', 'universal', 'ds-scaled', 'ds-unscaled', 'gt-scaled'] as const;
export const defaultModel = 'local';

export const modelSuffixes = { card: '.json', phi: '.phi.onnx', rho: '.rho.onnx' } as const;

export class ModelRegistry {
  private readonly loaded = new Map<string, Promise<NetworkSurrogate>>();

  constructor(private readonly read: (name: string) => Promise<ModelFiles | undefined>) {}

  /** The surrogate of that name; each is decoded once. */
  get(name: string): Promise<NetworkSurrogate> {
    const known = this.loaded.get(name);
    if (known) return known;
    const loading = this.load(name);
    this.loaded.set(name, loading);
    loading.catch(() => this.loaded.delete(name));
    return loading;
  }

  private async load(name: string): Promise<NetworkSurrogate> {
    const files = await this.read(name);
    if (!files)
      throw new NeoLrpError('E_MODEL', `there is no model '${name}'; the models of this package are ${shippedModels.join(', ')}`, {
        value: name,
      });
    return new NetworkSurrogate(decodeModel(files));
  }
}
