/** Names of columns and settings without what people vary: case, accents, blanks, punctuation, and units in brackets. */
export const foldName = (name: string, dropped: RegExp = /[^a-z]/g): string =>
  name
    .replace(/[([].*?[)\]]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('/', 'per')
    .replaceAll('ł', 'l')
    .replace(dropped, '');
