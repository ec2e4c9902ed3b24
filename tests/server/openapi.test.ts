/** What the service says of itself is what it is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../scripts/api/document.ts';
import { operations } from '../../scripts/api/operations.ts';
import type { JobStore } from '../../src/jobs/store.ts';
import { catalogue } from '../../src/problem/errors.ts';
import { defaultLimits } from '../../src/server/limits.ts';
import { createService } from '../../src/server/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shipped = JSON.parse(readFileSync(`${root}schemas/openapi.json`, 'utf8'));

describe('the description of the API', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    // None of these routes asks the database.
    app = await createService({
      opening: Promise.resolve({} as JobStore),
      limits: defaultLimits,
      host: 'localhost',
      names: [],
      keyRequired: false,
      page: { folder: root },
      onDefect: () => {},
    });
  });
  afterAll(() => app.close());
  const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });

  it('is the one that comes with the package, and follows from the schemas', async () => {
    const { statusCode, body } = await get('/openapi.json');
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual(shipped);
    expect(JSON.parse(JSON.stringify(await apiDocument(operations)))).toEqual(shipped);
  });

  it('has every route of the service, and no other', () => {
    const stated = Object.keys(operations).map((name) => name.split(' '));
    for (const [method, url] of stated) expect(app.hasRoute({ method: method as 'GET', url }), `${method} ${url}`).toBe(true);
    const paths = Object.keys(shipped.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(new Set(stated.map(([, url]) => url))).toEqual(new Set(paths));
    const printed = app.printRoutes({ commonPrefix: false });
    const count = [...printed.matchAll(/\(([A-Z, ]+)\)$/gm)].flatMap(([, methods]) =>
      methods.split(', ').filter((name) => name !== 'HEAD'),
    );
    expect(count, printed).toHaveLength(stated.length);
  });

  it('lets generated clients leave out what has a default', async () => {
    const { components } = JSON.parse((await get('/openapi.json')).body);
    expect(JSON.stringify(components)).not.toContain('"default":');
    expect(components.schemas.InstanceInput.required).toEqual(['name', 'depots', 'customers']);
    expect(components.schemas.InstanceInput.properties.vehicleCost.description).toMatch(/0 by default$/);
    const types = readFileSync(`${root}examples/clients/typescript/api.ts`, 'utf8');
    expect(types).toMatch(/\bvehicleCost\?: number/);
  });

  it('can be read without scripts, styles or fonts from elsewhere', async () => {
    const { body, headers } = await get('/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).not.toMatch(/<script|src=|href="http|url\(/);
    for (const path of Object.keys(shipped.paths)) expect(body).toContain(path);
    for (const code of Object.keys(catalogue)) expect(body).toContain(`id="${code}"`);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
  });

  it('names every answer that a route can give beside its own', () => {
    for (const [path, methods] of Object.entries(shipped.paths))
      for (const [method, operation] of Object.entries(methods as Record<string, { responses: object; summary?: string }>)) {
        expect(Object.keys(operation.responses), `${method} ${path}`).toContain('421');
        expect(operation.summary, `${method} ${path}`).toBeTruthy();
      }
  });
});
