/** The OpenAPI document, from operations.ts and the named schemas of schemas.ts. */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { packageVersion } from '../../src/node/version.ts';
import { catalogue } from '../../src/problem/errors.ts';
import { describeService } from '../../src/server/api-document.ts';
import { bodyTypes } from '../../src/server/body.ts';
import { defaultLimits } from '../../src/server/limits.ts';
import { problemType } from '../../src/server/problems.ts';
import { components, problemSchema } from './schemas.ts';

interface Header {
  readonly type: 'string' | 'integer';
  readonly description: string;
}

/** One answer of a route, as the document has it. */
export interface Answer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
  readonly headers?: Readonly<Record<string, Header>>;
}

export const jsonAnswer = (description: string, schema: z.ZodType, headers?: Answer['headers']): Answer => ({
  description,
  content: { 'application/json': { schema } },
  headers,
});

const retryHeader = { 'Retry-After': { type: 'integer', description: 'seconds after which it is worth to ask again' } } as const;

/** Problem documents of these statuses. */
export function problemAnswers(...statuses: readonly number[]): Record<number, Answer> {
  return Object.fromEntries(
    statuses.map((status) => {
      const titles = Object.values(catalogue).flatMap(({ http, title }) => (http === status ? [title] : []));
      const description = titles.length > 3 ? 'the request cannot be read' : titles.join('; or ');
      const headers = status === 429 || status === 503 ? retryHeader : undefined;
      return [status, { description, content: { [problemType]: { schema: problemSchema } }, headers }];
    }),
  );
}

/** Every route under /v1 may answer so. */
export const accessProblems = problemAnswers(401, 403, 421, 503);
/** The same for those that take a body. */
export const bodyProblems = { ...accessProblems, ...problemAnswers(400, 413, 415, 422, 429) };

type JsonSchema = Readonly<Record<string, unknown>>;

/** A body in its several types; `files`: whether an instance may be sent as a file of its own. */
function bodyContent(envelope: JsonSchema, files: boolean): JsonSchema {
  const binary = { type: 'string', format: 'binary' };
  const form = {
    type: 'object',
    properties: { instance: { type: 'array', items: binary }, plan: binary, options: { type: 'string' } },
    required: ['instance'],
  };
  const bare = { $ref: '#/components/schemas/InstanceInput' };
  const schemas: Record<string, JsonSchema> = {
    'application/json': files ? { anyOf: [envelope, bare] } : envelope,
    'multipart/form-data': form,
  };
  const types = files ? bodyTypes : Object.keys(schemas);
  return Object.fromEntries(types.map((type) => [type, { schema: schemas[type] ?? { type: 'string' } }]));
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** `base`: that of the zod type provider, which knows neither headers of answers nor bodies of several types. */
function transformOf(base: Transform): Transform {
  return (route) => {
    const { schema, url } = base(route) as {
      schema: Record<string, unknown> & { body?: JsonSchema; response?: Record<string, object> };
      url: string;
    };
    if (schema?.body) {
      const { files = true } = route.schema as { readonly files?: boolean };
      schema.body = { content: bodyContent(schema.body, files) };
    }
    const stated = (route.schema as { response?: Readonly<Record<string, Answer>> } | undefined)?.response ?? {};
    for (const [status, { headers }] of Object.entries(stated))
      if (headers && schema.response) Object.assign(schema.response[status], { headers });
    return { schema, url };
  };
}

/** Generators of clients take a field with a default for one that is always there, and require it; so the description names the default. */
function withoutDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { default: preset, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutDefaults(value)]));
  if (preset === undefined) return inner;
  const known = typeof inner.description === 'string' ? `${inner.description}; ` : '';
  return { ...inner, description: `${known}${JSON.stringify(preset)} by default` };
}

type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** `base`: that of the zod type provider, which names every schema twice, as it is sent and as it is received; unused names are left out. */
function transformObjectOf(base: TransformObject): TransformObject {
  return (given) => {
    const whole = base(given) as { components?: { schemas?: Record<string, unknown> }; paths?: unknown };
    const schemas = whole.components?.schemas ?? {};
    const used = new Set<string>();
    const follow = (value: unknown) => {
      for (const [, name] of JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        if (used.has(name)) continue;
        used.add(name);
        follow(schemas[name]);
      }
    };
    follow(whole.paths);
    const kept = Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) => (used.has(name) ? [[name, withoutDefaults(schema)]] : [])),
    );
    return { ...whole, components: { ...whole.components, schemas: kept } } as ReturnType<TransformObject>;
  };
}

/** Of a service without options. */
export async function apiDocument(operations: Readonly<Record<string, object>>): Promise<object> {
  const app = fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  const registry = { schemaRegistry: components };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'NEO-LRP', version: packageVersion, description: describeService(defaultLimits) },
      servers: [{ url: '/' }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'an API key: neo_…' } } },
      security: [{}, { key: [] }],
      tags: [
        { name: 'solve', description: 'Plans' },
        { name: 'jobs', description: 'Runs that outlive the request' },
        { name: 'instances', description: 'Instances and plans without a search' },
        { name: 'service', description: 'The service itself' },
      ],
    },
    transform: transformOf(createJsonSchemaTransform(registry)),
    transformObject: transformObjectOf(createJsonSchemaTransformObject(registry)),
  });
  app.register(async (scope) => {
    for (const [name, schema] of Object.entries(operations)) {
      const [method, url] = name.split(' ');
      scope.route({ method, url, exposeHeadRoute: false, schema, handler: () => {} });
    }
  });
  await app.ready();
  return app.swagger();
}
