/** Runs before the tests of the build: builds dist/ if a source is newer. `npm test` has already built it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export default function buildWhenOutdated(): void {
  // The page is built last.
  const built = statSync(join(root, 'dist/web/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = ['src', 'web', 'models', 'examples', 'scripts']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
  // As for users: Vitest's own NODE_ENV would leave out the service worker.
  const env = { ...process.env, NODE_ENV: 'production' };
  if (newest > built) execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, env, stdio: 'inherit' });
}
