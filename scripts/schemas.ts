// Writes schemas/: JSON Schemas of the formats, and the API as it is without options as OpenAPI and as a page. A part of the build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { jsonSchemas } from '../src/formats/schemas.ts';
import { apiDocument } from './api/document.ts';
import { operations } from './api/operations.ts';
import { type OpenApiDocument, referencePage } from './api/page.ts';

const folder = 'schemas/';
mkdirSync(folder, { recursive: true });
const api = await apiDocument(operations);
const documents = { ...jsonSchemas(), 'openapi.json': api };
for (const [name, schema] of Object.entries(documents)) writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);
writeFileSync(`${folder}api.html`, referencePage(api as OpenApiDocument));
