/** How commands read an instance: columns to ignore, numbers to change, and warnings for a person. */
import type { Command } from 'commander';
import type { ReadWarning } from '../formats/attention.ts';
import { type ReadOptions, readInstance, recogniseFormat } from '../formats/read.ts';
import { loadSources } from '../node/files.ts';
import { type InstanceWarning, instanceWarnings } from '../problem/warnings.ts';
import { addChangeOptions, type Changed, type ChangeOptions, change, readOptions } from './changes.ts';
import type { Output } from './output.ts';

export interface InstanceInputOptions extends ChangeOptions {
  readonly ignore?: readonly string[];
}

export const addInstanceOptions = (command: Command): Command =>
  addChangeOptions(command).option(
    '--ignore <column>',
    'plan without this column of a table, which is kept as a detail (repeatable)',
    (name, names: readonly string[] = []) => [...names, name],
  );

export interface InspectedInstance extends Changed {
  /** Name of the format. */
  readonly format: string;
  readonly warnings: readonly (ReadWarning | InstanceWarning)[];
}

/** `told`: what the command itself says of the file. */
export async function readInspected(path: string, options: InstanceInputOptions, told: ReadOptions = {}): Promise<InspectedInstance> {
  const sources = await loadSources(path);
  const warnings: ReadWarning[] = [];
  const read: ReadOptions = { ...readOptions(options), ignore: options.ignore, ...told };
  const changed = change(readInstance(sources, { ...read, onWarning: (warning) => warnings.push(warning) }), options);
  return {
    ...changed,
    format: told.format ?? recogniseFormat(sources).name,
    warnings: [...warnings, ...instanceWarnings(changed.instance)],
  };
}

/** The instance, with its warnings as notes on stderr. */
export async function loadNoted(path: string, options: InstanceInputOptions, output: Output, told?: ReadOptions): Promise<Changed> {
  const { instance, changes, warnings } = await readInspected(path, options, told);
  for (const { message } of warnings) output.note(`warning: ${message}`);
  return { instance, ...(changes && { changes }) };
}
