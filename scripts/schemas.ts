// Writes schemas/*.json from the zod schemas: of the formats, and of the API as it is without options. A part of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { jsonSchemas } from '../src/formats/schemas.ts';
import { defaultLimits } from '../src/server/limits.ts';
import { createService } from '../src/server/service.ts';

const folder = 'schemas/';
mkdirSync(folder, { recursive: true });
// No route is called, so that no database is needed.
const service = await createService({
  opening: Promise.resolve({} as never),
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
