/**
 * The kernels. All arrays live in one memory and are named by their first element's index. Matrices are row-major and packed. Row counts are
 * padded to multiples of 4, layer inputs to multiples of 4 and outputs to multiples of 16; padding columns of weights stay zero, so they
 * never contribute. Weights of a layer are stored in panels of 16 columns: W[k][j] is at `panelIndex(inputs, k, j)` (../kernels.ts).
 */
export { addRows, dense, denseBackward, denseWeightGradient, spreadThroughRelu, transpose } from './dense';
export { adam, scheduleFree } from './adam';
export { attend, attendBackward, distances, transposeBack, transposeRows } from './attention';
export { elu, eluBackward } from './elu';
export { graphNorm, graphNormBackward } from './graph-norm';
