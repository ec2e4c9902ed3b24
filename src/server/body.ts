/**
 * Request bodies become values of the library: `{ "instance", … }` in JSON, an instance file of any known format, or several files as a
 * form. Faults name the line of the body, as they would that of a file.
 */
import type { z } from 'zod';
import { decodeFile, decodeText } from '../formats/decode.ts';
import { readPlan } from '../formats/plan.ts';
import { type ReadOptions, readInstance, recogniseFormat } from '../formats/read.ts';
import { Source, type SourceFile } from '../formats/source.ts';
import { NeoLrpError, retelling } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../problem/instance.ts';
import { type Plan, planSchema } from '../problem/plan.ts';
import { firstIssue } from '../problem/schema-fault.ts';

export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What a body says. Members are judged when they are asked for. */
export interface Request {
  /** Name of the format that the instance is in. */
  format(): string;
  instance(options: ReadOptions): Instance;
  /** The instance is needed where a plan counts customers instead of naming them. */
  plan(instance: Instance): Plan;
  /** A further member by the schema; undefined where the body has none. */
  member<T>(name: string, schema: z.ZodType<T>): T | undefined;
}

const json = 'application/json';
const form = 'multipart/form-data';
/** Types of files, with an extension that helps where the content leaves a doubt. */
const fileTypes: Readonly<Record<string, string>> = {
  'application/geo+json': '.geojson',
  'text/csv': '.csv',
  'text/plain': '',
  'application/octet-stream': '',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** Content types that can be read, without parameters. */
export const bodyTypes: readonly string[] = [json, ...Object.keys(fileTypes), form];

const essence = (contentType: string) => contentType.split(';')[0].trim().toLowerCase();
export const isReadable = (contentType: string): boolean => bodyTypes.includes(essence(contentType));

/** `members`: those that the JSON envelope may have, besides the instance. `most`: customers, and depots, that are not too many. */
export async function readBody({ contentType, bytes }: Body, members: readonly string[], most: number): Promise<Request> {
  const type = essence(contentType);
  if (type === form) return readForm({ contentType, bytes });
  if (type !== json) return fromFiles(await decodeFile({ name: `body${fileTypes[type] ?? ''}`, bytes }));
  const source = new Source(decodeText({ name: 'body', bytes }));
  const envelope = isEnvelope(source, members);
  requireFew(envelope ? source.member('instance') : source.json, most);
  return envelope ? fromEnvelope(source, members) : fromFiles([source]);
}

/** Refuses before the work of judging each of them. */
export function requireFew(instance: unknown, most: number): void {
  for (const kind of ['customers', 'depots'] as const) {
    const list = (instance as Partial<Record<typeof kind, unknown>> | null | undefined)?.[kind];
    if (Array.isArray(list) && list.length > most)
      throw new NeoLrpError(
        'E_TOO_LARGE',
        `${list.length} ${kind} are more than the ${most} that this service allows; cut the instance into regions`,
        { field: kind },
      );
  }
}

/** Whatever names a member of the envelope is meant as one. */
const isEnvelope = (source: Source, members: readonly string[]) =>
  ['instance', ...members].some((name) => source.member(name) !== undefined) &&
  !['depots', 'customers', 'features'].some((name) => source.member(name) !== undefined);

function fromEnvelope(source: Source, members: readonly string[]): Request {
  const value = source.json as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(value).find((key) => key !== 'instance' && !members.includes(key));
  if (unknown !== undefined)
    throw source.fault('E_SYNTAX', `there is no field '${unknown}'; there are instance, ${members.join(', ')}`, { field: unknown });
  const member = <T>(name: string, read: (value: unknown) => T): T => source.locating(() => within(name, () => read(value[name])));
  return {
    format: () => 'json',
    instance: (options) => {
      requireNoFileOptions(options);
      return member('instance', (instance) => createInstance(instance as InstanceInput));
    },
    plan: () => member('plan', (plan) => parsed(planSchema, plan)),
    member: (name, schema) => (value[name] === undefined ? undefined : member(name, (found) => parsed(schema, found))),
  };
}

/** An instance in JSON says everything itself. */
function requireNoFileOptions({ format, ignore, vehicleCapacity, vehicleCost }: ReadOptions): void {
  const [field] = Object.entries({ format, ignore, vehicleCapacity, vehicleCost }).find(([, value]) => value !== undefined) ?? [];
  if (field !== undefined)
    throw new NeoLrpError('E_USAGE', 'this is for instances that are sent as files; change the instance in the body instead', { field });
}

function fromFiles(files: readonly SourceFile[], plan?: SourceFile, options?: Source): Request {
  return {
    format: () => recogniseFormat(files).name,
    instance: (read) => readInstance(files, read),
    plan: (instance) => {
      if (plan) return readPlan(plan, instance);
      throw new NeoLrpError('E_USAGE', 'there is no plan; send { "instance", "plan" } as JSON, or a form with files instance and plan', {
        field: 'plan',
      });
    },
    member: (name, schema) => (options && name === 'options' ? options.locating(() => parsed(schema, options.json)) : undefined),
  };
}

/** Files named `instance`, one or several; a file `plan`; `options` as JSON. */
async function readForm({ contentType, bytes }: Body): Promise<Request> {
  const sent = await new Response(bytes.slice(), { headers: { 'Content-Type': contentType } }).formData().catch((cause: unknown) => {
    throw new NeoLrpError('E_SYNTAX', 'the form cannot be read; is its boundary the one that the Content-Type names?', {}, { cause });
  });
  const unknown = [...new Set(sent.keys())].find((name) => !['instance', 'plan', 'options'].includes(name));
  if (unknown !== undefined) throw new NeoLrpError('E_USAGE', 'a form has the parts instance, plan and options', { field: unknown });
  const files = async (part: string) =>
    Promise.all(
      sent.getAll(part).map(async (value) => ({
        name: typeof value === 'string' || value.name === 'blob' ? part : value.name,
        bytes: typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(await value.arrayBuffer()),
      })),
    );
  const instance = await Promise.all((await files('instance')).map(decodeFile));
  const [plan] = await files('plan');
  const [options] = await files('options');
  return fromFiles(instance.flat(), plan && decodeText(plan), options && new Source(decodeText(options)));
}

/** Throws what the schema finds wrong. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) throw firstIssue(error, value);
  return data;
}

/** Faults of a member are faults of the body, a level further in. */
const within = <T>(name: string, work: () => T): T =>
  retelling(work, (error) => error.map(({ place }) => ({ ...place, field: place.field === undefined ? name : `${name}.${place.field}` })));
