/** Words of workbooks, sheets and reports, by language: `words.json` lists them in the order of `languages`. */
import { type Language, languages } from '../problem/languages.ts';
import table from './words.json' with { type: 'json' };

export type Words = Readonly<Record<keyof typeof table, string>>;

const inLanguage = (language: Language, spell: (word: string) => string): Words => {
  const k = languages.indexOf(language);
  return Object.fromEntries(Object.entries(table).map(([key, words]) => [key, spell(words[k])])) as Words;
};

export const wordsOf = (language: Language = 'en'): Words => inLanguage(language, (word) => word);

/** As a heading. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** All of them so. */
export const headings = (language: Language = 'en'): Words => inLanguage(language, capitalised);
