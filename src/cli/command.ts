/** A command as data: what it takes, how it describes itself, and what it does. Types of options follow from their declarations. */
import { type Command, Option } from 'commander';
import { Output } from './output.ts';

declare const value: unique symbol;
/** An option whose value has this type. */
export type OptionOf<Value> = Option & { readonly [value]: { readonly of: Value } };

// biome-ignore lint/suspicious/noExplicitAny: options of any types
type Options = Readonly<Record<string, OptionOf<any>>>;
export type ValuesOf<Table extends Options> = { readonly [Key in keyof Table]: Table[Key][typeof value]['of'] };

/** How text becomes a value; `earlier` is the value so far of an option that may be repeated. */
type Read<Value> = (text: string, earlier: Value | undefined) => Value;

/** `--name <value>`: a text, or what `read` makes of it. */
export function option(flags: string, description: string): OptionOf<string | undefined>;
export function option(flags: string, description: string, preset: string): OptionOf<string>;
export function option<Value>(flags: string, description: string, read: Read<Value>): OptionOf<Value | undefined>;
export function option<Value>(flags: string, description: string, read: Read<Value>, preset: Value): OptionOf<Value>;
export function option(flags: string, description: string, read?: string | Read<unknown>, preset?: unknown): Option {
  if (typeof read !== 'function') return new Option(flags, description).default(read);
  return new Option(flags, description).argParser(read).default(preset);
}

/** `--name <value...>`: any number of texts. */
export function list(flags: string, description: string): OptionOf<readonly string[] | undefined>;
export function list(flags: string, description: string, preset: readonly string[]): OptionOf<readonly string[]>;
export function list(flags: string, description: string, preset?: readonly string[]): Option {
  return new Option(flags, description).default(preset);
}

/** `--name <value>`: one of the choices. */
export function choice<Value extends string>(flags: string, description: string, choices: readonly Value[]): OptionOf<Value | undefined>;
export function choice<Value extends string>(flags: string, description: string, choices: readonly Value[], preset: Value): OptionOf<Value>;
export function choice(flags: string, description: string, choices: readonly string[], preset?: string): Option {
  return new Option(flags, description).choices(choices).default(preset);
}

/** `--name`, and `--no-name` for what is true unless it is given. */
export const flag = <Flags extends string>(flags: Flags, description: string) =>
  new Option(flags, description) as OptionOf<Flags extends `--no-${string}` ? boolean : boolean | undefined>;

export const required = <Value>(made: OptionOf<Value>) => made.makeOptionMandatory() as OptionOf<NonNullable<Value>>;

/** Collects the texts of an option that may be repeated. */
export const repeated: Read<readonly string[]> = (text, earlier = []) => [...earlier, text];

export const outputOptions = {
  json: flag('--json', 'print one JSON value on stdout; errors are JSON on stderr'),
  quiet: flag('-q, --quiet', 'no notes and no progress on stderr'),
};
export type OutputOptions = ValuesOf<typeof outputOptions>;

/** `<file>`, `[dir]` or `<file...>`, and what it is. */
type Argument = readonly [name: string, description: string];
type ArgumentValue<Name extends string> = Name extends `${string}...${string}`
  ? string[]
  : Name extends `[${string}`
    ? string | undefined
    : string;
type ArgumentValues<Arguments extends readonly Argument[]> = { [Key in keyof Arguments]: ArgumentValue<Arguments[Key][0]> };

interface Definition<Table extends Options, Arguments extends readonly Argument[]> {
  readonly description: string;
  readonly arguments: Arguments;
  /** Beside `--json` and `--quiet`. */
  readonly options: Table;
  /** Arguments and options in the help, where commander would write something else. */
  readonly usage?: string;
  /** In the help, before the examples. */
  readonly notes?: string;
  /** Without the name of the program. */
  readonly examples: readonly string[];
  readonly run: (
    options: ValuesOf<Table & typeof outputOptions>,
    output: Output,
    ...given: ArgumentValues<Arguments>
  ) => Promise<void> | void;
}

/** Gives a command of commander its options and its action. */
export type Register = (command: Command) => void;

export const defineCommand =
  <Table extends Options, const Arguments extends readonly Argument[]>(definition: Definition<Table, Arguments>): Register =>
  (command) => {
    const { description, arguments: taken, options, usage, notes, examples, run } = definition;
    command.description(description);
    if (usage !== undefined) command.usage(usage);
    for (const [name, text] of taken) command.argument(name, text);
    for (const [name, made] of Object.entries<Option>({ ...outputOptions, ...options })) {
      if (made.attributeName() !== name) throw new Error(`the option ${made.flags} is declared under the name ${name}`);
      command.addOption(made);
    }
    const lines = [...(notes === undefined ? [] : [`\n${notes}`]), '\nExamples:', ...examples.map((line) => `  neo-lrp ${line}`)];
    if (examples.length > 0) command.addHelpText('after', lines.join('\n'));
    command.action((...given: unknown[]) => {
      const values = command.opts<ValuesOf<Table & typeof outputOptions>>();
      return run(values, new Output(values), ...(given.slice(0, taken.length) as ArgumentValues<Arguments>));
    });
  };
