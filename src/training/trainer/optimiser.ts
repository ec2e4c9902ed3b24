/** Takes the optimiser's steps on a trainable's weights. */
import type { TrainingConfig } from './config.ts';
import type { Trainable } from './trainable.ts';

const beta1 = 0.9;
const beta2 = 0.999;
const epsilon = 1e-8;

export class Optimiser {
  /** Steps taken and, for schedule-free, the sum of their squared rates; part of every checkpoint. */
  steps = 0;
  squaredRates = 0;

  constructor(
    private readonly network: Trainable,
    private readonly config: TrainingConfig['optimiser'],
    private readonly totalSteps: number,
  ) {}

  learningRate(): number {
    const { config, steps } = this;
    if (config.kind === 'schedule-free') return config.learningRate * Math.min(1, (steps + 1) / (config.warmupSteps + 1));
    const { learningRate, finalLearningRate = learningRate } = config;
    const done = Math.min(1, steps / this.totalSteps);
    return finalLearningRate + (learningRate - finalLearningRate) * 0.5 * (1 + Math.cos(Math.PI * done));
  }

  /** Schedule-free keeps its base iterate in place of the first moment. */
  start(): void {
    const { kernels, weights, firstMoment, parameters } = this.network.state;
    if (this.config.kind === 'schedule-free') kernels.memory.copyWithin(firstMoment, weights, weights + parameters);
  }

  /** One step along the gradient summed over `samples`. */
  step(samples: number): void {
    const { kernels, parameters, weights, gradient, firstMoment, secondMoment } = this.network.state;
    const rate = this.learningRate();
    const decay = this.config.weightDecay;
    this.steps++;
    const correction = 1 / Math.sqrt(1 - beta2 ** this.steps);
    const places = [parameters, weights, gradient, firstMoment, secondMoment, 1 / samples] as const;
    if (this.config.kind === 'adam') {
      const stepSize = rate / (1 - beta1 ** this.steps);
      kernels.adam(...places, stepSize, correction, beta1, beta2, epsilon, 1 - rate * decay);
    } else {
      this.squaredRates += rate * rate;
      const mix = (rate * rate) / this.squaredRates;
      kernels.scheduleFree(...places, rate, correction, beta1, beta2, epsilon, decay, mix);
    }
  }

  /** Runs `use` with the weights to deploy: schedule-free's average, else those of training. Restores the others exactly. */
  withDeployedWeights<T>(use: () => T): T {
    if (this.config.kind === 'adam') return use();
    const { kernels, parameters, weights, firstMoment } = this.network.state;
    const { memory } = kernels;
    const kept = memory.slice(weights, weights + parameters);
    for (let i = 0; i < parameters; i++) {
      const base = memory[firstMoment + i];
      memory[weights + i] = base + (memory[weights + i] - base) / beta1;
    }
    this.network.refresh();
    try {
      return use();
    } finally {
      memory.set(kept, weights);
      this.network.refresh();
    }
  }
}
