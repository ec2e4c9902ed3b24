/** All commands. The file of a command is loaded when it is named, so that the others cost nothing. */
import type { Register } from './command.ts';

interface Listed {
  /** As the list of commands shows it. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly register: Register }>;
}

export const commands: Readonly<Record<string, Listed>> = {
  solve: { usage: '[options] <file>', summary: 'find depots, assignment and routes', load: () => import('./solve.ts') },
  suggest: {
    usage: '[options] <customers>',
    summary: 'suggest sites where there are none yet',
    load: () => import('./suggest.ts'),
  },
  scenarios: {
    usage: '[options] <file>',
    summary: 'solve the scenarios of a workbook and compare them',
    load: () => import('./scenarios.ts'),
  },
  report: { usage: '[options] <plan...>', summary: 'write a report on plans, to print', load: () => import('./report.ts') },
  route: { usage: '[options] <file>', summary: 'find the routes of one depot', load: () => import('./route.ts') },
  inspect: { usage: '[options] <file...>', summary: 'describe instances', load: () => import('./inspect.ts') },
  verify: {
    usage: '[options] <instance> <solution> [certificate]',
    summary: 'check a plan against its instance',
    load: () => import('./verify.ts'),
  },
  prove: {
    usage: '[options] <file> [plan]',
    summary: 'prove how far a plan can be from the best',
    load: () => import('./prove.ts'),
  },
  compare: { usage: '[options] <plan...>', summary: 'compare plans', load: () => import('./compare.ts') },
  convert: { usage: '[options] <in> <out>', summary: 'convert between file formats', load: () => import('./convert.ts') },
  roads: { usage: '[options] <file>', summary: 'measure distances on roads', load: () => import('./roads.ts') },
  plot: { usage: '[options] <instance> [solution] <out>', summary: 'draw a map', load: () => import('./plot.ts') },
  sheets: { usage: '[options] <instance> <solution> <out>', summary: 'write route sheets for drivers', load: () => import('./sheets.ts') },
  serve: {
    usage: '[options]',
    summary: 'the page: see it, change it, solve it in the browser; with --api also a service',
    load: () => import('./serve.ts'),
  },
  keys: { usage: '[options] [command]', summary: 'API keys of the service', load: () => import('./keys.ts') },
  work: { usage: '[options]', summary: 'join the workers of a database', load: () => import('./work.ts') },
  generate: { usage: '[options]', summary: 'generate routing problems for training', load: () => import('./generate.ts') },
  label: { usage: '[options] <dataset>', summary: 'find the true routing costs of a data set', load: () => import('./label.ts') },
  train: { usage: '[options] <preset>', summary: 'train a surrogate', load: () => import('./train.ts') },
  tune: { usage: '[options] <space>', summary: 'search for hyperparameters', load: () => import('./tune.ts') },
  evaluate: { usage: '[options] <model...>', summary: 'measure the errors of surrogates', load: () => import('./evaluate.ts') },
  adapt: { usage: '[options] <instance>', summary: 'teach a surrogate your own region', load: () => import('./adapt.ts') },
  refine: { usage: '[options] <model>', summary: 'teach a surrogate on its own decisions', load: () => import('./refine.ts') },
  bench: { usage: '[options] [dir...]', summary: 'run methods on many instances and compare them', load: () => import('./bench.ts') },
  ablate: { usage: '[options] <name> [dir...]', summary: 'measure what one choice is worth', load: () => import('./ablate.ts') },
};
