/** Words of maps, workbooks, sheets and reports, by language: the tables list them in the order of `languages`. */
import { type Language, languages } from '../problem/languages.ts';
import mapTable from './map-words.json' with { type: 'json' };
import reportTable from './words.json' with { type: 'json' };

export type MapWords = Readonly<Record<keyof typeof mapTable, string>>;
export type Words = MapWords & Readonly<Record<keyof typeof reportTable, string>>;

type Table = Readonly<Record<string, readonly string[]>>;

const inLanguage = (table: Table, language: Language, spell = (word: string) => word) => {
  const k = languages.indexOf(language);
  return Object.fromEntries(Object.entries(table).map(([key, words]) => [key, spell(words[k])]));
};

/** Those of a map alone, so that a program that only draws maps bundles no others. */
export const mapWordsOf = (language: Language = 'en'): MapWords => inLanguage(mapTable, language) as MapWords;

export const wordsOf = (language: Language = 'en'): Words => inLanguage({ ...mapTable, ...reportTable }, language) as Words;

/** As a heading. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** All of them so. */
export const headings = (language: Language = 'en'): Words => inLanguage({ ...mapTable, ...reportTable }, language, capitalised) as Words;
