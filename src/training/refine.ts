/**
 * A network taught on its own decisions. A MIP picks the sets that its network prices too low, so errors on drawn sets say little about
 * decisions. Each round decides fresh location instances with the network so far, labels what it chose beside drawn cells of the same
 * instances, measures both, and trains the network further on all data up to then. Sets, labels and networks of every round are files in a
 * folder, so that a killed run continues.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { neuralMip } from '../allocation/neural-mip.ts';
import { HighsSolver } from '../mip/solvers/highs.ts';
import { cpuClock } from '../node/cpu-clock.ts';
import { makeFolder } from '../node/files.ts';
import { loadModel, saveModel } from '../node/model-files.ts';
import { decideBy } from '../pipeline/decide.ts';
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireModel, type SurrogateModel } from '../surrogate/model.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { cellsOf, setsIn } from './cells.ts';
import { cellsChosen } from './choices.ts';
import { drawCountry } from './countries.ts';
import { type Dataset, datasetOf, mergeDatasets } from './dataset.ts';
import { loadDataset, saveDataset } from './dataset-file.ts';
import { type ErrorSummary, type Evaluation, evaluateModel } from './evaluate.ts';
import { fineTuning } from './fine-tuning.ts';
import { defaultVehicleCost, type LabelPlan, type LabelSomewhere } from './label.ts';
import { labelDataset, labelled } from './label-dataset.ts';
import { drawVaried } from './location-instances.ts';
import type { RoutingSet } from './routing-set.ts';
import type { TrainingProgress } from './train.ts';
import { trainModel } from './train-model.ts';
import { samplesFor, trainingSetsOf } from './training-sets.ts';

export interface RefineOptions {
  /** Of the new model; files of the rounds go to NAME.rounds in it. */
  readonly folder: string;
  readonly name: string;
  /** Labelled sets that are learnt beside the chosen ones, so that the network does not forget them. */
  readonly data: Dataset;
  readonly rounds: number;
  /** Location instances of each round, half cells and half countries. */
  readonly instances: number;
  readonly epochs: number;
  /** CPU seconds of a decision at most. */
  readonly decisionSeconds: number;
  /** Descents per label. */
  readonly iterations: number;
  readonly seed: number;
  readonly threads: number;
  readonly hold: number;
  /** Who labels in place of threads. */
  readonly label?: LabelSomewhere;
  readonly signal?: AbortSignal;
  readonly onDecision?: () => void;
  readonly onLabel?: () => void;
  readonly onEpoch?: (progress: TrainingProgress) => void;
  readonly onRound?: (round: RefinedRound) => void;
}

/** Errors of the network of a round, as the MIP asks it, on instances that it never saw. */
export interface RefinedRound {
  /** 0 for the network as it was given. */
  readonly round: number;
  readonly chosen: ErrorSummary;
  readonly drawn: ErrorSummary;
}

export interface Refined {
  readonly model: SurrogateModel;
  readonly file: string;
  readonly rounds: readonly RefinedRound[];
}

const kinds = ['cells', 'countries'] as const;
const gap = 1e-3;

export async function refineModel(given: SurrogateModel, options: RefineOptions): Promise<Refined> {
  const { network } = requireModel(given);
  requireArgument(isText(options?.folder) && isText(options.name), 'options', 'options { folder, name, data }');
  if (network.shape.kind === 'graph-transformer')
    throw new NeoLrpError('E_MODEL', `'${given.card.name}' is a Graph Transformer, which cannot be trained further; name another model`);
  const { folder, name, rounds: last, epochs, seed, hold, signal, onEpoch, onRound } = options;
  const files = join(folder, `${name}.rounds`);
  await makeFolder(files);
  const rounds: RefinedRound[] = [];
  let [model, data] = [given, options.data];
  for (let round = 0; ; round++) {
    const fresh = await labelledChoices(model, round, files, options);
    const errors = measured(model, fresh, round);
    rounds.push(errors);
    onRound?.(errors);
    if (round === last) break;
    data = mergeDatasets([data, fresh]);
    const stem = `${name}-${round + 1}`;
    if (existsSync(join(files, `${stem}.json`))) model = await loadModel(join(files, stem));
    else {
      const sets = trainingSetsOf(data, undefined, hold, model.card);
      const further = { folder: files, initial: model.network, test: fresh, signal, onProgress: onEpoch };
      model = (await trainModel(fineTuning(model, stem, epochs, seed + round), sets, further)).model;
    }
  }
  const { card } = model;
  const refined = { ...card, name, training: { ...card.training, refined: { model: given.card.name, rounds } } };
  const file = await saveModel(folder, { ...model, card: refined });
  return { model: { ...model, card: refined }, file, rounds };
}

/** The sets of a round with their labels, made now or by an earlier run. */
async function labelledChoices(model: SurrogateModel, round: number, folder: string, options: RefineOptions): Promise<Dataset> {
  const { iterations, seed, threads, label, signal, onLabel } = options;
  const file = join(folder, `${round}.set`);
  const [plain, log] = [join(folder, `${round}.unlabelled.set`), `${file}.labels`];
  if (existsSync(file)) return loadDataset(file);
  if (!existsSync(plain)) await saveDataset(plain, await choices(model, round, options));
  const dataset = await loadDataset(plain);
  const plan: LabelPlan = { router: 'hgs', iterations, seconds: null, seed, vehicleCost: defaultVehicleCost };
  const done = labelled(dataset, await labelDataset(dataset, plan, { log, threads, label, signal, onLabel }), null);
  await saveDataset(file, done);
  for (const old of [plain, log]) await rm(old, { force: true });
  return done;
}

/** What the network chooses on instances of this round, beside cells drawn from the same stream. */
async function choices({ card, network }: SurrogateModel, round: number, options: RefineOptions): Promise<Dataset> {
  const { instances, seed, decisionSeconds, signal, onDecision } = options;
  const surrogate = new NetworkSurrogate({ card, network });
  const price = card.target.kind === 'cost' ? card.target : undefined;
  const solver = new HighsSolver();
  const decide = decideBy(neuralMip(surrogate, { solver }), { method: 'refine', surrogate, gap });
  const each = Math.ceil(instances / kinds.length);
  const first = round * each;
  const parts: Dataset[] = [];
  try {
    for (const kind of kinds) {
      const sets: RoutingSet[] = [];
      for (let index = first; index < first + each; index++) {
        if (signal?.aborted) throw new NeoLrpError('E_BUDGET', 'interrupted; repeat the command to continue with the last finished round');
        const { divided, instance } = drawVaried(kind, seed, index, price);
        const stop = { seconds: decisionSeconds, clock: cpuClock };
        const { proposals } = await decide(instance, { stop, seed, threads: 1 });
        const setOf = setsIn(divided, index);
        for (const { depot, customers } of cellsChosen(proposals, instance.depots.length))
          sets.push({ ...setOf(instance.depots[depot], customers), chosen: true });
        sets.push(...cellsOf(seed, index, kind === 'countries' ? drawCountry : undefined));
        onDecision?.();
      }
      parts.push(datasetOf(sets, { kind, seed, first, chosenBy: card.name }));
    }
  } finally {
    solver.close();
  }
  return mergeDatasets(parts);
}

function measured(model: SurrogateModel, fresh: Dataset, round: number): RefinedRound {
  const evaluation = evaluateModel(model, samplesFor(fresh, model.network.shape.kind));
  const { byOrigin }: Evaluation = evaluation.embedded ?? evaluation;
  const of = (origin: string) => byOrigin.find(({ label }) => label === origin)?.errors;
  const [chosen, drawn] = [of('chosen'), of('cell')];
  if (!chosen || !drawn) throw new NeoLrpError('E_USAGE', 'a round needs more instances: there was no set to measure errors on');
  return { round, chosen, drawn };
}
