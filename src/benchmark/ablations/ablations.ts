/** Ablations: one choice each, as options of solve that `bench` could run too, and what tables show of them. The paper's, then ours. */
import { availableModels } from '../../node/model-files.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { availableRouters } from '../../routing/registry.ts';
import { normalisations } from '../../surrogate/target.ts';
import { type Method, parseMethods } from '../methods.ts';
import type { Findings } from '../publish.ts';
import type { SolvedRun } from '../record.ts';
import { loadPublished, type PublishedResult } from '../reference.ts';
import type { Score } from '../scores.ts';
import { allocationTime, gapMeasure, type Measure, modelGap, predictionError, totalTime } from '../tables.ts';
import { decisionFindings } from './decisions.ts';
import type { TrainedModel, TrainModels } from './trained-models.ts';
import { normalisationFindings, sampleSizeFindings } from './training-findings.ts';

export interface Variants {
  readonly methods: readonly Method[];
  /** What cannot be compared here and why, a sentence each. */
  readonly missing: readonly string[];
}

/** The input of an ablation's own tables. */
export interface Material {
  readonly runs: readonly SolvedRun[];
  readonly scores: readonly Score[];
  readonly trained: readonly TrainedModel[];
}

export interface Ablation {
  readonly name: string;
  readonly question: string;
  /** True if it compares programs whose CPU time cannot be measured here. */
  readonly wallOnly?: boolean;
  /** What the table of averages shows for each variant. */
  readonly measures: readonly Measure[];
  /** True if it trains networks, and so needs data. */
  readonly trains?: boolean;
  /** Trains networks for the numbers of sets given, or for those of its own. */
  readonly variants: (train: TrainModels, sizes?: readonly number[]) => Promise<Variants>;
  /** What the paper found for the same variants. */
  readonly published?: () => Promise<readonly PublishedResult[]>;
  /** Its own tables and figures, which come before the common ones. */
  readonly findings?: (material: Material) => Promise<Findings>;
}

const optionVariants = (options: Readonly<Record<string, string>>) => async (): Promise<Variants> => ({
  methods: parseMethods(Object.entries(options).map(([name, text]) => `${name}=${text}`)),
  missing: [],
});

/** Variants that need something of this machine: their options, or why it is not here. */
async function presentVariants(variants: readonly { name: string; options: string; absent?: string }[]): Promise<Variants> {
  const { methods } = await optionVariants(
    Object.fromEntries(variants.flatMap(({ name, options, absent }) => (absent === undefined ? [[name, options]] : []))),
  )();
  return { methods, missing: variants.flatMap(({ name, absent }) => (absent === undefined ? [] : [`${name} is left out: ${absent}`])) };
}

/** Variants that differ in the model, if the package has it. All end after routing, so that only the decision counts. */
const modelVariants = (models: Readonly<Record<string, string>>) => async (): Promise<Variants> => {
  const here = await availableModels();
  return presentVariants(
    Object.entries(models).map(([name, model]) => ({
      name,
      options: `--model ${model} --no-improve`,
      ...(!here.includes(model) && { absent: `the model '${model}' is not in this package; train it with \`neo-lrp train ${model}\`` }),
    })),
  );
};

async function routerVariants(): Promise<Variants> {
  const routers = await availableRouters();
  return presentVariants(
    routers.map(({ name, available, detail }) => ({
      name,
      options: `--method neo-ds --no-improve --router ${name}`,
      ...(!available && { absent: detail }),
    })),
  );
}

const publishedOf =
  (...methods: readonly string[]) =>
  async () =>
    (await loadPublished()).filter(({ method }) => methods.includes(method));

export const ablations: readonly Ablation[] = [
  {
    // Paper, section "Value of Neural Surrogate".
    name: 'surrogate',
    question: 'What does the neural surrogate decide better than facility location on direct distances?',
    measures: [gapMeasure, allocationTime, modelGap, totalTime],
    variants: optionVariants({ 'neo-ds': '--method neo-ds --no-improve', flp: '--method flp --no-improve' }),
    published: publishedOf('NEO-DS'),
    findings: decisionFindings,
  },
  {
    // Paper, section "Effect of Sample Size".
    name: 'sample-size',
    question: 'How many sets does a network have to learn from?',
    measures: [gapMeasure, predictionError],
    trains: true,
    variants: (train, sizes = [110, 1_100, 11_000, 110_000]) => train(sizes.map((samples) => ({ variant: `${samples}-sets`, samples }))),
    findings: sampleSizeFindings,
  },
  {
    // Paper, section "Effect of Routing Solver".
    name: 'router',
    question: 'Does it matter who routes an allocation?',
    wallOnly: true,
    measures: [gapMeasure, allocationTime, totalTime],
    variants: routerVariants,
    published: () => loadPublished('router'),
  },
  {
    // Paper, section "Effect of Neural Architecture".
    name: 'architecture',
    question: 'Is a Graph Transformer a better surrogate than Deep Sets?',
    measures: [gapMeasure, predictionError, allocationTime, modelGap, totalTime],
    variants: modelVariants({ 'neo-ds': 'ds-scaled', 'neo-gt': 'gt-scaled' }),
    published: publishedOf('NEO-DS', 'NEO-GT'),
  },
  {
    // Paper, section "Effect of Target Normalization". Its 110,000 sets would take four times the training of the largest of `sample-size`.
    name: 'normalisation',
    question: 'Which normalisation of the routing cost should a network learn?',
    measures: [gapMeasure, predictionError, totalTime],
    trains: true,
    variants: async (train, [samples, ...others] = [11_000]) => {
      if (others.length > 0)
        throw new NeoLrpError('E_USAGE', 'all normalisations learn from the same number of sets', { field: '--sizes' });
      return train(normalisations.map((normalisation) => ({ variant: normalisation, samples, normalisation })));
    },
    published: () => loadPublished('normalisation'),
    findings: normalisationFindings,
  },
  {
    // The paper's literal formulation has indicators and big-M. The gap is a tenth of the default, because the Lagrangian heuristic would
    // often prove that one before any MIP is solved.
    name: 'formulation',
    question: 'What does the tight formulation of the network save over the literal one?',
    measures: [allocationTime, modelGap, gapMeasure],
    variants: optionVariants({
      tight: '--method neo-ds --no-improve --mip-gap 0.001 --formulation tight',
      literal: '--method neo-ds --no-improve --mip-gap 0.001 --formulation paper',
    }),
  },
  {
    name: 'start',
    question: 'Does the joint search end better where the surrogate decides first?',
    measures: [gapMeasure],
    variants: optionVariants({ 'neural-start': '--method neo-ds', 'search-alone': '--method search' }),
  },
  {
    name: 'improve',
    question: 'What does the joint search add to allocation and routing?',
    measures: [gapMeasure, totalTime],
    variants: optionVariants({ improved: '--method neo-ds', 'neo-ds': '--method neo-ds --no-improve' }),
    published: publishedOf('NEO-DS'),
  },
  {
    name: 'decision-like',
    question: 'Does a surrogate decide better when it has learnt from sets such as its own decisions make?',
    measures: [gapMeasure, predictionError, allocationTime, modelGap],
    variants: modelVariants({ local: 'local', universal: 'universal', 'ds-scaled': 'ds-scaled', 'ds-unscaled': 'ds-unscaled' }),
  },
];

export function findAblation(name: string): Ablation {
  const found = ablations.find((ablation) => ablation.name === name);
  if (found) return found;
  throw new NeoLrpError('E_USAGE', `there is no ablation '${name}'; choose one of ${ablations.map((one) => one.name).join(', ')}`, {
    field: 'name',
    value: name,
  });
}
