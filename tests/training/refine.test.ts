/** A network taught on its own decisions. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets, routingSetAt } from '../../src/training/dataset.ts';
import { loadDataset } from '../../src/training/dataset-file.ts';
import { evaluateModel } from '../../src/training/evaluate.ts';
import { type LabelSomewhere, labelSet } from '../../src/training/label.ts';
import { type RefineOptions, refineModel } from '../../src/training/refine.ts';
import { origins } from '../../src/training/sample.ts';
import { samplesFor } from '../../src/training/training-sets.ts';
import { graphShape, localShape, parts, randomModel, scaled } from '../surrogate/random-models.ts';
import { sweepLabel, sweepLabelled } from './toy-labeller.ts';

const home = mkdtempSync(join(tmpdir(), 'neo-lrp-refine-'));
afterAll(() => rmSync(home, { recursive: true }));

let labelled = 0;
const label: LabelSomewhere = async (dataset, picks, plan, { onLabel }) => {
  for (const index of picks) {
    labelled++;
    await onLabel(index, await labelSet({ plan, index, set: routingSetAt(dataset, index) }, sweepLabel));
  }
};
const model = randomModel(localShape, parts, 1);
const data = await sweepLabelled(collectSets(cellSets(3), 60, 'cells', 3));
const options: RefineOptions = {
  folder: home,
  name: 'own',
  data,
  rounds: 1,
  instances: 4,
  epochs: 3,
  decisionSeconds: 0.2,
  iterations: 1,
  seed: 5,
  threads: 1,
  hold: 0.1,
  label,
};

describe('refine', () => {
  it('labels what the network chooses, trains it on that, and measures chosen beside drawn sets before and after', async () => {
    const { file, model: refined, rounds } = await refineModel(model, options);
    expect(rounds.map(({ round }) => round)).toEqual([0, 1]);
    const fresh = await loadDataset(join(home, 'own.rounds', '0.set'));
    const counts = origins.map((_, origin) => fresh.origin.filter((own) => own === origin).length);
    expect(counts).toEqual([0, rounds[0].drawn.count, rounds[0].chosen.count]);
    expect(fresh.sources.map(({ kind, chosenBy }) => [kind, chosenBy])).toEqual([
      ['cells', model.card.name],
      ['countries', model.card.name],
    ]);
    // The new network is better on what the old one chose.
    const error = (of: typeof model) => evaluateModel(of, samplesFor(fresh, 'local-sets')).embedded?.overall.mean;
    expect(error(refined)).toBeLessThan(error(model) as number);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      name: 'own',
      training: { refined: { model: model.card.name, rounds } },
    });
  });

  it('goes on from the files of finished rounds', async () => {
    const before = labelled;
    const { rounds } = await refineModel(model, { ...options, rounds: 2 });
    const last = await loadDataset(join(home, 'own.rounds', '2.set'));
    expect(labelled - before).toBe(last.count);
    expect(rounds).toHaveLength(3);
    expect(readdirSync(join(home, 'own.rounds')).filter((name) => /labels|unlabelled|checkpoint/.test(name))).toEqual([]);
  });

  it('refuses a Graph Transformer', async () => {
    await expect(refineModel(randomModel(graphShape, scaled, 1), options)).rejects.toMatchObject({ code: 'E_MODEL' });
  });
});
