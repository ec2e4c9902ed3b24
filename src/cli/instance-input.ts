/** How commands read an instance: columns to ignore, and warnings for a person. */
import type { Command } from 'commander';
import { loadSources } from '../files.ts';
import type { ReadWarning } from '../formats/attention.ts';
import { type ReadOptions, readInstance, recogniseFormat } from '../formats/read.ts';
import type { Instance } from '../problem/instance.ts';
import { type InstanceWarning, instanceWarnings } from '../problem/warnings.ts';
import type { Output } from './output.ts';

export interface InstanceInputOptions {
  readonly ignore?: readonly string[];
}

export const addInstanceOptions = (command: Command): Command =>
  command.option(
    '--ignore <column>',
    'plan without this column of a table, which is kept as a detail (repeatable)',
    (name, names: readonly string[] = []) => [...names, name],
  );

export interface InspectedInstance {
  readonly instance: Instance;
  /** Name of the format. */
  readonly format: string;
  readonly warnings: readonly (ReadWarning | InstanceWarning)[];
}

export async function readInspected(path: string, options: ReadOptions): Promise<InspectedInstance> {
  const sources = await loadSources(path);
  const warnings: ReadWarning[] = [];
  const instance = readInstance(sources, { ...options, onWarning: (warning) => warnings.push(warning) });
  return { instance, format: options.format ?? recogniseFormat(sources).name, warnings: [...warnings, ...instanceWarnings(instance)] };
}

/** The instance, with its warnings as notes on stderr. */
export async function loadNoted(path: string, options: ReadOptions, output: Output): Promise<Instance> {
  const { instance, warnings } = await readInspected(path, options);
  for (const { message } of warnings) output.note(`warning: ${message}`);
  return instance;
}
