// Removes the declarations that no entry point leads to.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export default function keepReachable(folder, entries) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g))
      visit(join(dirname(file), `${target}.d.ts`));
  };
  for (const entry of entries) visit(join(folder, entry));
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (statSync(file).isFile() && !reached.has(file)) rmSync(file);
  }
}
