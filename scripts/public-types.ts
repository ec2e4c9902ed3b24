// Writes the types of instances and plans into the declarations as named interfaces, with what the schemas say of each field, so that editors
// show it. A part of the build, after tsc: node scripts/run.mjs scripts/public-types.ts dist/types
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { customerSchema, depotSchema, instanceSchema, rulesSchema, travelSchema, unitsSchema } from '../src/problem/instance.ts';
import { costSchema, planSchema } from '../src/problem/plan.ts';
import { vehicleSchema } from '../src/problem/vehicle-schema.ts';

type Schema = z.core.$ZodType;
type Side = 'input' | 'output';

/** By the file of the declarations: what each schema describes. */
const files: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'problem/instance.d.ts': {
    Depot: depotSchema,
    Customer: customerSchema,
    Vehicle: vehicleSchema,
    Units: unitsSchema,
    Travel: travelSchema,
    Rules: rulesSchema,
    Instance: instanceSchema,
  },
  'problem/plan.d.ts': { CostBreakdown: costSchema, Plan: planSchema },
};
/** `Input` follows the name on the way in. */
const named = new Map(Object.values(files).flatMap((types) => Object.entries(types).map(([name, schema]) => [schema, name] as const)));
/** Optional in a file, but always there once it is read. */
const derived = ['vehicleCapacity'];

const nameOf = (schema: Schema, side: Side) => `${named.get(schema)}${side === 'input' ? 'Input' : ''}`;

/** What is inside of optional, nullable and default. */
function* layers(schema: Schema): Generator<z.core.$ZodTypes> {
  for (let at: Schema | undefined = schema; at; ) {
    const layer: z.core.$ZodTypes = at as z.core.$ZodTypes;
    yield layer;
    at = 'innerType' in layer._zod.def ? (layer._zod.def.innerType as Schema) : undefined;
  }
}

export const descriptionOf = (schema: Schema): string | undefined =>
  [...layers(schema)].map((layer) => z.globalRegistry.get(layer)?.description).find((text) => text !== undefined);

const isOptional = (schema: Schema, side: Side) =>
  [...layers(schema)].some(
    ({ _zod: { def } }) => def.type === 'optional' || (side === 'input' && (def.type === 'default' || def.type === 'prefault')),
  );

const listOf = (element: string) => `readonly ${/[ |]/.test(element) ? `(${element})` : element}[]`;

function typeOf(schema: Schema, side: Side): string {
  if (named.has(schema)) return nameOf(schema, side);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return def.type;
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'enum':
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(' | ');
    case 'nullable':
      return `${typeOf(def.innerType, side)} | null`;
    case 'optional':
    case 'default':
    case 'prefault':
      return typeOf(def.innerType, side);
    case 'array':
      return listOf(typeOf(def.element, side));
    case 'tuple':
      return `readonly [${def.items.map((item) => typeOf(item, side)).join(', ')}]`;
    case 'record':
      return `Readonly<Record<string, ${typeOf(def.valueType, side)}>>`;
    case 'union':
      return optionsOf(schema as z.core.$ZodUnion, side);
    case 'object':
      return bodyOf(schema, side);
    case 'pipe':
      // An id: numbers become texts.
      return side === 'input' ? typeOf(def.in, side) : 'string';
    default:
      throw new Error(`no type for ${def.type}`);
  }
}

const optionsOf = (schema: z.core.$ZodUnion, side: Side): string =>
  schema._zod.def.options
    // What is read into another option does not come out.
    .filter((option) => side === 'input' || (option as z.core.$ZodTypes)._zod.def.type !== 'pipe')
    .map((option) => typeOf(option, side))
    .join(' | ');

function bodyOf(schema: Schema, side: Side): string {
  const { shape, catchall } = (schema as z.core.$ZodObject)._zod.def;
  const fields = Object.entries(shape).map(([name, field]) => {
    const doc = descriptionOf(field);
    const optional = isOptional(field, side) && !(side === 'output' && derived.includes(name));
    const type = typeOf(field, side);
    return `${doc ? `    /** ${doc[0].toUpperCase()}${doc.slice(1)}. */\n` : ''}    readonly ${name}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''};\n`;
  });
  const others = catchall?._zod.def.type === 'unknown' ? '    readonly [other: string]: unknown;\n' : '';
  return `{\n${fields.join('')}${others}}`;
}

/** As they stand in a file of the declarations. */
function publicTypes(file: string): string {
  const declare = (schema: Schema, side: Side) =>
    (schema as z.core.$ZodTypes)._zod.def.type === 'object'
      ? `export interface ${nameOf(schema, side)} ${bodyOf(schema, side)}\n`
      : `export type ${nameOf(schema, side)} = ${optionsOf(schema as z.core.$ZodUnion, side)};\n`;
  const sides: readonly Side[] = file === 'problem/instance.d.ts' ? ['output', 'input'] : ['output'];
  return Object.values(files[file])
    .flatMap((schema) => sides.map((side) => declare(schema, side)))
    .join('');
}

const [, , folder] = process.argv;
for (const [file, types] of Object.entries(folder === 'dist/types' ? files : {})) {
  const path = `${folder}/${file}`;
  const names = Object.keys(types).flatMap((name) => [name, `${name}Input`]);
  const aliases = new RegExp(`export type (${names.join('|')}) = [^;{]*(?:\\{[^}]*\\})?[^;{]*;\n`, 'g');
  const imports = file === 'problem/plan.d.ts' ? "import type { Units } from './instance.ts';\n" : '';
  writeFileSync(path, imports + readFileSync(path, 'utf8').replace(aliases, '') + publicTypes(file));
}
