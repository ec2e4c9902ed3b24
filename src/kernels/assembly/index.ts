export { addRows, dense, denseWeightGradient, maskRelu, spreadThroughRelu, sumRows, transpose } from './dense';
export { adam } from './adam';
