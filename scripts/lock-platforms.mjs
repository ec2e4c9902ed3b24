// Adds the optional builds for other platforms to package-lock.json, or to docs/package-lock.json if named.
// npm leaves some out, and `npm ci` then refuses the lock file. Versions are the exact ones their parents pin; the platform is in the
// name; the checksum is the registry's. A build that the registry does not serve has none: then pin its parent to a
// version with all builds. Run after `npm install`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL(`../${process.argv[2] ?? 'package-lock.json'}`, import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** '@rolldown/binding-linux-x64-musl' → { os: ['linux'], cpu: ['x64'], libc: ['musl'] } */
function platformOf(name) {
  const parts = name.split(/[/-]/);
  const named = (known) => known.filter((word) => parts.includes(word)).slice(0, 1);
  const system = parts.includes('openharmony') ? ['openharmony'] : named(systems);
  const libc = parts.includes('musl') ? ['musl'] : parts.includes('gnu') || parts.includes('gnueabihf') ? ['glibc'] : [];
  return Object.fromEntries(Object.entries({ cpu: named(processors), libc, os: system }).filter(([, words]) => words.length > 0));
}

function integrityOf(name, version) {
  try {
    const asked = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'];
    return execFileSync('npm', asked, { encoding: 'utf8', shell: process.platform === 'win32' }).trim();
  } catch {
    return '';
  }
}

const added = [];
const missing = [];
for (const [place, parent] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const own = `${place}/node_modules/${name}`;
    const shared = `node_modules/${name}`;
    if (lock.packages[own] || lock.packages[shared]) continue;
    const platform = platformOf(name);
    if (!/^\d+\.\d+\.\d+/.test(version) || !(platform.os || platform.cpu)) {
      console.warn(`${name}@${version} of ${place} is left out: no platform in its name, or no exact version`);
      continue;
    }
    const integrity = integrityOf(name, version);
    if (integrity === '') {
      missing.push(`${name}@${version} of ${place}`);
      continue;
    }
    lock.packages[shared] = {
      version,
      ...platform,
      integrity,
      ...(parent.dev ? { dev: true } : {}),
      license: parent.license,
      optional: true,
    };
    added.push(`${name}@${version}`);
  }

if (added.length > 0) {
  const [root, ...others] = Object.entries(lock.packages);
  lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added.length} optional builds added`);
if (missing.length > 0) {
  console.error(`the registry does not serve:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
}
