/** What routes are worth, by a core of their own. */
import type { DepotSet } from '../../src/problem/depot-set.ts';
import type { SearchData } from '../../src/search/data.ts';
import { Engine } from '../../src/search/engine.ts';
import type { Individual } from '../../src/search/population/individual.ts';
import { listOf, type RouteList } from '../../src/search/routes.ts';

/** Stops of each route, all from the first depot; or routes as they are. */
export async function evaluated(
  data: SearchData,
  routes: RouteList | readonly (readonly number[])[],
  open: DepotSet = new Uint8Array(data.m),
): Promise<Individual> {
  const engine = await Engine.create(data);
  return engine.evaluate(
    routes instanceof Int32Array
      ? routes
      : listOf(
          data,
          routes.map((stops) => ({ depot: 0, stops })),
        ),
    open,
  );
}
