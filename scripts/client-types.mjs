// Makes examples/clients/typescript/api.ts from schemas/openapi.json by openapi-typescript, which needs TypeScript 5: node scripts/client-types.mjs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}examples/clients/typescript/api.ts`;
const packages = ['--package', 'openapi-typescript@7', '--package', 'typescript@5'];
execFileSync('npm', ['exec', '--yes', ...packages, '--', 'openapi-typescript', `${root}schemas/openapi.json`, '--output', target], {
  stdio: 'inherit',
});
// A test compares it with the document, whose words may change.
const document = JSON.parse(readFileSync(`${root}schemas/openapi.json`, 'utf8'));
const digest = createHash('sha256')
  .update(JSON.stringify(document, (key, value) => (key === 'description' ? undefined : value)))
  .digest('hex');
writeFileSync(target, `// schemas/openapi.json: ${digest}\n${readFileSync(target, 'utf8')}`);
