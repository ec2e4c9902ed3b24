/** Several names in one cell. */
import { parseJson } from './json-text.ts';

/** With commas, semicolons, bars or line ends between them, or a JSON list where names hold such marks. */
export function listIn(text: string): string[] {
  if (text.trim().startsWith('[')) return (parseJson(text) as unknown[]).map(String);
  return text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const listText = (names: readonly string[]): string =>
  names.every((name) => /^[^\s,;|[][^,;|\n]*$/.test(name) && name === name.trim()) ? names.join(', ') : JSON.stringify(names);
