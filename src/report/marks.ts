/** Depots, customers and routes on the map; thinner and smaller the more there are. */
import { formatCount, shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Box, Point } from './projection.ts';
import type { CustomerInScene, DepotInScene, Scene } from './scene.ts';
import { type Attributes, decimal, element, escapeXml, pathThrough, text } from './svg.ts';

export interface Sizes {
  readonly stroke: number;
  readonly depot: number;
  radius(demand: number): number;
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** A dot's area is proportional to the demand, but its radius is at least 40 % of the largest, so that it stays visible. */
export function sizesFor({ customers, depots }: Scene): Sizes {
  const n = customers.length;
  const largest = customers.reduce((most, c) => Math.max(most, c.demand), 0);
  const most = between(9 * (30 / n) ** 0.3, 1.4, 9);
  return {
    stroke: between(2.4 * (50 / n) ** 0.25, 0.5, 2.4),
    depot: between(16 * (60 / (n / 4 + depots.length)) ** 0.15, 9, 18),
    radius: (demand) => (largest > 0 ? Math.max(0.4, Math.sqrt(demand / largest)) * most : most),
  };
}

/** More names than this would hide the marks. */
const labelledCustomers = 30;
const labelledDepots = 40;
const hoverNames = 1000;

/** The way from and to the depot is drawn faintly: it says little, and near depots it would hide the rest. */
export function drawRoutes({ routes, depots, customers, amounts }: Scene, sizes: Sizes): string {
  const drawn = routes.map(({ depot, stops, load, further }, r) => {
    const { at, colour, name } = depots[depot];
    const points = stops.map((k) => customers[k].at);
    const [first, last] = [points[0], points[points.length - 1]];
    return element(
      'g',
      { stroke: colour },
      element(
        'title',
        {},
        escapeXml(`route ${r + 1} from ${name}: ${formatCount(stops.length, 'stop')}, load ${amounts.demand(load)}${further}`),
      ),
      element('path', { d: pathThrough([at, first]) + pathThrough([last, at]), opacity: 0.45, 'stroke-width': sizes.stroke * 0.75 }),
      ...(points.length > 1 ? [element('path', { d: pathThrough(points) })] : []),
    );
  });
  return element(
    'g',
    { class: 'routes', fill: 'none', 'stroke-width': sizes.stroke, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
    ...drawn,
  );
}

export function drawCustomers(scene: Scene, sizes: Sizes, theme: Theme): string {
  const { customers, depots, outcome, amounts } = scene;
  const circle = ({ name, at: [cx, cy], demand, depot }: CustomerInScene) => {
    const overlooked = outcome !== undefined && depot === undefined;
    const hover =
      customers.length <= hoverNames ? [element('title', {}, escapeXml(`customer ${name}: demand ${amounts.demand(demand)}`))] : [];
    return element('circle', { cx, cy, r: Math.max(overlooked ? 3.5 : 0, sizes.radius(demand)) }, ...hover);
  };
  const lonely = customers.filter((c) => c.depot === undefined);
  const groups = [
    ...depots.map((depot, k) => ({ fill: depot.colour, members: customers.filter((c) => c.depot === k) })),
    outcome ? { fill: theme.page, stroke: theme.alert, 'stroke-width': 1.75, members: lonely } : { fill: theme.customer, members: lonely },
  ];
  const drawn = groups
    .filter(({ members }) => members.length > 0)
    .map(({ members, ...paint }) => element('g', paint, ...members.map(circle)));
  return element('g', { class: 'customers', stroke: theme.field, 'stroke-width': Math.min(1, sizes.stroke * 0.5) }, ...drawn);
}

export function drawDepots({ depots }: Scene, sizes: Sizes, theme: Theme): string {
  // Open depots last, so that no closed one covers them.
  const order = [...depots].sort((a, b) => Number(a.state === 'open') - Number(b.state === 'open'));
  return element('g', { class: 'depots' }, ...order.map((depot) => drawDepot(depot, sizes.depot, theme)));
}

export function drawDepot(
  depot: Pick<DepotInScene, 'at' | 'state' | 'locked' | 'colour'> & { name?: string },
  side: number,
  theme: Theme,
): string {
  const [x, y] = depot.at;
  const half = side / 2;
  const square = { x: x - half, y: y - half, width: side, height: side, rx: side / 8 };
  const hover =
    depot.name === undefined
      ? []
      : [element('title', {}, escapeXml(`depot ${depot.name}: ${depot.locked ? 'locked ' : ''}${depot.state}`))];
  if (depot.state === 'open')
    return element('rect', { ...square, fill: depot.colour, stroke: theme.outline, 'stroke-width': 1.75 }, ...hover);
  const stroke = depot.state === 'candidate' ? theme.ink : theme.faint;
  const hollow = element('rect', { ...square, fill: theme.page, stroke, 'stroke-width': 1.5 }, ...hover);
  if (depot.state === 'candidate' || !depot.locked) return hollow;
  const reach = half * 0.6;
  const [to, back] = [decimal(2 * reach), decimal(-2 * reach)];
  const cross = `M${decimal(x - reach)} ${decimal(y - reach)}l${to} ${to}m0 ${back}l${back} ${to}`;
  return hollow + element('path', { d: cross, stroke, 'stroke-width': 1.5, fill: 'none' });
}

/** Names with a halo in the background colour; left of the mark where they would leave the field. */
export function drawLabels({ depots, customers }: Scene, sizes: Sizes, field: Box, theme: Theme): string {
  const label = (name: string, [x, y]: Point, off: number, size: number, attributes: Attributes) => {
    const shown = shortenName(name, 18);
    const averageLetter = 0.6 * size;
    const leaves = x + off + averageLetter * shown.length > field.left + field.width;
    const side = leaves ? { x: x - off, 'text-anchor': 'end' } : { x: x + off };
    return text(shown, { ...side, y: y - off * 0.7, 'font-size': size, ...attributes });
  };
  const depotNames = (listed: readonly DepotInScene[], fill: string) =>
    listed.map((d) => label(d.name, d.at, sizes.depot / 2 + 3, 13, { 'font-weight': 600, fill }));
  const drawn: string[] = [];
  if (customers.length <= labelledCustomers)
    drawn.push(...customers.map((c) => label(c.name, c.at, sizes.radius(c.demand) + 2, 11, { fill: theme.faint })));
  if (depots.length <= labelledDepots) {
    drawn.push(
      ...depotNames(
        depots.filter((d) => d.state === 'closed'),
        theme.faint,
      ),
    );
    drawn.push(
      ...depotNames(
        depots.filter((d) => d.state !== 'closed'),
        theme.ink,
      ),
    );
  }
  if (drawn.length === 0) return '';
  return element(
    'g',
    { class: 'labels', stroke: theme.field, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' },
    ...drawn,
  );
}
