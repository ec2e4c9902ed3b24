/** Our own JSON format, which can express every instance. */
import { createInstance, type InstanceInput } from '../problem/instance.ts';
import type { InstanceFormat } from './format.ts';
import { formatJson } from './json-text.ts';
import { fileNameOf } from './source.ts';

export const jsonFormat: InstanceFormat = {
  name: 'json',
  title: 'NEO-LRP JSON',
  extensions: ['.json'],
  lossless: 'every instance',

  recognises: (source) =>
    source.member('format') === 'neo-lrp/instance' || source.member('customers') !== undefined || source.member('depots') !== undefined,

  // createInstance validates the input, whatever its type says.
  read([source]) {
    return source.locating(() => createInstance(source.json as InstanceInput));
  },

  write: (instance) => [{ name: `${fileNameOf(instance.name)}.json`, text: `${formatJson(instance)}\n` }],
};
