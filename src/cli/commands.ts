/** All commands, each in a file that is loaded when it is named, so that the others cost nothing. */
import type { Command } from 'commander';

interface Listed {
  /** As the list of commands shows it. */
  readonly usage: string;
  readonly summary: string;
  /** What gives the command its options and its action. */
  readonly load: () => Promise<(command: Command) => void>;
}

export const commands: Readonly<Record<string, Listed>> = {
  solve: {
    usage: '[options] <file>',
    summary: 'find depots, assignment and routes',
    load: async () => (await import('./solve.ts')).registerSolve,
  },
  route: {
    usage: '[options] <file>',
    summary: 'find the routes of one depot',
    load: async () => (await import('./route.ts')).registerRoute,
  },
  inspect: {
    usage: '[options] <file...>',
    summary: 'describe instances',
    load: async () => (await import('./inspect.ts')).registerInspect,
  },
  verify: {
    usage: '[options] <instance> <solution>',
    summary: 'check a plan against its instance',
    load: async () => (await import('./verify.ts')).registerVerify,
  },
  compare: {
    usage: '[options] <plan...>',
    summary: 'compare plans',
    load: async () => (await import('./compare.ts')).registerCompare,
  },
  convert: {
    usage: '[options] <in> <out>',
    summary: 'convert between file formats',
    load: async () => (await import('./convert.ts')).registerConvert,
  },
  plot: {
    usage: '[options] <instance> [solution] <out>',
    summary: 'draw a map',
    load: async () => (await import('./plot.ts')).registerPlot,
  },
  sheets: {
    usage: '[options] <instance> <solution> <out>',
    summary: 'write route sheets for drivers',
    load: async () => (await import('./sheets.ts')).registerSheets,
  },
  serve: {
    usage: '[options]',
    summary: 'the page: see it, change it, solve it in the browser; with --api also a service',
    load: async () => (await import('./serve.ts')).registerServe,
  },
  keys: {
    usage: '[options] [command]',
    summary: 'API keys of the service',
    load: async () => (await import('./keys.ts')).registerKeys,
  },
  work: {
    usage: '[options]',
    summary: 'join the workers of a database',
    load: async () => (await import('./work.ts')).registerWork,
  },
  generate: {
    usage: '[options]',
    summary: 'generate routing problems for training',
    load: async () => (await import('./generate.ts')).registerGenerate,
  },
  label: {
    usage: '[options] <dataset>',
    summary: 'find the true routing costs of a data set',
    load: async () => (await import('./label.ts')).registerLabel,
  },
  train: {
    usage: '[options] <preset>',
    summary: 'train a surrogate',
    load: async () => (await import('./train.ts')).registerTrain,
  },
  tune: {
    usage: '[options] <space>',
    summary: 'search for hyperparameters',
    load: async () => (await import('./tune.ts')).registerTune,
  },
  evaluate: {
    usage: '[options] <model...>',
    summary: 'measure the errors of surrogates',
    load: async () => (await import('./evaluate.ts')).registerEvaluate,
  },
  adapt: {
    usage: '[options] <instance>',
    summary: 'teach a surrogate your own region',
    load: async () => (await import('./adapt.ts')).registerAdapt,
  },
  bench: {
    usage: '[options] [dir...]',
    summary: 'run methods on many instances and compare them',
    load: async () => (await import('./bench.ts')).registerBench,
  },
  ablate: {
    usage: '[options] <name> [dir...]',
    summary: 'measure what one choice is worth',
    load: async () => (await import('./ablate.ts')).registerAblate,
  },
};
