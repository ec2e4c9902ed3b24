/** Variants that differ in the model, if the package has it. */
import { availableModels } from '../../node/model-files.ts';
import { parseMethods } from '../methods.ts';
import type { Variants } from './ablation.ts';

/** `models` is the model of each variant. All end after routing, so that only the decision counts. */
export const modelVariants = (models: Readonly<Record<string, string>>) => async (): Promise<Variants> => {
  const here = await availableModels();
  const variants = Object.entries(models);
  return {
    methods: variants
      .filter(([, model]) => here.includes(model))
      .flatMap(([name, model]) => parseMethods([`${name}=--model ${model} --no-improve`])),
    missing: variants
      .filter(([, model]) => !here.includes(model))
      .map(([name, model]) => `${name} is left out: the model '${model}' is not in this package; train it with \`neo-lrp train ${model}\``),
  };
};
