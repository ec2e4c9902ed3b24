// Builds dist/ from src/: TypeScript to JavaScript and declarations.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (bin, ...args) => execFileSync(process.execPath, [`${root}node_modules/${bin}`, ...args], { cwd: root, stdio: 'inherit' });

rmSync(`${root}dist`, { recursive: true, force: true });
run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
if (existsSync(`${root}dist/cli/main.js`)) chmodSync(`${root}dist/cli/main.js`, 0o755);
