/** Models and HiGHS for the workers, fetched from the server of the page. */
import wasmUrl from 'highs/runtime?url';
import card from '../../../models/local.json?url';
import phi from '../../../models/local.phi.onnx?url';
import rho from '../../../models/local.rho.onnx?url';
import {
  chooseMethod,
  defaultModel,
  HighsSolver,
  type Method,
  type MethodName,
  ModelRegistry,
  NeoLrpError,
  type NetworkSurrogate,
} from '../../../src/page.ts';

/** The page offers the default model alone. */
const registry = new ModelRegistry(async (name) => {
  if (name !== defaultModel) return undefined;
  const files = await Promise.all([card, phi, rho].map(load));
  return { card: new TextDecoder().decode(files[0]), phi: files[1], rho: files[2] };
});

async function load(url: string): Promise<Uint8Array> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return new Uint8Array(await response.arrayBuffer());
  throw new NeoLrpError('E_FILE', 'a part of this page could not be loaded; is its server still running?', { file: url });
}

export const loadSurrogate = (model: string): Promise<NetworkSurrogate> => registry.get(model);

let highs: HighsSolver | undefined;

async function mipSolver(): Promise<HighsSolver> {
  highs ??= new HighsSolver({ wasmUrl: new URL(wasmUrl, import.meta.url).href });
  return highs;
}

export const methodNamed = (method: MethodName): Promise<Method> => chooseMethod({ method }, { loadSurrogate, mipSolver });
