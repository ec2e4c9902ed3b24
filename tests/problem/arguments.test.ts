import { expect, it } from 'vitest';
import { isCount, isObject, isText, requireArgument, requireKnown } from '../../src/problem/arguments.ts';

const known = { seconds: 0, seed: 0 } as const;
const refused = (field: string) => expect.objectContaining({ code: 'E_USAGE', place: { field } });

it('lets known options pass, and none at all', () => {
  for (const options of [undefined, {}, { seed: 1 }, { seconds: 1, seed: undefined }])
    expect(() => requireKnown<{ seconds?: number; seed?: number | undefined }>(options, known)).not.toThrow();
});

it('refuses an option by its name, and what is no object', () => {
  expect(() => requireKnown<object>({ seed: 1, sede: 2 }, known as object)).toThrow(refused('sede'));
  for (const options of [null, 7, 'seed', true])
    expect(() => requireKnown<object>(options as unknown as object, known as object)).toThrow(refused('options'));
});

it('names the argument and what was expected', () => {
  expect(() => requireArgument(true, 'file', 'a path')).not.toThrow();
  expect(() => requireArgument(false, 'file', 'a path')).toThrow(
    expect.objectContaining({ reason: 'expected a path', place: { field: 'file' } }),
  );
});

it('tells texts, counts and objects with all of their parts', () => {
  expect([isText(''), isText(7), isText(undefined)]).toEqual([true, false, false]);
  expect([0, 3, -1, 0.5, '3', Number.NaN].map(isCount)).toEqual([true, true, false, false, false, false]);
  const router = { name: 'mine', solve: () => {} };
  expect([isObject(router, 'name', 'solve'), isObject(router, 'name', 'embed'), isObject(null), isObject(() => {})]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
