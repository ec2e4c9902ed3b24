/** What people call columns, settings and units: `words/LANGUAGE.json`. Lower case, without accents; a phrase is written as one word. */
import type { Language } from '../problem/languages.ts';
import any from './words/any.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import sl from './words/sl.json' with { type: 'json' };

type Tree = { readonly [key: string]: string | Tree };

/** Languages of reports, in which every key has words. */
const reported: Readonly<Record<Language, Tree>> = { en, de, fr, es, it, nl, pt, pl };
const trees: readonly Tree[] = [...Object.values(reported), sl, any];

const at = (tree: Tree, path: readonly string[]) => path.reduce<Tree | string | undefined>((inner, key) => (inner as Tree)?.[key], tree);
const listed = (node: string | Tree | undefined) => (typeof node === 'string' && node !== '' ? node.split(' ') : []);

/** Of all languages, English first; the best ones of a language come first. */
export const wordsOf = (...path: readonly string[]): readonly string[] => [...new Set(trees.flatMap((tree) => listed(at(tree, path))))];

export const wordSet = (...path: readonly string[]): ReadonlySet<string> => new Set(wordsOf(...path));

/** By word, which of the keys under a path it stands for; the first key that claims a word has it. */
export function keysByWord<Key extends string>(keys: readonly Key[], ...path: readonly string[]): Map<string, Key> {
  const found = new Map<string, Key>();
  for (const key of keys) for (const word of wordsOf(...path, key)) if (!found.has(word)) found.set(word, key);
  return found;
}

/** Parts of a file whose words are used as names of columns. */
const naming = ['fields', 'name', 'address', 'detail', 'remark', 'customer', 'depot', 'period', 'vehicleColumns', 'filler'];
const wordsUnder = (node: string | Tree | undefined): string[] =>
  typeof node === 'object' ? Object.values(node).flatMap(wordsUnder) : listed(node);

const languagesByWord = new Map<string, Set<Language>>();
for (const [language, tree] of Object.entries(reported) as [Language, Tree][])
  for (const word of naming.flatMap((key) => wordsUnder(tree[key])))
    languagesByWord.set(word, (languagesByWord.get(word) ?? new Set()).add(language));

/** The language that most words speak for; undefined where two are as likely, and for English, which needs no mention. */
export function languageOf(words: Iterable<string>): Language | undefined {
  const votes = new Map<Language, number>();
  for (const word of new Set(words))
    if (word.length > 2) for (const language of languagesByWord.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
  const [best, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return best === undefined || best[1] === second?.[1] || best[0] === 'en' ? undefined : best[0];
}
