/** The OpenAPI document as one page of HTML: no scripts, nothing from elsewhere. */
import { catalogue } from '../../src/problem/errors.ts';
import { escapeXml } from '../../src/report/svg.ts';

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

const referenceStyle = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, 'Helvetica Neue', Arial, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-bottom: 1px solid #8886 } h3 { margin: 2rem 0 0; font-size: 1.05rem } h3 code { font-size: 1rem }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem } th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8883 }
th { font-weight: 600 } code { font-family: ui-monospace, monospace; font-size: 0.85rem } .method { text-transform: uppercase; font-weight: 700 }
details { margin: 0.5rem 0 } summary { cursor: pointer } nav a { margin-right: 1rem } .faint { opacity: 0.7 }
`;

/** Text of HTML, in which the values of a template are escaped unless they are HTML themselves. */
class Html {
  constructor(readonly text: string) {}
}
type Part = string | number | Html | readonly Html[];

const textOf = (part: Part): string =>
  part instanceof Html ? part.text : typeof part === 'object' ? part.map(textOf).join('') : escapeXml(String(part));
const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, k) => text + (k < parts.length ? textOf(parts[k]) : '')).join(''));
const join = (parts: readonly Part[], between: string): Html => new Html(parts.map(textOf).join(between));

export function referencePage({ info, tags = [], paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description = name }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    return html`<h2 id="${name}">${description}</h2>${own.map(operationSection)}`;
  });
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => schemaSection(name, schema));
  const errors = Object.entries(catalogue).map(([code, { http, title }]) => [html`<code id="${code}">${code}</code>`, http, title]);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${info.title} API</title><style>${new Html(referenceStyle)}</style></head>
<body><h1>${info.title} API <span class="faint">${info.version}</span></h1>
<p>${info.description ?? ''}</p>
<nav>${tags.map(({ name, description = name }) => html`<a href="#${name}">${description}</a>`)}<a href="#schemas">Schemas</a><a href="#errors">Errors</a><a href="/openapi.json">openapi.json</a></nav>
${sections}
<h2 id="schemas">Schemas</h2>${schemas}
<h2 id="errors">Errors</h2>${table(['code', 'status', ''], errors)}
</body></html>
`.text;
}

const optional = (required: boolean | undefined): Part => (required ? '' : html` <span class="faint">optional</span>`);

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const inputs = [
    ...parameters.map((parameter) => [
      html`<code>${parameter.name}</code>${optional(parameter.required)}`,
      parameter.in,
      typeOf(parameter.schema),
      parameter.description ?? parameter.schema.description ?? '',
    ]),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [html`<code>${type}</code>`, 'body', typeOf(schema), '']),
  ];
  const answers = Object.entries(responses).map(([status, { description: meaning, content = {} }]) => {
    const types = Object.entries(content).map(([type, { schema }]) => html`<code>${type}</code> ${typeOf(schema)}`);
    return [status, meaning, join(types, '<br>')];
  });
  return html`<h3><code><span class="method">${method}</span> ${path}</code> ${summary}</h3><p>${description}</p>
${inputs.length > 0 ? table(['input', 'in', 'type', ''], inputs) : ''}
<details><summary>Answers</summary>${table(['status', '', 'type'], answers)}</details>`;
}

function schemaSection(name: string, schema: Schema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([field, inner]) => [
    html`<code>${field}</code>${optional(schema.required?.includes(field))}`,
    typeOf(inner),
    inner.description ?? '',
  ]);
  const content = rows.length > 0 ? table(['field', 'type', ''], rows) : typeOf(schema);
  return html`<details id="schema-${name}"><summary><code>${name}</code> ${schema.description ?? schema.title ?? ''}</summary>${content}</details>`;
}

/** Levels of nesting that are spelled out in a line. */
const deepest = 3;

function typeOf(schema: Schema, depth = 0): Html {
  const { $ref, enum: values, const: only, anyOf, oneOf, items, properties, additionalProperties, type, format } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const literals = only === undefined ? values : [only];
  if (literals)
    return join(
      literals.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    );
  const options = anyOf ?? oneOf;
  if (options)
    return join(
      options.map((option) => typeOf(option, depth)),
      ' | ',
    );
  if (items) return html`list of ${typeOf(items, depth)}`;
  if (properties && depth < deepest) {
    const fields = Object.entries(properties).map(
      ([name, inner]) => html`${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(inner, depth + 1)}`,
    );
    return html`{ ${join(fields, ', ')} }`;
  }
  if (typeof additionalProperties === 'object') return html`object of ${typeOf(additionalProperties, depth)}`;
  return join([[type ?? 'any'].flat().join(' | '), format === undefined ? '' : `(${format})`, rangeText(schema)].filter(Boolean), ' ');
}

function rangeText({ minimum, maximum, default: preset }: Schema): string {
  const bounded = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const parts = [
    bounded(minimum) ? `from ${minimum}` : '',
    bounded(maximum) ? `to ${maximum}` : '',
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const table = (heads: readonly string[], rows: readonly (readonly Part[])[]): Html =>
  html`<table><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table>`;
