/** The how-to of a network from PyTorch, command by command. Needs torch, onnx and onnxscript, and installs nothing. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { loadModel } from '../../src/node/model-files.ts';
import { findPythonPackage, pythonVariable } from '../../src/parallel/python.ts';
import { setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { loadDataset } from '../../src/training/dataset-file.ts';
import { samplesFor } from '../../src/training/training-sets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/how-to/train-in-pytorch.md'), 'utf8');
const torch = await findPythonPackage('torch', 'import onnx, onnxscript, torch; print(torch.__version__)');
const python = torch.state === 'present' ? torch.interpreter : '';
if (python === '') console.warn(`PyTorch is not tested: no Python here has torch, onnx and onnxscript; name one with ${pythonVariable}`);

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-pytorch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

it.skipIf(python === '')('a network trained in PyTorch decides', { timeout: 600_000 }, async () => {
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const commands = /```text\n([\s\S]*?)```/.exec(page)?.[1].trim().split('\n') ?? [];
  expect(commands).toHaveLength(5);
  const outputs = commands.map((command) => {
    const [program, ...args] = command.split(' ');
    if (program === 'python') return run(python, args);
    const [, name, ...rest] = args;
    const machine = name === 'inspect' || name === 'solve' ? ['--json'] : [];
    return run(process.execPath, [join(root, 'dist/lib/main.js'), name, ...rest, ...machine]);
  });
  expect(JSON.parse(outputs[4])).toMatchObject({ model: 'mine', cost: { total: expect.any(Number) } });
  // Our evaluation of the network is that of ONNX itself.
  const { network } = await loadModel(join(folder, 'mine'));
  const samples = samplesFor(await loadDataset(join(folder, 'sets.csv')), 'deep-sets');
  const { x, y, load, spread, start } = samples;
  const rows = Array.from({ length: start[1] }, (_, i) => [x[i] / spread[0], y[i] / spread[0], load[i]]);
  const reference = `import json, numpy, onnx.reference
phi, rho = (onnx.reference.ReferenceEvaluator(f"mine.{part}.onnx") for part in ("phi", "rho"))
rows = numpy.array(${JSON.stringify(rows)}, dtype=numpy.float32)
pooled = phi.run(None, {phi.input_names[0]: rows})[0].sum(0, keepdims=True)
print(rho.run(None, {rho.input_names[0]: pooled})[0][0, 0])`;
  const expected = Number(run(python, ['-c', reference]));
  const [ours] = setOutputs(network, samples, 0, start[1], spread[0]);
  expect(Math.abs(ours / expected - 1)).toBeLessThan(1e-4);
});
