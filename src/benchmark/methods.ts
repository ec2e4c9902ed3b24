/** A method of a benchmark is a named list of `neo-lrp solve` options, so that every record can be repeated by hand. */

import { crc32 } from 'node:zlib';
import { loadModelFiles } from '../node/model-files.ts';
import { modelOf } from '../pipeline/methods.ts';
import { NeoLrpError } from '../problem/errors.ts';

export interface Method {
  readonly name: string;
  readonly options: readonly string[];
  /** Checksum of its networks, so that runs of a retrained model are not mixed up with earlier ones. */
  readonly networks?: string;
}

/** Methods of an ablation. */
export interface Variants {
  readonly methods: readonly Method[];
  /** What cannot be compared here and why, a sentence each. */
  readonly missing: readonly string[];
}

/** Tables and colours keep this order. */
const known: Readonly<Record<string, string>> = {
  /** All stages, until the time is up. */
  full: '--method neo-ds',
  /** Neural-embedded MIP on sets that the search proposes, then a climb over allocations by routing them. */
  'neo-ds': '--method neo-ds --no-improve',
  'neo-gt': '--method neo-gt --no-improve',
  /** The same with facility location on direct distances, which proposes no neighbours. */
  flp: '--method flp --no-improve',
  /** The paper's pipeline: decide, then one CVRP per open depot. */
  'pure-ds': '--method neo-ds --pure',
  'pure-gt': '--method neo-gt --pure',
  'pure-flp': '--method flp --pure',
  'pure-radial': '--method radial --pure',
  /** The joint search alone, without a surrogate. */
  search: '--method search',
};

export const methodNames: readonly string[] = Object.keys(known);

/** Each item is a list of known names (`neo-ds,full`) or a custom method (`mine=--method neo-ds --model my-model`). */
export function parseMethods(items: readonly string[]): Method[] {
  const methods = items.flatMap((item) => {
    const own = /^([\w.+-]+)=(.*)$/s.exec(item);
    if (own) return [{ name: own[1], options: splitOptions(own[2]) }];
    return item
      .split(',')
      .filter((name) => name !== '')
      .map(knownMethod);
  });
  const twice = methods.find(({ name }, k) => methods.findIndex((other) => other.name === name) < k);
  if (twice) throw new NeoLrpError('E_USAGE', `the method '${twice.name}' is named twice`, { field: '--methods' });
  if (methods.length === 0) throw new NeoLrpError('E_USAGE', 'name at least one method', { field: '--methods' });
  return methods;
}

function knownMethod(name: string): Method {
  if (!Object.hasOwn(known, name))
    throw new NeoLrpError(
      'E_USAGE',
      `there is no method '${name}'; the methods are ${methodNames.join(', ')}, or NAME='OPTIONS OF SOLVE' for one of your own`,
      { field: '--methods', value: name },
    );
  return { name, options: splitOptions(known[name]) };
}

/** The methods with the checksums of their current networks. */
export const withNetworks = (methods: readonly Method[]): Promise<Method[]> =>
  Promise.all(
    methods.map(async (method) => {
      const model = modelAsked(method.options);
      const files = model === undefined ? undefined : await loadModelFiles(model);
      if (!files) return method;
      const networks = [files.phi, files.rho].map((bytes) => crc32(bytes).toString(16).padStart(8, '0')).join('');
      return { ...method, networks };
    }),
  );

function modelAsked(options: readonly string[]): string | undefined {
  const method = optionOf(options, '--method') ?? (endsWithRouting(options) ? 'neo-ds' : 'search');
  return optionOf(options, '--model') ?? (method === 'neo-ds' || method === 'neo-gt' ? modelOf[method] : undefined);
}

/** The value of an option; the last one counts. */
export const optionOf = (options: readonly string[], name: string): string | undefined =>
  options.includes(name) ? options[options.lastIndexOf(name) + 1] : undefined;

/** Without a search. */
export const endsWithRouting = (options: readonly string[]): boolean => options.includes('--no-improve') || options.includes('--pure');

const splitOptions = (text: string) => text.split(/\s+/).filter((part) => part !== '');
