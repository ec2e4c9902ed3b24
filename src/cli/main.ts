/** The command line: its commands, of which only the one that is named is loaded. */
import { Command } from 'commander';
import { packageVersion } from '../node/version.ts';
import { endWithParent } from '../parallel/process.ts';
import { commands } from './commands.ts';
import { fail, watchStreams } from './fail.ts';

const program = new Command('neo-lrp')
  .description('Where should depots open, who serves whom, and how should the vehicles drive?')
  .version(packageVersion, '-V, --version')
  .helpOption('-h, --help', 'this help')
  .helpCommand('help [command]', 'help on a command')
  .showSuggestionAfterError()
  .exitOverride()
  .configureHelp({ subcommandTerm: (command) => `${command.name()} ${commands[command.name()]?.usage ?? command.usage()}` })
  .configureOutput({ outputError: () => {} }); // fail() reports usage errors, so that --json applies to them too

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
  const [first, second] = process.argv.slice(2);
  const named = first === 'help' ? second : first;
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (name === named) (await load()).register(command);
  }
  await program.parseAsync();
} catch (error) {
  process.exitCode = fail(error, json);
}
