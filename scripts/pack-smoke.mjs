// Packs the package, installs it in an empty folder and uses it as a new user would.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-pack-'));
const run = (cwd, program, ...args) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
const require = (condition, claim) => {
  if (!condition) throw new Error(`packed package: ${claim} does not hold`);
};

/** The versions of TypeScript in docs/reference/package.md, and whether they need skipLibCheck. */
const compilers = [
  ['5.0', true],
  ['5.7', false],
  ['6.0', false],
  ['7.0', false],
];

try {
  // dist/ is already built; without --ignore-scripts, `prepare` would build it again.
  run(root, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const stranger = join(folder, 'stranger');
  mkdirSync(stranger);
  writeFileSync(join(stranger, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }\n');
  run(stranger, 'npm', 'install', join(folder, tarball), '--prefer-offline', '--no-audit', '--no-fund');

  const tiny = 'node_modules/neo-lrp/examples/tiny.json';
  const inspected = JSON.parse(run(stranger, 'npx', '--no-install', 'neo-lrp', 'inspect', tiny, '--json'));
  require(inspected.customers > 0 && inspected.infeasible === null, 'inspect describes the tiny example');
  run(stranger, 'npx', '--no-install', 'neo-lrp', 'verify', tiny, 'node_modules/neo-lrp/examples/tiny.solution.json', '--quiet');
  run(stranger, 'npx', '--no-install', 'neo-lrp', 'plot', 'node_modules/neo-lrp/examples/city', 'map.png', '--quiet');
  require(statSync(join(stranger, 'map.png')).size > 10_000, 'plot draws a PNG');
  rmSync(join(stranger, 'node_modules/@resvg'), { recursive: true });
  const without = spawnSync('npx', ['--no-install', 'neo-lrp', 'plot', 'node_modules/neo-lrp/examples/city', 'other.png'], {
    cwd: stranger,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  require(without.status === 4 && without.stderr.includes('@resvg/resvg-js'), 'plot names the optional package that PNG needs');
  run(stranger, 'npx', '--no-install', 'neo-lrp', 'plot', 'node_modules/neo-lrp/examples/city', 'map.svg', '--quiet');
  const bare = spawnSync('npx', ['--no-install', 'neo-lrp', 'serve', '--api'], {
    cwd: stranger,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  require(bare.status === 4 && /npm install fastify .*pglite/.test(bare.stderr), 'serve --api names the optional packages that it needs');
  const installed = join(stranger, 'node_modules/neo-lrp');
  require(existsSync(join(installed, 'dist/web/index.html')), 'the page is in it');
  const scripts = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.[cm]?js$/.test(file));
  const mapped = scripts.filter((file) => /^\/\/[#@] sourceMappingURL=/m.test(readFileSync(join(installed, 'dist', file), 'utf8')));
  require(mapped.length === 0, `no script refers to a source map that is not there (${mapped.slice(0, 3).join(', ')})`);
  writeFileSync(
    join(stranger, 'use.js'),
    `import { createInstance, verify } from 'neo-lrp';
import { loadInstance } from 'neo-lrp/node';
const instance = await loadInstance('${tiny}');
console.log(createInstance(instance).name === instance.name && verify(instance, { routes: [] }).feasible === false);
`,
  );
  require(run(stranger, process.execPath, 'use.js').trim() === 'true', 'both entry points import');

  writeFileSync(
    join(stranger, 'use.ts'),
    `import { createInstance, drawMap, type IndexedRoute, indexRoutes, type Plan, type Solution, type SolveProgress, solve, verify } from 'neo-lrp';
import { loadInstance } from 'neo-lrp/node';
const instance = await loadInstance('${tiny}');
const onProgress = ({ stage }: SolveProgress): void => console.log(stage);
const solution: Solution = await solve(instance, { stop: { seconds: 1 }, onProgress });
const start: readonly IndexedRoute[] = indexRoutes(instance, solution);
const plan: Plan = { routes: solution.routes.map(({ depot, stops }) => ({ depot, stops })) };
const total: number = verify(createInstance(instance), solution).cost.total + verify(instance, plan).cost.total;
const svg: string = drawMap(instance, await solve(instance, { stop: { seconds: 1 }, start: [start] }));
// @ts-expect-error: a budget is needed
console.log(total, svg, solve(instance, {}));
`,
  );
  run(stranger, 'npm', 'install', '@types/node@20', '--prefer-offline', '--no-audit', '--no-fund');
  for (const [version, skipLibCheck] of compilers) {
    const compiler = join(folder, `typescript-${version}`);
    run(folder, 'npm', 'install', `typescript@${version}`, '--prefix', compiler, '--prefer-offline', '--no-audit', '--no-fund');
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck,
      types: ['node'],
    };
    writeFileSync(join(stranger, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    const check = spawnSync(process.execPath, [join(compiler, 'node_modules/typescript/bin/tsc')], { cwd: stranger, encoding: 'utf8' });
    require(check.status === 0, `TypeScript ${version} understands the declarations (${check.stdout.slice(0, 500)})`);
  }
  console.log(
    `${tarball} (${(statSync(join(folder, tarball)).size / 1e6).toFixed(2)} MB) installs, inspects, verifies, plots, imports and type-checks`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
