/** The version of this package. */
import { readFileSync } from 'node:fs';

export const packageVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
