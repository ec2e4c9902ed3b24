import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

const town = new URL('../../examples/town.json', import.meta.url);

describe('adapt', () => {
  const { run, path } = workplace();

  it('writes a model that solve takes, with its errors before and after', () => {
    const args = ['adapt', town.pathname, '--cells', '60', '--epochs', '2', '--name', 'mine', '--out', 'models', '--threads', '1'];
    const adapted = run([...args, '--json']);
    expect(adapted.stderr).toBe('');
    const { model, cells, held, before, after } = JSON.parse(adapted.stdout);
    expect(model).toBe('models/mine.json');
    expect(cells).toBeGreaterThanOrEqual(40);
    expect(held).toBeGreaterThan(5);
    expect(before.decision.count).toBe(held);
    expect(after.decision.median).toBeGreaterThan(0);
    // The log of labels is gone once the model is there.
    expect(readdirSync(path('models')).sort()).toEqual(['mine.json', 'mine.phi.onnx', 'mine.rho.onnx']);
    expect(JSON.parse(readFileSync(path('models/mine.json'), 'utf8')).errors.overall.count).toBe(held);

    const solved = run(['solve', town.pathname, '--model', 'models/mine.json', '--time', '1', '--json']);
    expect(solved.status).toBe(0);
    expect(JSON.parse(solved.stdout).model).toBe('mine');
  }, 120_000);

  it('says what is wrong', () => {
    expect(run(['adapt', town.pathname, '--model', 'gt-scaled', '--time', '5']).stderr).toMatch(/E_MODEL.*cannot be adapted/);
    expect(run(['adapt', town.pathname, '--cells', '5', '--epochs', '1']).stderr).toMatch(/E_BUDGET.*at least 40 are needed/);
  }, 60_000);
});
