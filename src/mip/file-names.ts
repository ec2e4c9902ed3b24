/** Names that are valid in LP and MPS files. */

/**
 * Without spaces and operators, unlike a number, at most 200 characters: safe in both LP (CPLEX) and free MPS. Brackets are legal in LP,
 * but HiGHS takes them for a quadratic term.
 */
const safe = /^(?![eE]\d)[A-Za-z_][\w.~#$%&!]{0,199}$/;
const keywords = new Set([
  'st',
  's.t.',
  'free',
  'inf',
  'infinity',
  'end',
  'bounds',
  'generals',
  'general',
  'gen',
  'binary',
  'binaries',
  'bin',
]);

/** The names themselves if they are safe and unique, else prefix and index. */
function fileNames(names: readonly string[], prefix: string): readonly string[] {
  const seen = new Map<string, number>();
  for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  const looksNumbered = new RegExp(`^${prefix}\\d+$`);
  return names.map((name, index) => {
    const usable = safe.test(name) && !keywords.has(name.toLowerCase()) && seen.get(name) === 1 && !looksNumbered.test(name);
    return usable ? name : `${prefix}${index}`;
  });
}

/** Names by position, by which a solver's answer is read back. */
function indexNames(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

export interface FileOptions {
  /** 'model' (the default): the model's names where the format allows them. 'index': x0, x1, … and r0, r1, … */
  readonly names?: 'model' | 'index';
}

export function namesFor(names: readonly string[], prefix: string, options: FileOptions): readonly string[] {
  return options.names === 'index' ? indexNames(names.length, prefix) : fileNames(names, prefix);
}
