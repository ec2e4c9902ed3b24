// Builds dist/ from src/ and web/: the kernels to WebAssembly, TypeScript to bundles and declarations, zod to JSON Schema, the page.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import bundle from './bundle.mjs';
import keepReachable from './declarations.mjs';
import buildKernels from './kernels.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (script, ...args) => execFileSync(process.execPath, [root + script, ...args], { cwd: root, stdio: 'inherit' });

await buildKernels();
rmSync(`${root}dist`, { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
run('scripts/run.mjs', 'scripts/public-types.ts', 'dist/types');
keepReachable(`${root}dist/types`, `${root}src`, ['index.d.ts', 'node.d.ts']);
await bundle();
run('scripts/run.mjs', 'scripts/schemas.ts');
run('scripts/run.mjs', 'scripts/database-template.ts');
run('node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error');
