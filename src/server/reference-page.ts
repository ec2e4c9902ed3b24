/** The OpenAPI document as one page of HTML: no scripts, nothing from elsewhere. */
import { catalogue } from '../problem/errors.ts';
import { escapeXml } from '../report/svg.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export const referenceStyle = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, 'Helvetica Neue', Arial, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-bottom: 1px solid #8886 } h3 { margin: 2rem 0 0; font-size: 1.05rem } h3 code { font-size: 1rem }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem } th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8883 }
th { font-weight: 600 } code { font-family: ui-monospace, monospace; font-size: 0.85rem } .method { text-transform: uppercase; font-weight: 700 }
details { margin: 0.5rem 0 } summary { cursor: pointer } nav a { margin-right: 1rem } .faint { opacity: 0.7 }
`;

export function referencePage({ info, tags = [], paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description = name }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    return `<h2 id="${name}">${escapeXml(description)}</h2>${own.map(operationSection).join('')}`;
  });
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => schemaSection(name, schema));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(info.title)} API</title><style>${referenceStyle}</style></head>
<body><h1>${escapeXml(info.title)} API <span class="faint">${escapeXml(info.version)}</span></h1>
<p>${escapeXml(info.description ?? '')}</p>
<nav>${tags.map(({ name, description = name }) => `<a href="#${name}">${escapeXml(description)}</a>`).join('')}<a href="#schemas">Schemas</a><a href="#errors">Errors</a><a href="/openapi.json">openapi.json</a></nav>
${sections.join('\n')}
<h2 id="schemas">Schemas</h2>${schemas.join('')}
<h2 id="errors">Errors</h2>${errorTable()}
</body></html>
`;
}

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const inputs = parameters.map(({ name, in: where, required, description: told = '', schema }) => [
    `<code>${escapeXml(name)}</code>${required ? '' : ' <span class="faint">optional</span>'}`,
    escapeXml(where),
    typeOf(schema),
    escapeXml(told || (schema.description ?? '')),
  ]);
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
    `<code>${escapeXml(type)}</code>`,
    'body',
    typeOf(schema),
    '',
  ]);
  const answers = Object.entries(responses).map(([status, { description: told, content = {} }]) => [
    status,
    escapeXml(told),
    Object.entries(content)
      .map(([type, { schema }]) => `<code>${escapeXml(type)}</code> ${typeOf(schema)}`)
      .join('<br>'),
  ]);
  return `<h3><code><span class="method">${method}</span> ${escapeXml(path)}</code> ${escapeXml(summary)}</h3><p>${escapeXml(description)}</p>
${inputs.length + bodies.length > 0 ? table(['input', 'in', 'type', ''], [...inputs, ...bodies]) : ''}
<details><summary>Answers</summary>${table(['status', '', 'type'], answers)}</details>`;
}

function schemaSection(name: string, schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([field, inner]) => [
    `<code>${escapeXml(field)}</code>${schema.required?.includes(field) ? '' : ' <span class="faint">optional</span>'}`,
    typeOf(inner),
    escapeXml(inner.description ?? ''),
  ]);
  return `<details id="schema-${escapeXml(name)}"><summary><code>${escapeXml(name)}</code> ${escapeXml(schema.description ?? schema.title ?? '')}</summary>${
    rows.length > 0 ? table(['field', 'type', ''], rows) : typeOf(schema)
  }</details>`;
}

/** Levels of nesting that are spelled out in a line. */
const deepest = 3;

function typeOf(schema: Schema, depth = 0): string {
  const { $ref, enum: values, const: only, anyOf, oneOf, items, properties, additionalProperties, type, format } = schema;
  if ($ref !== undefined) {
    const name = escapeXml($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (only !== undefined) return `<code>${escapeXml(JSON.stringify(only))}</code>`;
  if (values) return values.map((value) => `<code>${escapeXml(JSON.stringify(value))}</code>`).join(' | ');
  const options = anyOf ?? oneOf;
  if (options) return options.map((option) => typeOf(option, depth)).join(' | ');
  if (items) return `list of ${typeOf(items, depth)}`;
  if (properties && depth < deepest)
    return `{ ${Object.entries(properties)
      .map(([name, inner]) => `${escapeXml(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(inner, depth + 1)}`)
      .join(', ')} }`;
  if (typeof additionalProperties === 'object') return `object of ${typeOf(additionalProperties, depth)}`;
  return escapeXml(
    [[type ?? 'any'].flat().join(' | '), format === undefined ? '' : `(${format})`, rangeText(schema)].filter(Boolean).join(' '),
  );
}

function rangeText({ minimum, maximum, default: preset }: Schema): string {
  const parts = [
    minimum !== undefined && Math.abs(minimum) < Number.MAX_SAFE_INTEGER ? `from ${minimum}` : '',
    maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : '',
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const errorTable = () =>
  table(
    ['code', 'status', ''],
    Object.entries(catalogue).map(([code, { http, title }]) => [`<code id="${code}">${code}</code>`, String(http), escapeXml(title)]),
  );

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`;
