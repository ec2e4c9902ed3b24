/** ONNX in and out: our files evaluated by onnxruntime-web, the authors' files by us, and damaged ones refused. */
import { existsSync, readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { Random } from '../../src/run/random.ts';
import { type ContextFeature, contextFeatures, contextWidth } from '../../src/surrogate/context.ts';
import { nodeEmbeddings, setOutputs } from '../../src/surrogate/evaluate-network.ts';
import { decodeModel, encodeModel, importDeepSets, type SurrogateModel } from '../../src/surrogate/model.ts';
import { applyRegressor } from '../../src/surrogate/network.ts';
import { decodeOnnx, encodeOnnx } from '../../src/surrogate/onnx/codec.ts';
import { ModelRegistry } from '../../src/surrogate/registry.ts';
import { twinKernels } from '../kernels/twin.ts';
import { deepSetsShape, foreignShape, graphShape, localShape, parts, randomModel, scaled, universalShape } from './random-models.ts';

const customers = (count: number, seed: number) => {
  const random = new Random(seed);
  const column = (length: number, low: number, high: number) =>
    Float64Array.from({ length }, () => Math.fround(low + (high - low) * random.float()));
  return {
    x: column(count, -1, 1),
    y: column(count, -1, 1),
    load: column(count, 0, 0.5),
    context: column(contextWidth * count, 0, 0.3),
    own: column(count, 1, 1),
  };
};

async function evaluate(file: Uint8Array, inputs: Record<string, { values: number[]; dims: number[] }>): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, { values, dims }]) => [name, new ort.Tensor('float32', Float32Array.from(values), dims)]),
  );
  const results = await session.run(feeds);
  const data = results[session.outputNames[0]].data as Float32Array;
  await session.release();
  return data;
}

const expectClose = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 2e-5) => {
  expect(actual.length).toBe(expected.length);
  for (let k = 0; k < expected.length; k++) expect(Math.abs(actual[k] - expected[k])).toBeLessThan(tolerance * (1 + Math.abs(expected[k])));
};

/** Rows of features as onnxruntime wants them. */
function rowsOf(model: SurrogateModel, set: ReturnType<typeof customers>): number[] {
  const count = set.x.length;
  const value = {
    x: (i: number) => set.x[i],
    y: (i: number) => set.y[i],
    depot: () => 0,
    load: (i: number) => set.load[i],
    distance: (i: number) => Math.hypot(set.x[i], set.y[i]),
    own: (i: number) => set.own[i],
  };
  const context = (feature: ContextFeature, i: number) => set.context[contextWidth * i + contextFeatures.indexOf(feature)];
  return Array.from({ length: count }, (_, i) =>
    model.network.shape.features.map((feature) =>
      feature in value ? value[feature as keyof typeof value](i) : context(feature as ContextFeature, i),
    ),
  ).flat();
}

describe('onnxruntime-web evaluates our files as we do', () => {
  const set = customers(11, 4);

  it.each([
    ['deep sets', randomModel(deepSetsShape, scaled)],
    ['universal', randomModel(universalShape, parts)],
    ['a sigmoid and a second hidden layer in ρ', randomModel(foreignShape, scaled)],
    ['tanh', randomModel({ ...deepSetsShape, activation: 'tanh' }, scaled)],
  ])('%s', async (_name, model) => {
    const files = encodeModel(model);
    const { customers: embeddings, latent } = nodeEmbeddings(model.network, set, 0, 11, 1);
    const found = await evaluate(files.phi, { features: { values: rowsOf(model, set), dims: [11, model.network.shape.features.length] } });
    expectClose(found, embeddings);
    const z = Float64Array.from({ length: latent }, (_, l) => embeddings.reduce((sum, e, at) => (at % latent === l ? sum + e : sum), 0));
    const outputs = await evaluate(files.rho, { z: { values: [...z], dims: [1, latent] } });
    expectClose(outputs, applyRegressor(model.network.rho, z));
    expectClose(outputs, setOutputs(model.network, set, 0, 11, 1));
  });

  it.each([deepSetsShape, { ...universalShape, width: 20 }])('on either make of the kernels, whole or from the middle: %#', (shape) => {
    const { network } = randomModel(shape, shape === deepSetsShape ? scaled : parts);
    const many = customers(150, 5);
    const { customers: found, latent } = nodeEmbeddings(network, many, 0, 150, 2);
    expectClose(found, nodeEmbeddings(network, many, 0, 150, 2, twinKernels).customers);
    expect(nodeEmbeddings(network, many, 70, 101, 2).customers).toEqual(found.slice(70 * latent, 101 * latent));
  });

  it.each([{ norm: true }, { norm: false }, { norm: true, gate: true }])('graph transformer: %j', async (parts) => {
    const model = randomModel({ ...graphShape, ...parts }, scaled);
    const files = encodeModel(model);
    const [x, y] = [
      [0, ...set.x],
      [0, ...set.y],
    ];
    const { customers: embeddings, depot } = nodeEmbeddings(model.network, set, 0, 11, 1);
    const found = await evaluate(files.phi, {
      features: { values: [0, 0, 1, 0, ...rowsOf(model, set)], dims: [12, 4] },
      distance: { values: x.flatMap((_, u) => x.map((_, v) => Math.hypot(x[u] - x[v], y[u] - y[v]))), dims: [12, 12] },
    });
    expectClose(found, [...(depot ?? []), ...embeddings], 2e-4);
  });
});

describe('files', () => {
  it.each([
    ['deep sets', randomModel(deepSetsShape, scaled)],
    ['universal', randomModel(universalShape, parts)],
    ['local sets', randomModel(localShape, parts)],
    ['a sigmoid and a second hidden layer in ρ', randomModel(foreignShape, scaled)],
    ['graph transformer', randomModel(graphShape, scaled)],
    ['graph transformer without norm', randomModel({ ...graphShape, norm: false }, scaled)],
    ['graph transformer with a gate', randomModel({ ...graphShape, gate: true }, scaled)],
  ])('%s comes back as it was written', (_name, model) => {
    const files = encodeModel(model);
    const back = decodeModel(files);
    expect(back).toEqual(model);
    expect(encodeModel(back)).toEqual(files);
  });

  it('a damaged file, a wrong card and an unknown name are refused', async () => {
    const files = encodeModel(randomModel(deepSetsShape, scaled));
    const refuse = (change: Partial<typeof files>) => {
      try {
        decodeModel({ ...files, ...change });
      } catch (error) {
        expect(error).toBeInstanceOf(NeoLrpError);
        return (error as NeoLrpError).code;
      }
      return 'accepted';
    };
    expect(refuse({ phi: files.phi.subarray(0, 700) })).toBe('E_MODEL');
    expect(refuse({ phi: new TextEncoder().encode('not a model') })).toBe('E_MODEL');
    expect(refuse({ rho: files.phi })).toBe('E_MODEL');
    expect(refuse({ card: '{}' })).toBe('E_MODEL');
    expect(refuse({ card: files.card.replace('"width": 12', '"width": 13') })).toBe('E_MODEL');
    const registry = new ModelRegistry(async (name) => (name === 'mine' ? files : undefined));
    expect((await registry.get('mine')).name).toBe('random');
    await expect(registry.get('none')).rejects.toMatchObject({ code: 'E_MODEL' });
  });

  it('a sigmoid in ρ, which a MIP cannot hold, is refused by name', () => {
    const files = encodeModel(randomModel(deepSetsShape, scaled));
    const rho = decodeOnnx(files.rho);
    for (const node of rho.graph.node) if (node.op_type === 'Relu') node.op_type = 'Sigmoid';
    expect(() => decodeModel({ ...files, rho: encodeOnnx(rho) })).toThrow(/ρ has a sigmoid, which no linear model can hold/);
  });

  it('a graph that runs in a circle is refused, not followed', () => {
    const model = randomModel(deepSetsShape, scaled);
    const files = encodeModel(model);
    const circular = decodeOnnx(files.phi);
    const { node } = circular.graph;
    const last = node[node.length - 1];
    // The output of the last layer feeds the first one, whose own input the graph still names.
    node[0] = { ...node[0], input: [last.output[0], ...node[0].input.slice(1)] };
    node.unshift({
      ...node[0],
      op_type: 'Identity',
      name: 'entry',
      input: [circular.graph.input[0].name],
      output: [last.output[0]],
      attribute: [],
    });
    expect(() => decodeModel({ ...files, phi: encodeOnnx(circular) })).toThrow(/runs in a circle/);
  });

  it('a card with heads that do not share the width equally is refused', () => {
    const files = encodeModel(randomModel(graphShape, scaled));
    const card = files.card.replace('"attentionHeads": 4', '"attentionHeads": 7');
    expect(card).not.toBe(files.card);
    expect(() => decodeModel({ ...files, card })).toThrow(/share the width equally/);
  });

  it('any truncation is either refused or decodes to a graph', () => {
    const { phi } = encodeModel(randomModel(deepSetsShape, scaled));
    for (let length = 0; length < phi.length; length += 37)
      try {
        expect(decodeOnnx(phi.subarray(0, length)).graph).toBeDefined();
      } catch (error) {
        expect(error).toBeInstanceOf(NeoLrpError);
      }
  });
});

const authors = new URL('../../../shared/models/', import.meta.url);

describe.skipIf(!existsSync(authors))("the authors' files (../shared/models, where present)", () => {
  it.each([
    ['authors-ds-scaled-110000', 32, 5, 6],
    ['authors-ds-unscaled-11000', 512, 3, 8],
  ])('%s loads, and evaluates as in onnxruntime-web', async (name, width, layers, latent) => {
    const [phi, rho] = ['phi', 'rho'].map((part) => new Uint8Array(readFileSync(new URL(`${name}.${part}.onnx`, authors))));
    const model = importDeepSets(name, phi, rho, scaled);
    expect(model.network.shape).toMatchObject({ width, layers, latent, units: 6 });
    const set = customers(3, 8);
    const { customers: embeddings } = nodeEmbeddings(model.network, set, 0, 3, 1);
    for (let i = 0; i < 3; i++) {
      const found = await evaluate(phi, { 'onnx::Gemm_0': { values: rowsOf(model, set).slice(3 * i, 3 * i + 3), dims: [1, 3] } });
      expectClose(found, embeddings.subarray(i * latent, (i + 1) * latent), 1e-4);
    }
    const z = embeddings.subarray(0, latent);
    const found = await evaluate(rho, { 'onnx::Gemm_0': { values: [...z], dims: [1, latent] } });
    // Their ρ ends in a ReLU.
    expectClose(
      found,
      applyRegressor(model.network.rho, z).map((value) => Math.max(0, value)),
      1e-4,
    );
    const ours = encodeOnnx(decodeOnnx(phi));
    expect(Buffer.compare(encodeOnnx(decodeOnnx(ours)), ours)).toBe(0);
  });
});
