/** Words of reports by language. */
import type { Language } from '../../problem/languages.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

export type { Words };

const byLanguage: Readonly<Record<Language, Words>> = { en, de, fr, es, it, nl, pt, pl };

export const wordsOf = (language: Language = 'en'): Words => byLanguage[language];

/** As a heading. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** All of them so. */
export const headings = (language?: Language): Words =>
  Object.fromEntries(Object.entries(wordsOf(language)).map(([key, word]) => [key, capitalised(word)])) as Words;
