/** For callers without types. Does not need the schemas, so that a map bundles without them. */
import { NeoLrpError } from './errors.ts';
import type { Instance } from './instance.ts';

/** Refuses at the door what would end in a TypeError: something that lacks these parts of an instance. */
export function requireInstanceShape(
  value: Instance,
  parts: readonly (keyof Instance)[] = ['depots', 'customers', 'travel', 'rules'],
): Instance {
  if (parts.every((part) => typeof value?.[part] === 'object' && value[part] !== null)) return value;
  throw new NeoLrpError('E_USAGE', 'expected an instance, as createInstance or a reader returns it', { field: 'instance' });
}
