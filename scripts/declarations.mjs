// Removes the declarations that no entry point leads to, and names the keys of JSON files in place of importing them.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Programs that use the package need not resolve JSON. `sources`: where these files are. */
function nameKeys(file, folder, sources) {
  const text = readFileSync(file, 'utf8');
  const named = text.replaceAll(/^import (\w+) from '(\.[^']+\.json)';$/gm, (_, name, path) => {
    const keys = Object.keys(JSON.parse(readFileSync(join(sources, relative(folder, join(dirname(file), path))), 'utf8')));
    return `declare const ${name}: Record<${keys.map((key) => JSON.stringify(key)).join(' | ')}, readonly string[]>;`;
  });
  if (named !== text) writeFileSync(file, named);
}

export default function keepReachable(folder, sources, entries) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g))
      visit(join(dirname(file), `${target}.d.ts`));
  };
  for (const entry of entries) visit(join(folder, entry));
  for (const file of reached) nameKeys(file, folder, sources);
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (statSync(file).isFile() && !reached.has(file)) rmSync(file);
  }
}
