/** The routers that can label, loaded when asked for: a worker needs one of them. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Router } from '../routing/router.ts';

const routers: Readonly<Record<string, () => Promise<Router>>> = {};

export async function labellingRouter(name: string): Promise<Router> {
  const load = routers[name];
  if (!load)
    throw new NeoLrpError('E_USAGE', `there is no router '${name}' to label with; the routers are ${Object.keys(routers).join(', ')}`, {
      field: '--router',
    });
  return load();
}
