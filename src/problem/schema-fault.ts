/** What zod finds wrong, as a coded error in a sentence that a user can act on. */
import type * as z from 'zod';
import { type ErrorCode, joinedFaults, NeoLrpError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** More are only counted: a list of another kind has as many as members. */
const mostIssues = 10;

/** The issues, each with the field it is about (`customers[3].demand`) and the offending value. */
export function firstIssue({ issues }: z.ZodError, input: unknown): NeoLrpError {
  return joinedFaults(
    issues.slice(0, mostIssues).map((issue) => faultOf(issue, input)),
    issues.length,
  );
}

function faultOf(issue: Issue, input: unknown): NeoLrpError {
  const field = issue.path.map((key, k) => (typeof key === 'number' ? `[${key}]` : k ? `.${String(key)}` : String(key))).join('');
  const value = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], input);
  // zod calls NaN and Infinity a wrong type; to a user they are numbers out of range.
  const outOfRange = issue.code === 'too_small' || issue.code === 'too_big' || issue.code === 'custom' || typeof value === 'number';
  const code: ErrorCode = outOfRange ? 'E_VALUE' : 'E_SYNTAX';
  // A list or an object is only described in the sentence, as it may be of any size.
  const place = field ? { field, ...(value === undefined || typeof value === 'object' ? {} : { value }) } : {};
  return new NeoLrpError(code, sentence(issue, value), place);
}

function sentence(issue: Issue, value: unknown): string {
  const expected = expectation(issue);
  if (expected !== undefined)
    return value === undefined ? `this is missing; expected ${expected}` : `expected ${expected}, not ${shown(value)}`;
  if (issue.code === 'unrecognized_keys')
    return `there is no field ${issue.keys.map((key) => `'${key}'`).join(', ')}; is ${issue.keys.length > 1 ? 'one' : 'it'} misspelt?`;
  return issue.message;
}

/** What was expected; undefined for other kinds of issue. */
function expectation(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return choice(issue.values.map((option) => JSON.stringify(option)));
    case 'invalid_union':
      if (issue.errors.length === 0)
        return 'options' in issue ? choice((issue.options as string[]).map((option) => `"${option}"`)) : undefined;
      return choice([...new Set(issue.errors.map(([inner]) => expectation(inner) ?? inner.message))]);
    case 'too_small':
      if (issue.origin === 'string') return 'a text that is not empty';
      if (issue.origin === 'array') return `a list of ${issue.minimum} or more`;
      return `a number ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return `a number of at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const choice = (options: readonly string[]) =>
  options.length > 1 ? `${options.slice(0, -1).join(', ')} or ${options[options.length - 1]}` : options[0];

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'string') return value === '' ? 'an empty one' : `the text '${value.slice(0, 40)}'`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
