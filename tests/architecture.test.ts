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
  'report',
  'parallel',
  'kernels',
  'surrogate',
  'mip',
  'allocation',
  'search',
  'routing',
  'pipeline',
  'node',
  'index.ts',
  'training',
  'benchmark',
  'jobs',
  'node.ts',
  'server',
  'cli',
];

const pure = ['problem', 'run', 'formats', 'report', 'surrogate', 'allocation', 'search', 'pipeline', 'index.ts'];
/** Files of such a room that need Node, kept out of src/index.ts. */
const nodeOnly = [join('report', 'png.ts')];

const assembly = [join('kernels', 'assembly'), join('search', 'core')];
const written = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const inAssembly = (file: string) => assembly.some((folder) => file.startsWith(folder + sep));
const files = written.filter((file) => !inAssembly(file) && !file.includes(`generated${sep}`));
const roomOf = (file: string) => file.split(sep)[0];

/** Without comments. */
const codeOf = (file: string) => readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

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

  it.each(files)('%s imports only from above', (file) => {
    const own = rooms.indexOf(roomOf(file));
    for (const target of importsOf(file).filter((path) => path.startsWith('.'))) {
      const imported = relative(src, join(src, dirname(file), target));
      expect(existsSync(join(src, imported)), `${file} imports ${target}`).toBe(true);
      const height = rooms.indexOf(roomOf(imported));
      expect(height, `${file} imports ${target}`).toBeGreaterThanOrEqual(0);
      expect(height, `${file} imports ${target}, which is not above it`).toBeLessThanOrEqual(own);
    }
  });

  it.each(files.filter((file) => pure.includes(roomOf(file)) && !nodeOnly.includes(file)))('%s is pure', (file) => {
    expect(importsOf(file).filter((path) => path.startsWith('node:'))).toEqual([]);
    expect(codeOf(file)).not.toMatch(/\bprocess\.|\bMath\.random\(/);
  });
});

describe('clocks', () => {
  /** Ages of files on disk, and when a run was made: dates, not budgets. */
  const dates = [join('node', 'temporary-files.ts'), join('benchmark', 'runner.ts'), join('jobs', 'tasks', 'run.ts')];
  const readers = files.filter((file) => roomOf(file) !== 'run' && !dates.includes(file));

  it.each(readers)('%s reads none: time comes through a stop criterion', (file) => {
    expect(codeOf(file)).not.toMatch(/\bperformance\.(now|timeOrigin)\b|\bDate\.now\b|\bnew Date\(\)|\bprocess\.hrtime\b/);
  });

  it('are read by those that are listed', () => {
    for (const file of dates) expect(codeOf(file)).toMatch(/\bDate\.now\b|\bnew Date\(\)/);
  });
});

describe('AssemblyScript', () => {
  const sources = written.filter(inAssembly);

  it('has sources in both folders', () => {
    for (const folder of assembly) expect(sources.filter((file) => file.startsWith(folder)).length).toBeGreaterThan(1);
  });

  it.each(sources)('%s imports only from its own folder, and knows neither clock nor chance', (file) => {
    for (const target of importsOf(file)) {
      const path = join(src, dirname(file), target);
      expect(inAssembly(relative(src, path)), `${file} imports ${target}`).toBe(true);
      expect(existsSync(path) || existsSync(`${path}.ts`), `${file} imports ${target}`).toBe(true);
    }
    expect(codeOf(file)).not.toMatch(/\bMath\.random\b|\bDate\b|\bperformance\b|\bprocess\b/);
  });
});

describe('architecture of the page', () => {
  const root = join(src, '..');
  const web = join(root, 'web', 'src');
  /** From the ground up, as above. */
  const webRooms = ['style', 'solver', 'state', 'ui', 'map', 'charts', 'panels', 'export', 'dialogs', 'header.tsx', 'app.tsx', 'main.tsx'];
  const webFiles = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.tsx?$/.test(file));

  it('knows every room', () => {
    expect([...new Set(webFiles.map(roomOf))].filter((room) => !webRooms.includes(room))).toEqual([]);
  });

  it.each(webFiles)('%s imports the entry point of the package, models, and rooms above', (file) => {
    const imports = importsOf(relative(src, join(web, file))).filter((path) => path.startsWith('.'));
    for (const target of imports.map((path) => join(web, dirname(file), path.replace(/\?.*$/, '')))) {
      expect(existsSync(target), `${file} imports ${target}`).toBe(true);
      if (relative(web, target).startsWith('..'))
        expect(relative(root, target).split(sep).join('/')).toMatch(/^(src\/index\.ts|models\/.*)$/);
      else expect(webRooms.indexOf(roomOf(relative(web, target))), target).toBeLessThanOrEqual(webRooms.indexOf(roomOf(file)));
    }
    // Workers and files by address, too.
    const addresses = readFileSync(join(web, file), 'utf8').match(/['"`](?:\.\.\/)+src\/[^'"`]*/g) ?? [];
    expect(addresses.filter((address) => !address.endsWith('/src/index.ts'))).toEqual([]);
  });
});
