import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../src/formats/schemas.ts';

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url));

describe('published JSON Schemas', () => {
  it('are those of the sources', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
    const published = Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(folder + name, 'utf8'))]));
    expect(published).toEqual(jsonSchemas());
  });

  it('require what has no default, and no more', () => {
    expect(jsonSchemas()['instance.schema.json']).toMatchObject({
      title: 'NEO-LRP instance',
      required: ['name', 'depots', 'customers', 'vehicleCapacity'],
      additionalProperties: false,
    });
    expect(jsonSchemas()['plan.schema.json']).toMatchObject({ required: ['routes'] });
  });
});
