/** Our own JSON, the one format that holds every instance whole. */
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

  // createInstance validates; its input type is only a promise until then.
  read([source]) {
    return source.locating(() => createInstance(source.json as InstanceInput));
  },

  write: (instance) => [{ name: `${fileNameOf(instance.name)}.json`, text: `${formatJson(instance)}\n` }],
};
