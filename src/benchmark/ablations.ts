/** Ablations: lists of solve options that differ in one choice, run as `bench` runs methods. The paper's come first, then ours. */
import { availableModels } from '../node/model-files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { availableRouters, routerNames } from '../routing/registry.ts';
import { normalisations } from '../surrogate/target.ts';
import { asksOneOf, type NetworkPlan, type TrainedNetwork, trainingTable } from './ablation-networks.ts';
import { type Method, optionOf, parseMethods, type Variants } from './methods.ts';
import type { RunRecord } from './record.ts';
import { type BestKnown, loadPublished } from './reference.ts';
import { type BenchmarkReport, reportOn } from './report.ts';
import type { Score } from './scores.ts';
import type { Table } from './table.ts';
import { allocationTime, gapMeasure, type Measure, modelGap, predictionError, totalTime } from './tables.ts';

export interface Ablation {
  readonly name: string;
  readonly question: string;
  /** What the tables show of each variant. */
  readonly measures: readonly Measure[];
  /** Options of solve by the name of the variant. */
  readonly variants?: Readonly<Record<string, string>>;
  /** In place of variants: networks to train first, for the numbers of sets given or for its own. */
  readonly networks?: (sizes?: readonly number[]) => readonly NetworkPlan[];
  /** True if it compares programs whose CPU time cannot be measured here. */
  readonly wallOnly?: boolean;
  /** Methods of the paper's appendix to show beside ours; the paper's own results for this ablation are always shown. */
  readonly paper?: readonly string[];
}

/** All are pure, so that only the decision counts. */
const ofModels = (models: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(models).map(([name, model]) => [name, `--model ${model} --pure`]));

export const ablations: readonly Ablation[] = [
  {
    // Paper, section "Value of Neural Surrogate".
    name: 'surrogate',
    question: 'What does the neural surrogate decide better than facility location on direct distances?',
    measures: [gapMeasure, allocationTime, modelGap, totalTime],
    variants: { 'neo-ds': '--method neo-ds --pure', flp: '--method flp --pure', radial: '--method radial --pure' },
    paper: ['NEO-DS'],
  },
  {
    // Paper, section "Effect of Sample Size".
    name: 'sample-size',
    question: 'How many sets does a network have to learn from?',
    measures: [gapMeasure, predictionError],
    networks: (sizes = [110, 1_100, 11_000, 110_000]) => sizes.map((samples) => ({ variant: `${samples}-sets`, samples })),
  },
  {
    // Paper, section "Effect of Routing Solver".
    name: 'router',
    question: 'Does it matter who routes an allocation?',
    wallOnly: true,
    measures: [gapMeasure, allocationTime, totalTime],
    variants: Object.fromEntries(routerNames.map((name) => [name, `--method neo-ds --pure --router ${name}`])),
  },
  {
    // Paper, section "Effect of Neural Architecture".
    name: 'architecture',
    question: 'Is a Graph Transformer a better surrogate than Deep Sets?',
    measures: [gapMeasure, predictionError, allocationTime, modelGap, totalTime],
    variants: ofModels({ 'neo-ds': 'ds-scaled', 'neo-gt': 'gt-scaled' }),
    paper: ['NEO-DS', 'NEO-GT'],
  },
  {
    // Paper, section "Effect of Target Normalization". Its 110,000 sets would take four times the training of the largest of `sample-size`.
    name: 'normalisation',
    question: 'Which normalisation of the routing cost should a network learn?',
    measures: [gapMeasure, predictionError, totalTime],
    networks: ([samples, ...others] = [11_000]) => {
      if (others.length > 0)
        throw new NeoLrpError('E_USAGE', 'all normalisations learn from the same number of sets', { field: '--sizes' });
      return normalisations.map((normalisation) => ({ variant: normalisation, samples, normalisation }));
    },
  },
  {
    // The paper's literal formulation has indicators and big-M. The gap is a tenth of the default, because the Lagrangian heuristic would
    // often prove that one before any MIP is solved.
    name: 'formulation',
    question: 'What does the tight formulation of the network save over the literal one?',
    measures: [allocationTime, modelGap, gapMeasure],
    variants: {
      tight: '--method neo-ds --pure --mip-gap 0.001 --formulation tight',
      literal: '--method neo-ds --pure --mip-gap 0.001 --formulation paper',
    },
  },
  {
    name: 'start',
    question: 'Does the joint search end better where the surrogate decides first?',
    measures: [gapMeasure],
    variants: { 'neural-start': '--method neo-ds', 'search-alone': '--method search' },
  },
  {
    name: 'improve',
    question: 'What does the joint search add to allocation and routing?',
    measures: [gapMeasure, totalTime],
    variants: { improved: '--method neo-ds', 'neo-ds': '--method neo-ds --no-improve' },
    paper: ['NEO-DS'],
  },
  {
    name: 'decision-like',
    question: 'Does a surrogate decide better when it has learnt from sets such as its own decisions make?',
    measures: [gapMeasure, predictionError, allocationTime, modelGap],
    variants: ofModels({ local: 'local', universal: 'universal', 'ds-scaled': 'ds-scaled', 'ds-unscaled': 'ds-unscaled' }),
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

/** The variants whose models and routers are here. */
export async function presentVariants({ variants = {} }: Ablation): Promise<Variants> {
  const all = parseMethods(Object.entries(variants).map(([name, options]) => `${name}=${options}`));
  const models = await availableModels();
  // Looking for routers starts a process for each.
  const routers = all.some(({ options }) => options.includes('--router')) ? await availableRouters() : [];
  const absence = ({ options }: Method): string | undefined => {
    const model = optionOf(options, '--model');
    if (model !== undefined && !models.includes(model))
      return `the model '${model}' is not in this package; train it with \`neo-lrp train ${model}\``;
    const router = routers.find(({ name, available }) => !available && name === optionOf(options, '--router'));
    return router?.detail;
  };
  return {
    methods: all.filter((method) => absence(method) === undefined),
    missing: all.flatMap((method) => {
      const reason = absence(method);
      return reason === undefined ? [] : [`${method.name} is left out: ${reason}`];
    }),
  };
}

export interface AblationReport extends BenchmarkReport {
  /** The tables that answer the question; the others are for reference. */
  readonly answers: readonly Table[];
}

/** Beside what the paper found for the same variants. */
export async function ablationReport(
  ablation: Ablation,
  records: readonly RunRecord[],
  bestKnown: BestKnown,
  trained: readonly TrainedNetwork[],
): Promise<AblationReport> {
  const { name, question, measures, paper = [], networks } = ablation;
  const published = [...(await loadPublished()).filter(({ method }) => paper.includes(method)), ...(await loadPublished(name))];
  const counted = networks ? records.filter((record) => asksOneOf(trained, record)) : records;
  const prefix = `ablation-${name}-`;
  const sizeOf = ({ customers }: Score) => String(customers);
  const report = reportOn(counted, bestKnown, published, { prefix, heading: `${question} `, measures, sizeOf, sizeLabel: 'customers' });
  const training = networks ? [trainingTable(name, trained)] : [];
  const sizes = report.tables.filter((table) => table.name.startsWith(`${prefix}sizes-`));
  return { ...report, tables: [...report.tables, ...training], answers: [...sizes, ...training] };
}
