import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveModel } from '../../src/node/model-files.ts';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets } from '../../src/training/dataset.ts';
import { loadDataset, saveDataset } from '../../src/training/dataset-file.ts';
import { paperSets } from '../../src/training/generator.ts';
import { deepSetsShape, randomModel, scaled } from '../surrogate/random-models.ts';
import { sweepLabelled } from '../training/toy-labeller.ts';
import { workplace } from './neo-lrp.ts';

describe('generate', () => {
  const { run, path } = workplace();

  it('writes the same data set for the same seed', async () => {
    expect(JSON.parse(run(['generate', '--count', '12', '--seed', '5', '--out', 'a.set', '--json']).stdout)).toMatchObject({
      problems: 12,
    });
    run(['generate', '--count', '12', '--seed', '5', '--out', 'b.set']);
    expect(readFileSync(path('a.set')).equals(readFileSync(path('b.set')))).toBe(true);
    expect(await loadDataset(path('a.set'))).toEqual(collectSets(paperSets(5), 12, 'paper', 5));
  });

  it('writes VRPLIB files that inspect reads', () => {
    expect(run(['generate', '--count', '3', '--kind', 'cells', '--format', 'vrp', '--out', 'problems']).status).toBe(0);
    const files = readdirSync(path('problems'));
    expect(files).toHaveLength(3);
    const inspected = JSON.parse(run(['inspect', `problems/${files[0]}`, '--json']).stdout);
    expect(inspected).toMatchObject({ depots: 1, vehicle: { cost: 0 } });
  });

  it('refuses nonsense', () => {
    expect(run(['generate', '--count', '-1', '--out', 'x.set'])).toMatchObject({ status: 2, stdout: '' });
    expect(run(['generate', '--count', '1', '--kind', 'potatoes', '--out', 'x.set']).stderr).toMatch(/potatoes/);
  });

  it('finds out first that it cannot write', () => {
    const refused = (...args: readonly string[]) => run(['generate', '--count', '100000000', ...args]);
    expect(refused('--out', 'nowhere/x.set')).toMatchObject({ status: 2, stderr: expect.stringMatching(/E_FILE.*no such folder/) });
    expect(refused('--format', 'vrp', '--out', 'plan.json/x')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/E_FILE.*there is a file in place/),
    });
  });
});

describe('label', () => {
  const { run, path } = workplace();
  beforeAll(async () => {
    await saveDataset(path('p.set'), collectSets(paperSets(1), 4, 'paper', 1));
  });

  it('refuses what is no data set, no shard and no router, each with its reason', () => {
    expect(run(['label', 'instance.json'])).toMatchObject({ status: 2 });
    expect(run(['label', 'instance.json']).stderr).toMatch(/E_DATASET.*this is not a data set/);
    expect(run(['label', 'p.set', '--shard', '3/2']).stderr).toMatch(/E_USAGE.*is not a shard/);
    expect(run(['label', 'p.set', '--router', 'magic']).stderr).toMatch(/E_USAGE.*there is no router 'magic'/);
    expect(run(['label', 'p.set', '--out', 'nowhere/p.set']).stderr).toMatch(/E_FILE.*no such folder/);
    expect(run(['label', 'p.set', '--log', '.']).stderr).toMatch(/E_FILE.*this is a folder/);
  });

  it('says up front that a check follows, and how long it takes', () => {
    const brief = ['--iterations', '1', '--threads', '1'];
    const { status, stderr } = run(['label', 'p.set', '--out', 'q.set', ...brief, '--check', '2', '--check-factor', '3']);
    expect(status).toBe(0);
    const [first, second] = stderr.split('\n');
    expect(first).toMatch(
      /a quality check routes 2 problems again with 3 times the effort, which takes about as long as labelling 6 problems/,
    );
    expect(second).toMatch(/^checking 2 labels, about \d+ s$/);
    expect(run(['label', 'p.set', '--out', 'r.set', ...brief, '--check', '0']).stderr).toBe('');
    const timed = run(['label', 'p.set', '--out', 's.set', '--time', '0.01', '--threads', '2', '--check', '4', '--check-factor', '100']);
    expect(timed.stderr).toMatch(/^after the labels, .* takes up to 2 s /);
  });
});

describe('train, evaluate and tune', () => {
  const { run, path } = workplace();
  beforeAll(async () => {
    await saveDataset(path('cells.set'), await sweepLabelled(collectSets(cellSets(1), 300, 'cells', 1)));
    await saveDataset(path('paper.set'), await sweepLabelled(collectSets(paperSets(1), 200, 'paper', 1)));
    await saveDataset(path('bare.set'), collectSets(paperSets(1), 4, 'paper', 1));
  });

  it('train a model that evaluate judges', () => {
    const trained = run([
      'train',
      'universal',
      '--data',
      'cells.set',
      '--epochs',
      '2',
      '--out',
      'm',
      '--test',
      'cells.set',
      '--curve',
      'curve.svg',
      '--json',
    ]);
    expect(trained.stderr).toMatch(/epoch 2 of 2/);
    expect(JSON.parse(trained.stdout)).toMatchObject({ model: 'm/universal.json', end: 'epochs', epochs: 2 });
    expect(readdirSync(path('m')).sort()).toEqual(['universal.json', 'universal.phi.onnx', 'universal.rho.onnx']);
    expect(readFileSync(path('curve.svg'), 'utf8')).toMatch(/^<svg/);
    const card = JSON.parse(readFileSync(path('m/universal.json'), 'utf8'));
    expect(card.data.sources[0]).toMatchObject({ kind: 'cells', seed: 1, sets: 300, labels: { router: 'sweep' } });

    const evaluation = JSON.parse(run(['evaluate', 'm/universal', '--data', 'cells.set', '--json']).stdout);
    expect(evaluation.overall.median).toBeCloseTo(card.errors.overall.median, 6);
    expect(evaluation.byOrigin.map(({ label }: { label: string }) => label)).toEqual(['cell']);

    const table = run(['evaluate', 'm/universal', 'm/universal.json', '--data', 'cells.set', 'paper.set', '--plots', 'plots']).stdout;
    expect(table).toMatch(/sets paper · universal/);
    expect(readdirSync(path('plots')).sort()).toEqual([
      'errors-by-demand.svg',
      'errors-by-size.svg',
      'universal-calibration.svg',
      'universal-in-the-MIP-calibration.svg',
    ]);
  });

  it('tune, continue a tuned run, and train what was found', () => {
    const args = [
      'tune',
      'deep-sets',
      '--data',
      'paper.set',
      '--trials',
      '3',
      '--epochs',
      '3',
      '--first-epochs',
      '1',
      '--max-width',
      '32',
      '--out',
      'best.json',
      '--plot',
      'tuning.svg',
    ];
    const first = run([...args, '--json']);
    expect(first.status).toBe(0);
    const lines = readFileSync(path('tuning.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1 + 3 + 1);
    const again = run([...args, '--json']);
    expect(again.stderr).toMatch(/4 trials are already in/);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(first.stdout));
    expect(run([...args, '--seed', '9']).stderr).toMatch(/belongs to another plan/);
    expect(existsSync(path('tuning.svg'))).toBe(true);
    expect(
      run(['train', 'config', '--config', 'best.json', '--data', 'paper.set', '--name', 'tuned', '--epochs', '1', '--out', 'm']).status,
    ).toBe(0);
    expect(JSON.parse(readFileSync(path('m/tuned.json'), 'utf8')).training.tuning).toMatchObject({ trials: 4 });
  });

  it('say what is wrong with data and names', () => {
    expect(run(['train', 'universal', '--data', 'cells.set', '--out', 'plan.json']).stderr).toMatch(
      /E_FILE plan\.json: there is a file in place/,
    );
    expect(run(['train', 'universal', '--data', 'cells.set', '--curve', 'nowhere/c.svg']).stderr).toMatch(/E_FILE.*no such folder/);
    expect(run(['tune', 'deep-sets', '--data', 'paper.set', '--out', 'nowhere/best.json']).stderr).toMatch(/E_FILE.*no such folder/);
    expect(run(['train', 'universal', '--data', 'bare.set']).stderr).toMatch(/E_DATASET.*no labels/);
    expect(run(['train', 'magic', '--data', 'paper.set']).stderr).toMatch(/E_USAGE.*there is no preset 'magic'/);
    expect(run(['train', 'universal', '--data', 'cells.set', '--normalisation', 'N1']).stderr).toMatch(/E_USAGE/);
    expect(run(['evaluate', 'm/none', '--data', 'paper.set']).stderr).toMatch(/E_MODEL.*there is no model 'm\/none'/);
  });
});

describe('data sets as tables', () => {
  const { run, path } = workplace();

  it('are converted, labelled and learnt like any other', async () => {
    await saveDataset(path('cells.set'), await sweepLabelled(collectSets(cellSets(3), 40, 'cells', 3)));
    expect(run(['convert', 'cells.set', 'cells.parquet', '--json'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('cells.parquet'),
    });
    expect((await loadDataset(path('cells.parquet'))).count).toBe(40);
    const args = '--rounds 1 --instances 2 --epochs 1 --decision-time 0.3 --iterations 1 --threads 1 --name own --json'.split(' ');
    const refined = run(['refine', 'local', '--data', 'cells.parquet', ...args]);
    expect(refined.status).toBe(0);
    const { model, rounds } = JSON.parse(refined.stdout);
    expect(existsSync(path(model))).toBe(true);
    expect(rounds).toMatchObject([
      { round: 0, chosen: { median: expect.any(Number) }, drawn: { median: expect.any(Number) } },
      { round: 1, chosen: { count: expect.any(Number) } },
    ]);
  });

  it('a pair of ONNX files is counted with the price of its training', async () => {
    rmSync(await saveModel(path('.'), randomModel(deepSetsShape, scaled)));
    const inspected = run(['inspect', 'instance.json', '--model', 'random.phi.onnx', '--model-price', '100:1000', '--json']);
    expect(JSON.parse(inspected.stdout).model.surrogate).toBe('random');
  });
});
