export { addRows, dense, denseBackward, denseWeightGradient, spreadThroughRelu, transpose } from './dense';
export { adam, scheduleFree } from './adam';
export { attend, attendBackward, distances, transposeBack, transposeRows } from './attention';
export { elu, eluBackward } from './elu';
export { graphNormElu, graphNormEluBackward } from './graph-norm';
