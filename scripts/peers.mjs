// Installs the optional solvers and the road engine into `.peers/`: a virtual environment of Python, and a folder of Node packages.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// VRPSolverEasy's last release, 0.1.4, lacks its compiled library.
const routers = ['ortools', 'pyvroom', 'VRPSolverEasy==0.1.3'];
const mipSolvers = ['gurobipy', 'pyscipopt'];
// OSRM's bindings need Python 3.12 or newer and serve the tests alone.
const roads = ['@valhallajs/valhallajs', 'osrm-bindings==26.10.0'];
const packages = process.argv.length > 2 ? process.argv.slice(2) : [...routers, ...mipSolvers, ...roads];

const windows = process.platform === 'win32';
const environment = join(fileURLToPath(new URL('..', import.meta.url)), '.peers');
const python = join(environment, ...(windows ? ['Scripts', 'python.exe'] : ['bin', 'python3']));
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });

if (!existsSync(python)) run(process.env.NEO_LRP_PYTHON ?? (windows ? 'python' : 'python3'), '-m', 'venv', environment);

// One by one: a package without a build for this machine must not prevent the others.
const failed = packages.filter((name) => {
  try {
    if (name.startsWith('@')) run(windows ? 'npm.cmd' : 'npm', 'install', '--no-save', '--prefix', environment, name);
    else run(python, '-m', 'pip', 'install', '--quiet', name);
    return false;
  } catch {
    return true;
  }
});
if (failed.length > 0) console.error(`not installed: ${failed.join(', ')}`);
console.log(`installed into ${environment}: ${packages.filter((name) => !failed.includes(name)).join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
