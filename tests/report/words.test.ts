import { describe, expect, it } from 'vitest';
import { languages } from '../../src/problem/languages.ts';
import { formatNumber } from '../../src/report/number.ts';
import { wordsOf } from '../../src/report/words.ts';

describe.each(languages)('words in %s', (language) => {
  const words = wordsOf(language);

  it('are complete', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(wordsOf('en')).sort());
    for (const [key, word] of Object.entries(words)) expect(word.trim(), key).not.toBe('');
  });

  it('are not left in English', () => {
    if (language === 'en') return;
    const same = Object.entries(wordsOf('en')).filter(([key, word]) => words[key as keyof typeof words] === word);
    // Some words are the same in two languages.
    expect(same.map(([key]) => key).length).toBeLessThan(14);
  });

  it('name sheets that a workbook can have', () => {
    const names = Object.entries(words).flatMap(([key, word]) => (key.endsWith('Sheet') ? [word] : []));
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
  });

  it('go with numbers as the language writes them', () => {
    expect(formatNumber(0.5, language)).toBe(language === 'en' ? '0.5' : '0,5');
  });
});
