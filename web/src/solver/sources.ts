/** Models and HiGHS for the workers, fetched from where the page came from. */
import wasmUrl from 'highs/runtime?url';
import {
  chooseMethod,
  HighsSolver,
  type Method,
  type MethodName,
  ModelRegistry,
  modelSuffixes,
  NeoLrpError,
  type NetworkSurrogate,
} from '../../../src/index.ts';

/** The page offers the default model alone. */
const files = import.meta.glob<string>('../../../models/universal.{json,phi.onnx,rho.onnx}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const urlOf = (file: string): string | undefined => files[`../../../models/${file}`];

export const models: readonly string[] = Object.keys(files)
  .filter((path) => path.endsWith(modelSuffixes.rho))
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -modelSuffixes.rho.length));

const registry = new ModelRegistry(async (name) => {
  const [card, phi, rho] = [urlOf(name + modelSuffixes.card), urlOf(name + modelSuffixes.phi), urlOf(name + modelSuffixes.rho)];
  if (card === undefined || phi === undefined || rho === undefined) return undefined;
  const bytes = async (url: string) => new Uint8Array(await (await load(url)).arrayBuffer());
  const [text, ...networks] = await Promise.all([(await load(card)).text(), bytes(phi), bytes(rho)]);
  return { card: text, phi: networks[0], rho: networks[1] };
});

async function load(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return response;
  throw new NeoLrpError('E_FILE', 'a part of this page could not be loaded; is its server still running?', { file: url });
}

export const loadSurrogate = (model: string): Promise<NetworkSurrogate> => registry.get(model);

let highs: HighsSolver | undefined;

async function mipSolver(): Promise<HighsSolver> {
  highs ??= new HighsSolver({ wasmUrl: new URL(wasmUrl, import.meta.url).href });
  return highs;
}

export const methodNamed = (method: MethodName): Promise<Method> =>
  chooseMethod({ method }, { availableModels: async () => models, loadSurrogate, mipSolver });
