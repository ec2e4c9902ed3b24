// Finds Chromium for the tests of the page; if it is missing, installs Debian's package where possible.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** Seconds that an installation may take. */
const patience = 240;

const onPath = (name) => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
};

/** The path of the program, or undefined. NEO_LRP_CHROMIUM names one that is not on the PATH. */
export function findChromium() {
  return process.env.NEO_LRP_CHROMIUM ?? names.map(onPath).find((path) => path !== undefined);
}

/** Works on Debian and its derivatives, as root. Returns the reason if it cannot install. */
export function installChromium() {
  if (!onPath('apt-get')) return 'there is no apt-get here';
  if (process.getuid?.() !== 0) return 'only root may install it';
  const apt = (...args) =>
    execFileSync('apt-get', ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 1000 * patience,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium');
    return undefined;
  } catch (error) {
    return `apt-get could not install it (${error instanceof Error ? error.message.split('\n')[0] : error})`;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = findChromium() ? undefined : installChromium();
  console.log(findChromium() ?? `no Chromium: ${reason}`);
  process.exitCode = findChromium() ? 0 : 1;
}
