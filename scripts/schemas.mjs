// Writes schemas/*.json from the zod schemas of the built package; runs at the end of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonSchemas } from '../dist/formats/schemas.js';

const folder = fileURLToPath(new URL('../schemas/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas())) writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);
