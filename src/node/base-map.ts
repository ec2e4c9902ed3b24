/** The base map that comes with this package. */
import { fileURLToPath } from 'node:url';
import type { Instance } from '../problem/instance.ts';
import { isGeographic } from '../problem/travel.ts';
import type { BaseMap } from '../report/base-map.ts';
import { decodeBaseMap } from '../report/world-map.ts';
import { loadBytes } from './files.ts';

/** The folder lies beside both src/ and dist/. */
const file = fileURLToPath(new URL('../../maps/world.bin', import.meta.url));

let loaded: Promise<BaseMap> | undefined;

/** Land, water, borders and towns for `drawMap`, from this package: no host is asked. */
export function loadBaseMap(): Promise<BaseMap> {
  loaded ??= loadBytes(file).then(decodeBaseMap);
  return loaded;
}

/** For maps in longitude and latitude. */
export const baseFor = async ({ travel }: Instance): Promise<BaseMap | undefined> =>
  isGeographic(travel) ? await loadBaseMap() : undefined;
