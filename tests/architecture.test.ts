/** The rooms of CONTRIBUTING.md: a room imports only from rooms above it, and the core does not depend on Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** From bottom to top. Files beside the rooms count at the level where they are listed. */
const rooms = [
  'problem',
  'run',
  'formats',
  'roads',
  'report',
  'parallel',
  'kernels',
  'surrogate',
  'mip',
  'allocation',
  'search',
  'routing',
  'bound',
  'pipeline',
  'node',
  'index.ts',
  'page.ts',
  'training',
  'benchmark',
  'jobs',
  'node.ts',
  'server',
  'cli',
];

const pure = ['problem', 'run', 'formats', 'report', 'surrogate', 'allocation', 'search', 'bound', 'pipeline', 'index.ts', 'page.ts'];
/** Files of such a room that need Node, kept out of src/index.ts. */
const nodeOnly = [join('report', 'png.ts')];

const assembly = [join('kernels', 'assembly'), join('search', 'core')];
const written = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const inAssembly = (file: string) => assembly.some((folder) => file.startsWith(folder + sep));
const files = written.filter((file) => !inAssembly(file) && !file.includes(`generated${sep}`));
const roomOf = (file: string) => file.split(sep)[0];

/** Without comments. */
const codeOf = (file: string) => readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/** Relative imports of files in `folder`: paths below it. */
const edges = (from: readonly string[], folder: string) =>
  from.flatMap((file) =>
    importsOf(relative(src, join(folder, file)))
      .filter((path) => path.startsWith('.'))
      .map((path) => ({ file, imported: relative(folder, join(folder, dirname(file), path)) })),
  );

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const statements = text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"\n;]*(?:\{[^}]*\}[^'"\n;]*)?from\s*['"]([^'"]+)['"]/g);
  const bare = text.matchAll(/(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g);
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [...statements, ...bare, ...dynamic].map(([, target]) => target);
}

describe('architecture', () => {
  it('knows every room', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !rooms.includes(room))).toEqual([]);
  });

  it('imports only from rooms above', () => {
    const wrong = edges(files, src).filter(({ file, imported }) => {
      const height = rooms.indexOf(roomOf(imported));
      return !existsSync(join(src, imported)) || height < 0 || height > rooms.indexOf(roomOf(file));
    });
    expect(wrong).toEqual([]);
  });

  it('is pure up to the core: no Node, no chance', () => {
    const core = files.filter((file) => pure.includes(roomOf(file)) && !nodeOnly.includes(file));
    expect(core.length).toBeGreaterThan(100);
    expect(core.filter((file) => importsOf(file).some((path) => path.startsWith('node:')))).toEqual([]);
    expect(core.filter((file) => /\bprocess\.|\bMath\.random\(/.test(codeOf(file)))).toEqual([]);
  });

  it('reads clocks only where a stop criterion does, and in the files that are listed', () => {
    /** Ages of files on disk, and when a run was made: dates, not budgets. */
    const dates = [join('node', 'temporary-files.ts'), join('benchmark', 'runner.ts'), join('jobs', 'tasks', 'run.ts')];
    const clock = /\bperformance\.(now|timeOrigin)\b|\bDate\.now\b|\bnew Date\(\)|\bprocess\.hrtime\b/;
    expect(files.filter((file) => roomOf(file) !== 'run' && clock.test(codeOf(file))).sort()).toEqual(dates.sort());
  });

  it('has AssemblyScript that imports only from its own folder, and knows neither clock nor chance', () => {
    const sources = written.filter(inAssembly);
    for (const folder of assembly) expect(sources.filter((file) => file.startsWith(folder)).length).toBeGreaterThan(1);
    const exists = (path: string) => existsSync(join(src, path)) || existsSync(join(src, `${path}.ts`));
    expect(edges(sources, src).filter(({ imported }) => !inAssembly(imported) || !exists(imported))).toEqual([]);
    expect(sources.filter((file) => /\bMath\.random\b|\bDate\b|\bperformance\b|\bprocess\b/.test(codeOf(file)))).toEqual([]);
  });
});

describe('what the library says', () => {
  it('names no option of the command line: the page and programs show it as well', () => {
    // Only the command line asks for changes as its own options.
    const files = written.filter((file) => pure.includes(roomOf(file)) && !inAssembly(file) && file !== join('problem', 'change.ts'));
    const named = files.flatMap((file) => codeOf(file).match(/['"`](?:[^'"`\n]*[\s(])?--[a-z][^'"`\n]*['"`]/g) ?? []);
    expect(named).toEqual([]);
  });
});

describe('architecture of the page', () => {
  const root = join(src, '..');
  const web = join(root, 'web', 'src');
  /** From the ground up, as above. */
  const webRooms = ['style', 'solver', 'state', 'ui', 'map', 'panels', 'export', 'dialogs', 'header.tsx', 'app.tsx', 'main.tsx'];
  const webFiles = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.tsx?$/.test(file));

  it('knows every room', () => {
    expect([...new Set(webFiles.map(roomOf))].filter((room) => !webRooms.includes(room))).toEqual([]);
  });

  it('imports the entry point of the page, models, maps, and rooms above', () => {
    const wrong = edges(webFiles, web).filter(({ file, imported }) => {
      const path = imported.replace(/\?.*$/, '');
      if (!existsSync(join(web, path))) return true;
      return path.startsWith('..')
        ? !/^(src\/page\.ts|models\/.*|maps\/.*)$/.test(relative(root, join(web, path)).split(sep).join('/'))
        : webRooms.indexOf(roomOf(path)) > webRooms.indexOf(roomOf(file));
    });
    expect(wrong).toEqual([]);
    // Workers and files by address, too.
    const addresses = webFiles.flatMap((file) => readFileSync(join(web, file), 'utf8').match(/['"`](?:\.\.\/)+src\/[^'"`]*/g) ?? []);
    expect(addresses.filter((address) => !address.endsWith('/src/page.ts'))).toEqual([]);
  });
});
