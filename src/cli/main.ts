/** The command line: one file per command, each registering itself. */
import { Command } from 'commander';
import { packageVersion } from '../node/solve.ts';
import { endWithParent } from '../parallel/child-process.ts';
import { registerAblate } from './ablate.ts';
import { registerAdapt } from './adapt.ts';
import { registerBench } from './bench.ts';
import { registerCompare } from './compare.ts';
import { registerConvert } from './convert.ts';
import { registerEvaluate } from './evaluate.ts';
import { fail, watchStreams } from './fail.ts';
import { registerGenerate } from './generate.ts';
import { registerInspect } from './inspect.ts';
import { registerKeys } from './keys.ts';
import { registerLabel } from './label.ts';
import { registerPlot } from './plot.ts';
import { registerRoute } from './route.ts';
import { registerServe } from './serve.ts';
import { registerSheets } from './sheets.ts';
import { registerSolve } from './solve.ts';
import { registerTrain } from './train.ts';
import { registerTune } from './tune.ts';
import { registerVerify } from './verify.ts';
import { registerWork } from './work.ts';

const program = new Command('neo-lrp')
  .description('Where should depots open, who serves whom, and how should the vehicles drive?')
  .version(packageVersion, '-V, --version')
  .helpOption('-h, --help', 'this help')
  .helpCommand('help [command]', 'help on a command')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: () => {} }); // fail() reports usage errors, so that --json applies to them too

for (const register of [
  registerSolve,
  registerRoute,
  registerInspect,
  registerVerify,
  registerCompare,
  registerConvert,
  registerPlot,
  registerSheets,
  registerServe,
  registerKeys,
  registerWork,
  registerGenerate,
  registerLabel,
  registerTrain,
  registerTune,
  registerEvaluate,
  registerAdapt,
  registerBench,
  registerAblate,
])
  register(program);

program.addHelpText(
  'after',
  `
Files may be any known instance format, a folder of CSV files, or - for stdin.
Exit status: 0 done, 1 a bug in this software, 2 bad input or usage, 3 infeasible, 4 an external solver, 5 the budget ended.`,
);

endWithParent();
const json = process.argv.includes('--json');
watchStreams(json);
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = fail(error, json);
}
