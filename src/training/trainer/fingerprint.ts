/** A short hash of a sample set, so that a checkpoint is only resumed on the data it was made with. Not cryptographic. */
import type { SampleSet } from '../sample.ts';

export function fingerprint(set: SampleSet): string {
  let hash = 0x811c9dc5;
  for (const array of [set.start, set.x, set.y, set.load, set.spread, set.travel, set.routes]) {
    const words = new Int32Array(array.buffer, array.byteOffset, array.byteLength >> 2);
    for (let k = 0; k < words.length; k++) hash = Math.imul(hash ^ words[k], 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
