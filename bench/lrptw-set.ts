/** Writes the set LRPTW, one JSON file an instance: `node scripts/run.mjs bench/lrptw-set.ts --out lrptw`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeInstance } from '../src/formats/write.ts';
import { lrptwCase, lrptwCount } from './lrptw-cases.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'lrptw' } } });
mkdirSync(values.out, { recursive: true });
for (let index = 0; index < lrptwCount; index++) {
  const { instance } = lrptwCase(index);
  const [{ text }] = writeInstance(instance, 'json');
  writeFileSync(join(values.out, `${instance.name}.json`), text);
}
console.log(`${values.out}: ${lrptwCount} instances`);
