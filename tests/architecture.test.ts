/** The rooms of CONTRIBUTING.md: a room imports only from rooms above it, and the core knows nothing of Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** From the ground up. Files beside the rooms stand at the height where they are listed. */
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
/** What such a room holds for Node alone, kept out of src/index.ts. */
const nodeOnly = [join('report', 'png.ts')];

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.startsWith(join('kernels', 'assembly')),
);
const roomOf = (file: string) => file.split(sep)[0];

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
    const code = readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(/\bprocess\.|\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)/);
  });
});
