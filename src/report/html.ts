/** Pages and tables in HTML; all text is escaped. */
import { type Attributes, element, escapeXml } from './svg.ts';

export interface Head {
  readonly text: string;
  readonly isNumber?: boolean;
}

/** A text, or one with small print below. */
export type HtmlCell = string | { readonly text: string; readonly small: string };

export interface HtmlRow {
  readonly cells: readonly HtmlCell[];
  readonly class?: string;
}

export function htmlTable(heads: readonly Head[], rows: readonly HtmlRow[], caption?: string): string {
  const styleOf = ({ isNumber }: Head) => ({ class: isNumber ? 'number' : undefined });
  const content = (cell: HtmlCell) => {
    if (typeof cell === 'string') return escapeXml(cell);
    return escapeXml(cell.text) + (cell.small === '' ? '' : element('small', {}, escapeXml(cell.small)));
  };
  const head = heads.map((one) => element('th', styleOf(one), escapeXml(one.text)));
  const body = rows.map((row) =>
    element('tr', { class: row.class }, ...row.cells.map((cell, k) => element('td', styleOf(heads[k]), content(cell)))),
  );
  return element(
    'table',
    {},
    ...(caption === undefined ? [] : [element('caption', {}, escapeXml(caption))]),
    element('thead', {}, element('tr', {}, ...head)),
    `\n${element('tbody', {}, ...body.map((row) => `${row}\n`), '')}\n`,
  );
}

export const paragraph = (content: string, attributes: Attributes = {}): string => element('p', attributes, escapeXml(content));

export const htmlPage = (title: string, language: string, style: string, body: readonly string[]): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${style}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
