/** Writes SVG so that the same drawing has the same bytes everywhere. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? decimal(value) : escapeXml(String(value))}"`)
    .join('');
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`;
}

export const text = (content: string, attributes: Attributes): string => element('text', attributes, escapeXml(content));

/** Two decimals: a hundredth of a pixel is finer than any screen, and coarse enough to be the same on every machine. */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100 || 0);

export const pathThrough = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${decimal(x)} ${decimal(y)}`).join('');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes markup. Characters that XML 1.0 forbids (control characters, lone surrogates) become U+FFFD. */
export function escapeXml(content: string): string {
  return content
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (mark) => entities[mark]);
}
