/**
 * The numerical kernels behind training and batched prediction. `wasm.ts` has them in float32 and SIMD; the tests compare them with plain
 * loops in float64 (tests/kernels/twin.ts).
 *
 * All arrays live in one memory and are named by their first element's index.
 * Matrices are row-major and packed. Row counts are padded to multiples of 4, layer inputs to multiples of 4 and outputs to multiples
 * of 16 (`padded`); padding columns of weights stay zero, so they never contribute.
 * Weights of a layer are stored in panels of 16 columns: W[k][j] is at `panelIndex(inputs, k, j)`.
 */
export interface Kernels extends DenseKernels, OptimiserKernels, AttentionKernels {
  readonly memory: Float32Array | Float64Array;
}

export interface DenseKernels {
  /** y = x·W + bias, and relu of it where asked. `rows` is padded. */
  dense(rows: number, inputs: number, outputs: number, x: number, w: number, bias: number, y: number, relu: boolean): void;
  /** dx = dy·Wᵀ where the activation is positive, else 0; `wt` are the panels of Wᵀ, `inputs` the columns of dy, `outputs` those of dx. */
  denseBackward(rows: number, inputs: number, outputs: number, dy: number, wt: number, activation: number, dx: number): void;
  /** dW += xᵀ·dy. `rows` is padded; padding rows of dy must be zero. */
  denseWeightGradient(rows: number, inputs: number, outputs: number, x: number, dy: number, dw: number): void;
  /** The panels of Wᵀ from those of W, for the way back through a layer. Both sizes are multiples of 16. */
  transpose(inputs: number, outputs: number, w: number, wt: number): void;
  /** total += Σ of the first `rows` rows of x; `columns` is a multiple of 8. */
  addRows(rows: number, columns: number, x: number, total: number): void;
  /** dx = g in each of `rows` rows where the activation y is positive, else 0. */
  spreadThroughRelu(rows: number, columns: number, g: number, y: number, dx: number): void;
}

export interface OptimiserKernels {
  /**
   * One step of Adam with decoupled weight decay on `count` elements, a multiple of 4.
   * `stepSize` = lr / (1 − β₁ᵗ), `correction` = 1 / √(1 − β₂ᵗ), `keep` = 1 − lr · decay.
   */
  adam(
    count: number,
    w: number,
    gradient: number,
    firstMoment: number,
    secondMoment: number,
    gradientScale: number,
    stepSize: number,
    correction: number,
    beta1: number,
    beta2: number,
    epsilon: number,
    keep: number,
  ): void;
  /**
   * One step of schedule-free AdamW (Defazio et al. 2024): `y` is where gradients are taken, `z` the base iterate.
   * `mix` is the weight of z in the average x = z + (y − z) / β₁; `correction` = 1 / √(1 − β₂ᵗ).
   */
  scheduleFree(
    count: number,
    y: number,
    gradient: number,
    z: number,
    secondMoment: number,
    gradientScale: number,
    rate: number,
    correction: number,
    beta1: number,
    beta2: number,
    epsilon: number,
    decay: number,
    mix: number,
  ): void;
}

/** Over complete graphs of `nodes` nodes, whose rows of node pairs are `columns` long, a multiple of 4. */
export interface AttentionKernels {
  /** y[c][v] = x[v][c], rows of x `stride` apart, rows of y `columns` long and padded with zeros. */
  transposeRows(nodes: number, channels: number, x: number, stride: number, y: number, columns: number): void;
  /** x[v][c] = y[c][v]: the way back. */
  transposeBack(nodes: number, channels: number, y: number, columns: number, x: number, stride: number): void;
  /** Distances between all nodes, whose coordinates are the columns `first` and `second` of x. */
  distances(nodes: number, columns: number, x: number, stride: number, first: number, second: number, d: number): void;
  /**
   * received_u += Σ_v a_uv (value_v + d_uv · edge), a_uv = softmax over v ≠ u of query_u·(key_v + d_uv · edge) / √channels, by head.
   * Keys and values are transposed. Weights are kept, heads × nodes × columns; a dropped one keeps its size with a minus sign.
   * Dropout draws from four lanes of xorshift32, which start from the bits of the four float32 at `seed`.
   * `scratch` is one row.
   */
  attend(
    nodes: number,
    columns: number,
    heads: number,
    channels: number,
    query: number,
    stride: number,
    keys: number,
    values: number,
    d: number,
    edge: number,
    weights: number,
    received: number,
    receivedStride: number,
    dropout: number,
    seed: number,
    scratch: number,
  ): void;
  /** The way back of `attend` from `g`: writes dQuery, adds to dKeys, dValues and dEdge; `scratch` is two rows. */
  attendBackward(
    nodes: number,
    columns: number,
    heads: number,
    channels: number,
    query: number,
    stride: number,
    keys: number,
    values: number,
    d: number,
    edge: number,
    weights: number,
    g: number,
    gStride: number,
    dropout: number,
    dQuery: number,
    dQueryStride: number,
    dKeys: number,
    dValues: number,
    dEdge: number,
    scratch: number,
  ): void;
  /** y = x where positive, else eˣ − 1; `count` is a multiple of 4. */
  elu(count: number, x: number, y: number): void;
  /** dx = dy · (the slope of `elu` where it gave y). */
  eluBackward(count: number, dy: number, y: number, dx: number): void;
  /** y = elu(scale · n + shift), n = (x − keep · mean) / deviation, by column; n, mean and 1 / deviation are kept. */
  graphNormElu(
    nodes: number,
    columns: number,
    x: number,
    scale: number,
    shift: number,
    keep: number,
    n: number,
    mean: number,
    inverse: number,
    y: number,
  ): void;
  /** The way back of `graphNormElu`: writes dx, adds to dScale, dShift and dKeep; dy is overwritten. */
  graphNormEluBackward(
    nodes: number,
    columns: number,
    dy: number,
    y: number,
    n: number,
    mean: number,
    inverse: number,
    scale: number,
    keep: number,
    dx: number,
    dScale: number,
    dShift: number,
    dKeep: number,
  ): void;
}

/** Kernels with a memory of at least so many elements. */
export type KernelsFactory = (elements: number) => Kernels;

/** `size` rounded up to a multiple of `unit`. */
export const padded = (size: number, unit: number): number => Math.ceil(size / unit) * unit;

/** Position of W[k][j] within the panels of a layer with so many (padded) inputs. */
export const panelIndex = (inputs: number, k: number, j: number): number => (j >> 4) * inputs * 16 + k * 16 + (j & 15);

/** Hands out consecutive pieces of a memory yet to be made, each aligned to 16 bytes of float32. */
export class Arena {
  size = 0;

  take(elements: number): number {
    const at = this.size;
    this.size += padded(elements, 4);
    return at;
  }
}
