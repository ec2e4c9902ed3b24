/** Models as files: NAME.json, NAME.phi.onnx and NAME.rho.onnx beside each other. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { decodeModel, encodeModel, importDeepSets, type ModelFiles, requireModel, type SurrogateModel } from '../surrogate/model.ts';
import { modelSuffixes } from '../surrogate/registry.ts';
import type { Price } from '../surrogate/target.ts';
import { loadBytes, makeFolder, saveBytes, saveText } from './files.ts';

/** The folder lies beside both src/ and dist/. */
const shipped = fileURLToPath(new URL('../../models/', import.meta.url));

/** Names of the models that come with the package. */
export async function availableModels(): Promise<readonly string[]> {
  return (await cardsIn(shipped)).toSorted();
}

/** The files of a model given by its name, or by the path of its card with or without `.json`; undefined if there are none. */
export async function loadModelFiles(model: string): Promise<ModelFiles | undefined> {
  const stem = await findStem(model, modelSuffixes.card);
  if (stem === undefined) return undefined;
  const [card, { phi, rho }] = await Promise.all([loadBytes(stem + modelSuffixes.card), loadNetworks(stem)]);
  return { card: new TextDecoder().decode(card), phi, rho };
}

/**
 * A model by its name, or by the path of its card or of a folder with one card. A pair of Deep Sets files without a card, such as the
 * authors', also needs the price that it was trained at.
 */
export async function loadModel(model: string, price?: Price): Promise<SurrogateModel> {
  requireArgument(isText(model), 'model', 'the name of a model, or the path of its card');
  const files = await loadModelFiles(model);
  if (files) return decodeModel(files);
  const bare = await findStem(model.replace(/\.(phi|rho)\.onnx$/, ''), modelSuffixes.rho);
  if (bare === undefined) throw await noModel(model);
  if (!price)
    throw new NeoLrpError(
      'E_MODEL',
      `'${model}' has no card; give the costs of a unit of distance and of a vehicle in its training, such as 100:1000`,
      { value: model },
    );
  const { phi, rho } = await loadNetworks(bare);
  return importDeepSets(basename(bare), phi, rho, { kind: 'cost', ...price, normalisation: 'N2' });
}

/** The path of such a file without its suffix: as given, or among the shipped models. */
async function findStem(model: string, suffix: string): Promise<string | undefined> {
  const path = model.replace(/\.json$/, '');
  const found = [path, join(shipped, path)].find((candidate) => existsSync(candidate + suffix));
  if (found !== undefined || suffix !== modelSuffixes.card) return found;
  const cards = await cardsIn(path);
  return cards.length === 1 ? join(path, cards[0]) : undefined;
}

/** Cards with their networks beside them. */
async function cardsIn(folder: string): Promise<readonly string[]> {
  const files: readonly string[] = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(modelSuffixes.rho))
    .map((file) => file.slice(0, -modelSuffixes.rho.length))
    .filter((name) => files.includes(name + modelSuffixes.card));
}

async function loadNetworks(stem: string): Promise<Omit<ModelFiles, 'card'>> {
  const [phi, rho] = await Promise.all([loadBytes(stem + modelSuffixes.phi), loadBytes(stem + modelSuffixes.rho)]);
  return { phi, rho };
}

async function noModel(model: string): Promise<NeoLrpError> {
  const here = await availableModels();
  const inFolder = await cardsIn(model);
  const choice =
    inFolder.length > 1
      ? `the folder has ${inFolder.join(', ')}; name one of them`
      : `name one in the package (${here.length > 0 ? here.join(', ') : 'it has none'}) or the path of a model card`;
  return new NeoLrpError('E_MODEL', `there is no model '${model}'; ${choice}`, { value: model });
}

/** Writes the three files, the card last, so that a card never exists without its networks. */
export async function saveModel(folder: string, model: SurrogateModel): Promise<string> {
  requireArgument(isText(folder), 'folder', 'the path of a folder');
  const { card, phi, rho } = encodeModel(requireModel(model));
  await makeFolder(folder);
  const stem = join(folder, model.card.name);
  await saveBytes(stem + modelSuffixes.phi, phi);
  await saveBytes(stem + modelSuffixes.rho, rho);
  await saveText(stem + modelSuffixes.card, card);
  return stem + modelSuffixes.card;
}
