/** Routers by name. External ones are located only when they are used. */
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Located } from './external.ts';
import { hgsRouter } from './hgs.ts';
import { locateOrTools } from './ortools.ts';
import type { Router } from './router.ts';
import { locateVroom } from './vroom.ts';
import { locateVrpSolverEasy } from './vrpsolvereasy.ts';

interface Entry {
  readonly locate: () => Promise<Located>;
  /** One sentence on how to get it. */
  readonly remedy: string;
}

const entries = {
  hgs: {
    locate: async () => ({ state: 'present', router: hgsRouter, how: 'built in' }),
    remedy: 'It is built in.',
  },
  ortools: {
    locate: locateOrTools,
    remedy: 'Get it with `pip install ortools` for the python3 on PATH.',
  },
  vroom: {
    locate: locateVroom,
    remedy: 'Put a `vroom` program on PATH, set VROOM_URL to a VROOM server, or get pyvroom with `pip install pyvroom`.',
  },
  vrpsolvereasy: {
    locate: locateVrpSolverEasy,
    remedy: 'Get it with `pip install VRPSolverEasy==0.1.3` for the python3 on PATH.',
  },
} as const satisfies Record<string, Entry>;

export type RouterName = keyof typeof entries;
export const defaultRouter: RouterName = 'hgs';
export const routerNames = Object.keys(entries) as readonly RouterName[];

const located = new Map<RouterName, Promise<Located>>();

function locate(name: RouterName): Promise<Located> {
  const known = located.get(name) ?? entries[name].locate();
  located.set(name, known);
  return known;
}

/** A router by its name. Throws E_SOLVER_MISSING with how to get it where it is not installed. */
export async function findRouter(name: string): Promise<Router> {
  requireArgument(isText(name), 'router', 'the name of a router');
  if (!isRouterName(name))
    throw new NeoLrpError('E_USAGE', `there is no router '${name}'; choose one of ${routerNames.join(', ')}`, {
      field: 'router',
      value: name,
    });
  const found = await locate(name);
  // The place where it was found would tell of the machine.
  if (found.state === 'present')
    return name === defaultRouter ? found.router : { ...found.router, version: found.how.replace(/ \(.*\)$/, '') };
  throw new NeoLrpError('E_SOLVER_MISSING', `router '${name}' is not installed (${found.reason}). ${entries[name].remedy}`, {
    field: 'router',
  });
}

/** Which routers are installed; `detail` is what was found, or why it is missing and how to get it. */
export const availableRouters = () =>
  Promise.all(
    routerNames.map(async (name) => {
      const found = await locate(name);
      const available = found.state === 'present';
      return { name, available, detail: available ? found.how : `${found.reason}. ${entries[name].remedy}` };
    }),
  );

const isRouterName = (name: string): name is RouterName => Object.hasOwn(entries, name);
