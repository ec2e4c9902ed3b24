// Writes schemas/*.json from the zod schemas of the built package: of the formats, and of the API as it is without options. Runs at the
// end of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonSchemas } from '../dist/formats/schemas.js';
import { defaultLimits } from '../dist/server/limits.js';
import { createService } from '../dist/server/service.js';

const folder = fileURLToPath(new URL('../schemas/', import.meta.url));
mkdirSync(folder, { recursive: true });
// No route is called, so that no database is needed.
const service = await createService({
  store: {},
  limits: defaultLimits,
  host: 'localhost',
  names: [],
  keyRequired: false,
  page: { folder },
  onDefect() {},
});
const documents = { ...jsonSchemas(), 'openapi.json': service.swagger() };
await service.close();
for (const [name, schema] of Object.entries(documents)) writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);
