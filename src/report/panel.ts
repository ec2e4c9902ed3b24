/** The panel beside the map: the costs, the open depots, and the legend. */
import type { Instance } from '../problem/instance.ts';
import { showsDistance } from './amounts.ts';
import { type CostKind, costSplit } from './cost-split.ts';
import { drawDepot, type Sizes } from './marks.ts';
import { formatCount, formatNumber, shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Box } from './projection.ts';
import type { Scene } from './scene.ts';
import { decimal, element, text } from './svg.ts';

const lineHeight = 24;
const legendRow = 24;

export function drawPanel(instance: Instance, scene: Scene, sizes: Sizes, box: Box, theme: Theme): string {
  const facts = factsOf(instance, scene);
  const legend = legendEntries(scene, sizes, theme);
  const factsHeight = facts.length * lineHeight + 20;
  const legendHeight = legend.length * legendRow;
  const table = { ...box, top: box.top + factsHeight, height: box.height - factsHeight - legendHeight - 12 };
  return element(
    'g',
    { class: 'panel', 'font-size': 14, fill: theme.ink },
    drawFacts(facts, box, theme),
    drawDepotTable(scene, table, theme),
    drawLegend(legend, { ...box, top: box.top + box.height - legendHeight, height: legendHeight }, theme),
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly weight: 'strong' | 'plain';
}

function factsOf(instance: Instance, { outcome, depots, amounts }: Scene): Fact[] {
  const plain = (label: string, value: string): Fact => ({ label, value, weight: 'plain' });
  if (outcome) {
    const labels: Readonly<Record<CostKind, string>> = {
      opening: formatCount(depots.filter((d) => d.state === 'open').length, 'open depot'),
      vehicles: formatCount(outcome.vehicles, 'vehicle'),
      travel: showsDistance(instance) ? `Travel, ${amounts.distance(outcome.distance)}` : 'Travel',
      time: 'Time',
      emission: `Emission, ${formatNumber(outcome.emission ?? 0)} kg CO₂`,
      handling: 'Handling',
    };
    return [
      { label: 'Total cost', value: amounts.cost(outcome.cost.total), weight: 'strong' },
      ...costSplit(outcome.cost).map(({ kind, value }) => plain(labels[kind], amounts.cost(value))),
    ];
  }
  const { customers, vehicles, vehicleCapacity, vehicleCost } = instance;
  const capacities = instance.depots.map((d) => d.capacity);
  return [
    plain('Total demand', amounts.demand(customers.reduce((sum, c) => sum + c.demand, 0))),
    plain(vehicles ? 'Largest vehicle' : 'Vehicle capacity', amounts.demand(vehicleCapacity)),
    vehicles ? plain('Vehicle types', formatNumber(vehicles.length)) : plain('Vehicle cost', amounts.cost(vehicleCost)),
    plain(
      'Depot capacity',
      capacities.includes(null) ? 'unlimited' : amounts.demand(capacities.reduce((sum: number, c) => sum + (c ?? 0), 0)),
    ),
  ];
}

function drawFacts(facts: readonly Fact[], { left, top, width }: Box, theme: Theme): string {
  const rows = facts.map(({ label, value, weight }, k) => {
    const y = top + 20 + k * lineHeight;
    const strong = weight === 'strong' ? { 'font-weight': 600, 'font-size': 20 } : {};
    return (
      text(label, { x: left, y, ...(weight === 'strong' ? { 'font-weight': 600 } : { fill: theme.faint }) }) +
      text(value, { x: left + width, y, 'text-anchor': 'end', ...strong })
    );
  });
  return element('g', { class: 'facts' }, ...rows);
}

/** One row per open depot, as many as fit; a bar shows how full it is. */
function drawDepotTable({ depots, outcome }: Scene, { left, top, width, height }: Box, theme: Theme): string {
  const open = depots.filter((d) => d.state === 'open');
  if (!outcome || open.length === 0) return '';
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
    const cells = [depot.customers, depot.routes, depot.load].map((value, c) =>
      text(formatNumber(value), { x: columns[c], y, 'text-anchor': 'end' }),
    );
    const share = depot.capacity === null || depot.capacity === 0 ? undefined : depot.load / depot.capacity;
    const bar =
      bars && share !== undefined
        ? element('rect', { x: left + 20, y: y + 6, width: width - 20, height: 3, rx: 1.5, fill: theme.rule }) +
          element('rect', {
            x: left + 20,
            y: y + 6,
            width: (width - 20) * Math.min(1, share),
            height: 3,
            rx: 1.5,
            fill: share > 1 + 1e-9 ? theme.alert : depot.colour,
          })
        : '';
    const side = Math.min(12, row - 4);
    return (
      drawDepot({ ...depot, name: undefined, at: [left + 7, y - size * 0.36] }, side, theme) +
      text(shortenName(depot.name, 11), { x: left + 20, y, 'font-weight': 600 }) +
      cells.join('') +
      bar
    );
  });
  const hidden = open.length - shown.length;
  const rest =
    hidden > 0
      ? [text(`and ${formatNumber(hidden)} more`, { x: left + 20, y: top + 22 + shown.length * row + row / 2 + 5, fill: theme.faint })]
      : [];
  return element('g', { class: 'open-depots', 'font-size': size }, ...head, ...rows, ...rest);
}

interface LegendEntry {
  readonly label: string;
  readonly mark: (x: number, y: number) => string;
}

function legendEntries({ depots, customers, outcome, amounts }: Scene, sizes: Sizes, theme: Theme): LegendEntry[] {
  const has = (state: string, locked?: boolean) => depots.some((d) => d.state === state && (locked === undefined || d.locked === locked));
  const depotMark = (state: 'open' | 'closed' | 'candidate', locked: boolean, label: string): LegendEntry => ({
    label,
    mark: (x, y) => drawDepot({ at: [x, y], state, locked, colour: theme.faint }, 12, theme),
  });
  const entries: LegendEntry[] = [];
  if (has('open')) entries.push(depotMark('open', false, 'open depot'));
  if (has('candidate')) entries.push(depotMark('candidate', false, 'candidate depot'));
  if (has('closed', false)) entries.push(depotMark('closed', false, 'closed depot'));
  if (has('closed', true)) entries.push(depotMark('closed', true, 'depot locked closed'));
  if (outcome && customers.some((c) => c.depot === undefined))
    entries.push({
      label: 'customer not served',
      mark: (cx, cy) => element('circle', { cx, cy, r: 5, fill: theme.page, stroke: theme.alert, 'stroke-width': 1.5 }),
    });
  const demands = customers.map((c) => c.demand);
  const least = demands.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = demands.reduce((a, b) => Math.max(a, b), 0);
  const dot = (cx: number, cy: number, r: number) => element('circle', { cx, cy, r, fill: theme.customer });
  entries.push(
    least === most
      ? { label: `customer, demand ${amounts.demand(most)}`, mark: (x, y) => dot(x, y, sizes.radius(most)) }
      : {
          label: `customer, demand ${formatNumber(least)} to ${amounts.demand(most)}`,
          mark: (x, y) => {
            const [small, large] = [sizes.radius(least), sizes.radius(most)];
            return dot(x - large - 1, y, small) + dot(x + small + 1, y, large);
          },
        },
  );
  return entries;
}

function drawLegend(entries: readonly LegendEntry[], { left, top, width }: Box, theme: Theme): string {
  const rule = element('path', { d: `M${left} ${decimal(top - 4)}h${width}`, stroke: theme.rule });
  const rows = entries.map(({ label, mark }, k) => {
    const y = top + legendRow / 2 + k * legendRow + 4;
    return mark(left + 18, y) + text(label, { x: left + 44, y: y + 4.5 });
  });
  return element('g', { class: 'legend', 'font-size': 13, fill: theme.faint }, rule, ...rows);
}
