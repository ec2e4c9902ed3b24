/** `neo-lrp tune`: hyperparameters by successive halving over the paper's search spaces. */
import { trialsOverWorkers } from '../jobs/shared-work.ts';
import { requireWritableFile, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { drawTrials } from '../report/charts.ts';
import { formatPercent } from '../report/number.ts';
import { searchSpaces } from '../training/search-space.ts';
import { costTargets } from '../training/train-presets.ts';
import { defaultHold, loadTrainingSets } from '../training/training-sets.ts';
import { roundEpochs, type TuneOptions as TuneModelOptions, type Tuning, tuneModel } from '../training/tune.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { choice, defineCommand, flag, list, option, required } from './command.ts';
import { databaseOption, withWorkers } from './database.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns } from './output.ts';
import { formatDuration } from './work-progress.ts';

export const register = defineCommand({
  description:
    "Draws configurations from the paper's search space, trains all of them briefly, and the best ones longer (successive halving). Finished trials are kept in a journal: repeat the command to continue a killed run.",
  arguments: [['<space>', searchSpaces.join(' or ')]],
  options: {
    data: required(list('--data <file...>', 'labelled data sets')),
    validation: list('--validation <file...>', 'labelled data sets for validation (default: a held-back share of the data)'),
    hold: option('--hold <share>', 'share of the data held back without --validation', positiveNumber, defaultHold),
    target: choice(
      '--target <price>',
      '100 per unit of distance and 1000 per vehicle, or plain distance',
      Object.keys(costTargets) as (keyof typeof costTargets)[],
      'scaled',
    ),
    trials: option('--trials <n>', 'configurations in the first round', positiveInteger, 27),
    eta: option('--eta <n>', 'one in this many survives a round', positiveInteger, 3),
    firstEpochs: option('--first-epochs <n>', 'epochs of the first round', positiveInteger, 2),
    epochs: option('--epochs <n>', 'epochs of the last round', positiveInteger, 54),
    maxWidth: option(
      '--max-width <n>',
      'widest hidden layer to try; the paper goes to 2048, on a GPU (default: 256, or 2048 with --paper)',
      positiveInteger,
    ),
    paper: flag('--paper', "exactly the paper's ranges, loss, rate and epochs, without halving"),
    seed: option('--seed <n>', 'seed of the drawing', nonNegativeInteger, 1),
    threads: option('--threads <n>', 'replicas that train together', positiveInteger, 1),
    journal: option('--journal <file>', 'finished trials', 'tuning.jsonl'),
    out: option('--out <file>', 'writes the best configuration, for neo-lrp train config --config FILE'),
    plot: option('--plot <file>', 'draws the trials as SVG'),
    database: databaseOption,
  },
  examples: [
    'tune deep-sets --data data/paper.set --out best.json --plot tuning.svg',
    'tune deep-sets --paper --trials 25 --data data/paper.set --out paper.json',
    'tune graph-transformer --data data/paper.set --trials 9 --epochs 18 --journal gt.jsonl',
  ],
  async run(options, output, name) {
    const space = searchSpaces.find((known) => known === name);
    if (!space) throw new NeoLrpError('E_USAGE', `there is no search space '${name}'; choose ${searchSpaces.join(' or ')}`);
    for (const file of [options.journal, options.out, options.plot]) if (file !== undefined) await requireWritableFile(file);
    const sets = await loadTrainingSets(options, { architecture: { kind: space } });
    const plan = {
      space,
      trials: options.trials,
      eta: options.eta,
      firstEpochs: options.firstEpochs,
      mostEpochs: options.epochs,
      mostWidth: options.maxWidth ?? (options.paper ? 2048 : 256),
      seed: options.seed,
      ...(options.paper && { paper: true }),
    };
    const rounds = roundEpochs(plan).length;
    const tune = (shared: Pick<TuneModelOptions, 'run' | 'together'> = {}) =>
      tuneModel(plan, costTargets[options.target], sets, {
        journal: options.journal,
        ...shared,
        threads: options.threads,
        onEarlier: (trials) => output.note(`${trials} trials are already in ${options.journal}`),
        onTrial: ({ round, trial, epochs, error, seconds }) =>
          output.note(
            `round ${round + 1} of ${rounds}, trial ${trial}: ${error === null ? 'diverged' : `error ${formatPercent(error)}`} after ${epochs} epochs, ${formatDuration(seconds)}`,
          ),
      });
    const tuning = await withWorkers(options.database, output, async (batch) => {
      if (!batch) return tune();
      return interruptible(output, 'finished trials are in the journal', async (signal) =>
        tune({ run: await trialsOverWorkers(batch, options, { threads: options.threads, signal }), together: options.trials }),
      );
    });
    if (options.out !== undefined)
      await saveText(
        options.out,
        `${JSON.stringify({ training: tuning.best.config, tuning: { plan: tuning.plan, error: tuning.best.error, trials: tuning.results.length } }, null, 2)}\n`,
      );
    if (options.plot !== undefined) await saveText(options.plot, plot(tuning));
    output.result(tuning, () => tabulate(tuning));
  },
});

function tabulate({ configs, results, best }: Tuning): string {
  const last = new Map(results.map((result) => [result.trial, result]));
  const ranked = [...last.values()].sort((a, b) => b.round - a.round || (a.error ?? Infinity) - (b.error ?? Infinity) || a.trial - b.trial);
  const rows = ranked.map(({ trial, epochs, error, seconds }) => {
    const { architecture, batch, loss } = configs[trial];
    const { kind: _kind, features: _features, ...shape } = architecture;
    return [
      `${trial}${trial === best.trial ? ' *' : ''}`,
      String(epochs),
      error === null ? 'diverged' : formatPercent(error),
      formatDuration(seconds),
      [...Object.entries(shape).map(([key, value]) => `${key} ${value}`), `batch ${batch}`, loss].join(', '),
    ];
  });
  return alignColumns([['trial', 'epochs', 'error', 'time', 'configuration'], ...rows], [1, 2, 3]);
}

function plot({ configs, results, best, plan }: Tuning): string {
  const series = configs.map((_, trial) => ({
    name: String(trial),
    points: results
      .filter((result) => result.trial === trial && result.error !== null)
      .map(({ epochs, error }) => [epochs, Number(error)] as const),
  }));
  return drawTrials(series, best.trial, { title: `${plan.space}: ${plan.trials} configurations by successive halving` });
}
