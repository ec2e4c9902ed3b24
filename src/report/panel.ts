/** The panel beside the map: the costs, the open depots, and the legend. */
import type { Verification } from '../problem/check-plan.ts';
import type { Instance } from '../problem/instance.ts';
import { type Amounts, showsDistance } from './amounts.ts';
import { type CostKind, costSplit } from './cost-split.ts';
import { drawDepot } from './marks.ts';
import { formatCount, formatNumber, shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Point, Size } from './projection.ts';
import type { CustomerMark, DepotMark, Scene } from './scene.ts';
import { decimal, element, text } from './svg.ts';

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** All that is drawn, and what is known of the plan, where there is one. */
export interface Sheet {
  readonly instance: Instance;
  readonly scene: Scene;
  readonly theme: Theme;
  readonly amounts: Amounts;
  readonly checked: Verification | undefined;
}

const lineHeight = 24;

export function drawPanel(sheet: Sheet, box: Box): string {
  const { theme } = sheet;
  const facts = factsOf(sheet);
  const legend = legendEntries(sheet);
  const factsHeight = facts.length * lineHeight + 20;
  const legendHeight = legend.length * lineHeight;
  const table = { ...box, top: box.top + factsHeight, height: box.height - factsHeight - legendHeight - 12 };
  return element(
    'g',
    { class: 'panel', 'font-size': 14, fill: theme.ink },
    drawFacts(facts, box, sheet),
    drawDepotTable(sheet, table),
    drawLegend(legend, { ...box, top: box.top + box.height - legendHeight, height: legendHeight }, theme),
  );
}

type Fact = readonly [label: string, value: string];

/** The first of a plan is its total. */
function factsOf({ instance, scene, amounts, checked }: Sheet): readonly Fact[] {
  const { customers, depots, vehicles, vehicleCapacity, vehicleCost } = instance;
  if (checked) {
    const routes = checked.routes.length;
    const distance = checked.routes.reduce((sum, route) => sum + (route?.distance ?? 0), 0);
    const labels: Readonly<Record<CostKind, string>> = {
      opening: formatCount(scene.depots.filter(({ state }) => state === 'open').length, 'open depot'),
      vehicles: formatCount(routes, 'vehicle'),
      travel: showsDistance(instance) ? `Travel, ${amounts.distance(distance)}` : 'Travel',
      time: 'Time',
      emission: `Emission, ${formatNumber(checked.emission ?? 0)} kg CO₂`,
      handling: 'Handling',
    };
    const parts = costSplit(checked.cost).map(({ kind, value }) => [labels[kind], amounts.cost(value)] as const);
    return [['Total cost', amounts.cost(checked.cost.total)], ...parts];
  }
  const capacities = depots.map(({ capacity }) => capacity);
  const supply = capacities.includes(null) ? 'unlimited' : amounts.demand(capacities.reduce((sum: number, c) => sum + (c ?? 0), 0));
  return [
    ['Total demand', amounts.demand(customers.reduce((sum, { demand }) => sum + demand, 0))],
    [vehicles ? 'Largest vehicle' : 'Vehicle capacity', amounts.demand(vehicleCapacity)],
    vehicles ? ['Vehicle types', formatNumber(vehicles.length)] : ['Vehicle cost', amounts.cost(vehicleCost)],
    ['Depot capacity', supply],
  ];
}

function drawFacts(facts: readonly Fact[], { left, top, width }: Box, { theme, checked }: Sheet): string {
  const rows = facts.map(([label, value], k) => {
    const [y, isTotal] = [top + 20 + k * lineHeight, k === 0 && checked !== undefined];
    return (
      text(label, { x: left, y, ...(isTotal ? { 'font-weight': 600 } : { fill: theme.faint }) }) +
      text(value, { x: left + width, y, 'text-anchor': 'end', ...(isTotal && { 'font-weight': 600, 'font-size': 20 }) })
    );
  });
  return element('g', { class: 'facts' }, ...rows);
}

/** One row per open depot, as many as fit; a bar shows how full it is. */
function drawDepotTable(sheet: Sheet, { left, top, width, height }: Box): string {
  const { scene, theme, checked } = sheet;
  const open = scene.depots.filter(({ state }) => state === 'open');
  if (!checked || open.length === 0) return '';
  const columns = [left + width - 116, left + width - 62, left + width];
  const heading = { y: top + 12, fill: theme.faint, 'font-size': 12 };
  const head = [
    text('Depot', { x: left, ...heading }),
    ...['Customers', 'Routes', 'Load'].map((title, k) => text(title, { x: columns[k], 'text-anchor': 'end', ...heading })),
  ];
  const body = height - 22;
  const row = Math.min(30, Math.max(15, body / open.length));
  const fitting = Math.floor(body / row + 1e-9);
  const shown = open.length <= fitting ? open : open.slice(0, Math.max(0, fitting - 1));
  const bars = row >= 24;
  const size = row >= 20 ? 14 : 12;
  const rows = shown.map((depot, k) => {
    const y = top + 22 + k * row + row / 2 + (bars ? 2 : 5);
    const { figures, share } = loadOf(depot, sheet);
    const cells = figures.map((value, c) => text(formatNumber(value), { x: columns[c], y, 'text-anchor': 'end' }));
    const bar = (length: number, fill: string) =>
      element('rect', { x: left + 20, y: y + 6, width: (width - 20) * length, height: 3, rx: 1.5, fill });
    return [
      drawDepot({ ...depot, radius: Math.min(12, row - 4) / 2 }, { x: left + 7, y: y - size * 0.36 }, theme),
      text(shortenName(depot.label, 11), { x: left + 20, y, 'font-weight': 600 }),
      ...cells,
      ...(bars && share !== undefined ? [bar(1, theme.rule), bar(Math.min(1, share), share > 1 + 1e-9 ? theme.alert : depot.colour)] : []),
    ].join('');
  });
  const hidden = open.length - shown.length;
  const last = { x: left + 20, y: top + 22 + shown.length * row + row / 2 + 5, fill: theme.faint };
  const rest = hidden > 0 ? [text(`and ${formatNumber(hidden)} more`, last)] : [];
  return element('g', { class: 'open-depots', 'font-size': size }, ...head, ...rows, ...rest);
}

/** Customers, routes and load of a depot, and the share of its capacity, where it has one. */
function loadOf({ id }: DepotMark, { instance, scene }: Sheet) {
  const routes = scene.routes.filter(({ depot }) => depot === id);
  const stops = new Set(routes.flatMap((route) => route.stops));
  const load = scene.customers.reduce((sum, customer) => sum + (stops.has(customer.id) ? customer.demand : 0), 0);
  const capacity = instance.depots.find((depot) => depot.id === id)?.capacity;
  const customers = routes.reduce((sum, { points }) => sum + points.length, 0);
  return { figures: [customers, routes.length, load], share: capacity ? load / capacity : undefined };
}

interface LegendEntry {
  readonly label: string;
  readonly mark: (at: Point) => string;
}

function legendEntries({ scene: { depots, customers }, theme, amounts }: Sheet): LegendEntry[] {
  const depotEntry = (state: DepotMark['state'], locked: boolean, label: string): LegendEntry[] =>
    depots.some((depot) => depot.state === state && depot.locked === locked)
      ? [{ label, mark: (at) => drawDepot({ state, locked, colour: theme.faint, radius: 6 }, at, theme) }]
      : [];
  const dot = (cx: number, cy: number, r: number, paint: object = { fill: theme.customer }) => element('circle', { cx, cy, r, ...paint });
  const ring = { fill: theme.page, stroke: theme.alert, 'stroke-width': 1.5 };
  const unserved = { label: 'customer not served', mark: ({ x, y }: Point) => dot(x, y, 5, ring) };
  const extreme = (sign: number) =>
    customers.reduce<CustomerMark | undefined>((best, one) => (best && sign * best.demand >= sign * one.demand ? best : one), undefined);
  const [least, most] = [extreme(-1), extreme(1)];
  const range = least?.demand === most?.demand ? '' : `${formatNumber(least?.demand ?? 0)} to `;
  const sizes = {
    label: `customer, demand ${range}${amounts.demand(most?.demand ?? 0)}`,
    mark({ x, y }: Point) {
      const [small, large] = [least?.radius ?? 0, most?.radius ?? 0];
      return range === '' ? dot(x, y, large) : dot(x - large - 1, y, small) + dot(x + small + 1, y, large);
    },
  };
  return [
    ...depotEntry('open', false, 'open depot'),
    ...depotEntry('open', true, 'depot locked open'),
    ...depotEntry('candidate', false, 'candidate depot'),
    ...depotEntry('closed', false, 'closed depot'),
    ...depotEntry('closed', true, 'depot locked closed'),
    ...(customers.some(({ outline }) => outline) ? [unserved] : []),
    sizes,
  ];
}

function drawLegend(entries: readonly LegendEntry[], { left, top, width }: Box, theme: Theme): string {
  const rule = element('path', { d: `M${left} ${decimal(top - 4)}h${width}`, stroke: theme.rule });
  const rows = entries.map(({ label, mark }, k) => {
    const y = top + lineHeight / 2 + k * lineHeight + 4;
    return mark({ x: left + 18, y }) + text(label, { x: left + 44, y: y + 4.5 });
  });
  return element('g', { class: 'legend', 'font-size': 13, fill: theme.faint }, rule, ...rows);
}
