/** Models as files: NAME.json, NAME.phi.onnx and NAME.rho.onnx beside each other. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBytes, saveBytes, saveText } from './files.ts';
import { NeoLrpError } from './problem/errors.ts';
import { decodeModel, encodeModel, type Model, type ModelFiles } from './surrogate/model.ts';
import { modelSuffixes, shippedModels } from './surrogate/registry.ts';

/** Where the shipped models lie: beside src/ and dist/ alike. */
const shipped = fileURLToPath(new URL('../models/', import.meta.url));

/** The files of a model given by its name, or by the path of its card with or without `.json`; undefined where there are none. */
export async function loadModelFiles(model: string): Promise<ModelFiles | undefined> {
  const path = model.replace(/\.json$/, '');
  const stem = [path, join(shipped, path)].find((candidate) => existsSync(candidate + modelSuffixes.card));
  if (stem === undefined) return undefined;
  const [card, phi, rho] = await Promise.all([
    loadBytes(stem + modelSuffixes.card),
    loadBytes(stem + modelSuffixes.phi),
    loadBytes(stem + modelSuffixes.rho),
  ]);
  return { card: new TextDecoder().decode(card), phi, rho };
}

export async function loadModel(model: string): Promise<Model> {
  const files = await loadModelFiles(model);
  if (!files)
    throw new NeoLrpError(
      'E_MODEL',
      `there is no model '${model}'; name a shipped one (${shippedModels.join(', ')}) or the path of a card`,
      {
        value: model,
      },
    );
  return decodeModel(files);
}

/** Writes the three files, the card last: a card is there only when its networks are. */
export async function saveModel(folder: string, model: Model): Promise<string> {
  await mkdir(folder, { recursive: true });
  const stem = join(folder, model.card.name);
  const { card, phi, rho } = encodeModel(model);
  await saveBytes(stem + modelSuffixes.phi, phi);
  await saveBytes(stem + modelSuffixes.rho, rho);
  await saveText(stem + modelSuffixes.card, card);
  return stem + modelSuffixes.card;
}
