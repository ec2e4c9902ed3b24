/** Names of columns and settings without what people vary: case, accents, blanks, punctuation, and units in brackets. */
export const foldName = (name: string, dropped: RegExp = /[^a-z]/g): string =>
  name
    .replace(/[([][^()[\]]*[)\]]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('/', 'per')
    .replaceAll('ł', 'l')
    .replace(dropped, '');

/** What stands before a unit at the end: 'max distance' of 'max distance km'. */
export function withoutLastWord(name: string): string {
  const words = name.trim().split(/[\s_]+/);
  return words.length > 1 ? words.slice(0, -1).join(' ') : name;
}
