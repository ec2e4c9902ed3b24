// Builds dist/ from src/ and web/: the kernels to WebAssembly, TypeScript to JavaScript and declarations, zod to JSON Schema, the page.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import packDatabase from './database-template.mjs';
import buildKernels from './kernels.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (bin, ...args) => execFileSync(process.execPath, [`${root}node_modules/${bin}`, ...args], { cwd: root, stdio: 'inherit' });

await buildKernels();
rmSync(`${root}dist`, { recursive: true, force: true });
run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
chmodSync(`${root}dist/cli/neo-lrp.cjs`, 0o755);
await import('./schemas.mjs');
await packDatabase();
run('vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error');
