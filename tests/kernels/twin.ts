/** Every kernel as plain loops in float64: the oracle of the SIMD kernels, and precise enough for finite differences. */
import { type Kernels, panelIndex } from '../../src/kernels/kernels.ts';
import { attentionTwin } from './twin-attention.ts';

export function twinKernels(elements: number): Kernels {
  const memory = new Float64Array(elements);
  return {
    memory,
    ...attentionTwin(memory),

    dense(rows, inputs, outputs, x, w, bias, y, relu) {
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < outputs; j++) {
          let sum = memory[bias + j];
          for (let k = 0; k < inputs; k++) sum += memory[x + i * inputs + k] * memory[w + panelIndex(inputs, k, j)];
          memory[y + i * outputs + j] = relu ? Math.max(0, sum) : sum;
        }
    },

    denseBackward(rows, inputs, outputs, dy, wt, activation, dx) {
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < outputs; j++) {
          let sum = 0;
          for (let k = 0; k < inputs; k++) sum += memory[dy + i * inputs + k] * memory[wt + panelIndex(inputs, k, j)];
          memory[dx + i * outputs + j] = memory[activation + i * outputs + j] > 0 ? sum : 0;
        }
    },

    denseWeightGradient(rows, inputs, outputs, x, dy, dw) {
      for (let k = 0; k < inputs; k++)
        for (let j = 0; j < outputs; j++) {
          let sum = 0;
          for (let i = 0; i < rows; i++) sum += memory[x + i * inputs + k] * memory[dy + i * outputs + j];
          memory[dw + panelIndex(inputs, k, j)] += sum;
        }
    },

    transpose(inputs, outputs, w, wt) {
      for (let k = 0; k < inputs; k++)
        for (let j = 0; j < outputs; j++) memory[wt + panelIndex(outputs, j, k)] = memory[w + panelIndex(inputs, k, j)];
    },

    addRows(rows, columns, x, total) {
      for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) memory[total + j] += memory[x + i * columns + j];
    },

    spreadThroughRelu(rows, columns, g, y, dx) {
      for (let at = 0; at < rows * columns; at++) memory[dx + at] = memory[y + at] > 0 ? memory[g + (at % columns)] : 0;
    },

    adam(count, w, gradient, m, v, gradientScale, stepSize, correction, beta1, beta2, epsilon, keep) {
      for (let i = 0; i < count; i++) {
        const g = memory[gradient + i] * gradientScale;
        memory[m + i] = beta1 * memory[m + i] + (1 - beta1) * g;
        memory[v + i] = beta2 * memory[v + i] + (1 - beta2) * g * g;
        memory[w + i] = memory[w + i] * keep - (stepSize * memory[m + i]) / (Math.sqrt(memory[v + i]) * correction + epsilon);
      }
    },

    scheduleFree(count, y, gradient, z, v, gradientScale, rate, correction, beta1, beta2, epsilon, decay, mix) {
      for (let i = 0; i < count; i++) {
        const g = memory[gradient + i] * gradientScale;
        memory[v + i] = beta2 * memory[v + i] + (1 - beta2) * g * g;
        const direction = g / (Math.sqrt(memory[v + i]) * correction + epsilon) + decay * memory[y + i];
        const average = memory[z + i] + (memory[y + i] - memory[z + i]) / beta1;
        memory[z + i] -= rate * direction;
        memory[y + i] = (1 - beta1) * memory[z + i] + beta1 * ((1 - mix) * average + mix * memory[z + i]);
      }
    },
  };
}
