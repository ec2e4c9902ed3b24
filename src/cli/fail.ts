/** Turns errors into the exit status of the catalogue and a sentence (or a JSON object) on stderr; stdout stays clean. */
import { CommanderError } from 'commander';
import { fileFault } from '../node/file-fault.ts';
import { catalogue, NeoLrpError } from '../problem/errors.ts';
import { styleFor } from './output.ts';

/** Reports the error and returns the exit status. */
export function fail(error: unknown, json: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0; // --help and --version
  const coded = asCoded(error);
  const style = styleFor(process.stderr);
  if (json) process.stderr.write(`${JSON.stringify({ error: coded })}\n`);
  else process.stderr.write(`${style.red('error')} ${style.dim(coded.code)} ${coded.message}${adviceOn(coded)}\n`);
  if (coded.code === 'E_INTERNAL' && !json && error instanceof Error && error.stack) process.stderr.write(`${style.dim(error.stack)}\n`);
  return coded.exitStatus;
}

/** The command line's options for the remedies of the library. */
function adviceOn({ code, place: { ignorable = [], field } }: NeoLrpError): string {
  if (code === 'E_SYNTAX' && field === 'vehicleCapacity') return ' (or give --vehicle-capacity)';
  if (code === 'E_BUDGET') return ' (--time, --method)';
  return ignorable.length === 0 ? '' : ` (${ignorable.map((name) => `--ignore ${quoted(name)}`).join(' ')})`;
}

/** As a shell takes it: in double quotes it would replace what follows a dollar or a backtick. */
const quoted = (name: string) => (/[$`\\!"]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`);

function asCoded(error: unknown): NeoLrpError {
  if (error instanceof NeoLrpError) return error;
  if (error instanceof CommanderError) return new NeoLrpError('E_USAGE', usageMessage(error));
  const message = error instanceof Error ? error.message : String(error);
  return new NeoLrpError(
    'E_INTERNAL',
    `${catalogue.E_INTERNAL.title}: ${message}. Please report it with the command and the file that caused it.`,
    {},
    { cause: error },
  );
}

/** Without a command, commander prints the help itself; its message is only a marker. */
function usageMessage({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'name a command' : message.replace(/^error: /, '').replace(/\n\(/, ' (');
}

/** A reader that closes the pipe early (`neo-lrp … | head`) is not an error; a full disk is one, reported on stderr if possible. */
export function watchStreams(json: boolean): void {
  const onError = (end: (error: unknown) => number) => (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : end(error));
  process.stdout.on(
    'error',
    onError((error) => fail(fileFault('stdout', error, 'write'), json)),
  );
  process.stderr.on(
    'error',
    onError(() => catalogue.E_FILE.exit),
  );
}
