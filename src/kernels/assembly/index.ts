export { addRows, dense, denseBackward, denseWeightGradient, spreadThroughRelu, transpose } from './dense';
export { adam, scheduleFree } from './adam';
