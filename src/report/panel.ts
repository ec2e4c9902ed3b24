/** The panel beside the map: the costs, the open depots, and the legend. */
import type { Verification } from '../problem/check-plan.ts';
import type { Instance } from '../problem/instance.ts';
import type { Amounts } from './amounts.ts';
import { type CostKind, costNotes, costSplit } from './cost-split.ts';
import type { DepotFigures } from './depot-figures.ts';
import { drawDepot } from './marks.ts';
import { shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Point, Size } from './projection.ts';
import type { CustomerMark, DepotMark, Scene } from './scene.ts';
import { decimal, element, text } from './svg.ts';
import { capitalised, type MapWords } from './words.ts';

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
  readonly words: MapWords;
  readonly checked: Verification | undefined;
  /** The open depots of the plan, in the order of the instance. */
  readonly figures: readonly DepotFigures[];
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
function factsOf({ instance, scene, amounts, words, checked }: Sheet): readonly Fact[] {
  const { customers, depots, vehicles, vehicleCapacity, vehicleCost } = instance;
  const { cost, demand, number } = amounts;
  if (checked) {
    const open = number(scene.depots.filter(({ state }) => state === 'open').length);
    const notes = { opening: open, ...costNotes(instance, checked.routes, amounts), vehicles: number(checked.routes.length) };
    const labelOf = (kind: CostKind) => words[kind] + (notes[kind] === undefined ? '' : `: ${notes[kind]}`);
    const parts = costSplit(checked.cost).map(({ kind, value }) => [labelOf(kind), cost(value)] as const);
    return [[words.total, cost(checked.cost.total)], ...parts];
  }
  const capacities = depots.map(({ capacity }) => capacity);
  const supply = capacities.includes(null) ? words.unlimited : demand(capacities.reduce((sum: number, c) => sum + (c ?? 0), 0));
  return [
    [words.totalDemand, demand(customers.reduce((sum, one) => sum + one.demand, 0))],
    [vehicles ? words.largestVehicle : words.vehicleCapacity, demand(vehicleCapacity)],
    vehicles ? [words.fleet, number(vehicles.length)] : [words.vehicleCost, cost(vehicleCost)],
    [words.depotCapacity, supply],
  ];
}

function drawFacts(facts: readonly Fact[], { left, top, width }: Box, { theme, checked }: Sheet): string {
  const rows = facts.map(([label, value], k) => {
    const [y, isTotal] = [top + 20 + k * lineHeight, k === 0 && checked !== undefined];
    return (
      text(capitalised(label), { x: left, y, ...(isTotal ? { 'font-weight': 600 } : { fill: theme.faint }) }) +
      text(value, { x: left + width, y, 'text-anchor': 'end', ...(isTotal && { 'font-weight': 600, 'font-size': 20 }) })
    );
  });
  return element('g', { class: 'facts' }, ...rows);
}

/** One row per open depot, as many as fit; a bar shows how full it is. */
function drawDepotTable(sheet: Sheet, { left, top, width, height }: Box): string {
  const { scene, theme, words, amounts, figures } = sheet;
  const marks = new Map(scene.depots.map((mark) => [mark.id, mark]));
  const open = figures.flatMap((own) => ({ ...own, mark: marks.get(own.depot.id) }));
  if (open.length === 0) return '';
  const columns = [left + width - 116, left + width - 62, left + width];
  const heading = { y: top + 12, fill: theme.faint, 'font-size': 12 };
  const head = [
    text(capitalised(words.depot), { x: left, ...heading }),
    ...[words.customers, words.routes, words.load].map((title, k) =>
      text(capitalised(title), { x: columns[k], 'text-anchor': 'end', ...heading }),
    ),
  ];
  const body = height - 22;
  const row = Math.min(30, Math.max(15, body / open.length));
  const fitting = Math.floor(body / row + 1e-9);
  const shown = open.length <= fitting ? open : open.slice(0, Math.max(0, fitting - 1));
  const bars = row >= 24;
  const size = row >= 20 ? 14 : 12;
  const rows = shown.map(({ depot, mark, customers, routes, load }, k) => {
    const y = top + 22 + k * row + row / 2 + (bars ? 2 : 5);
    const share = depot.capacity ? load / depot.capacity : undefined;
    const cells = [customers, routes, load].map((value, c) => text(amounts.number(value), { x: columns[c], y, 'text-anchor': 'end' }));
    const bar = (length: number, fill: string) =>
      element('rect', { x: left + 20, y: y + 6, width: (width - 20) * length, height: 3, rx: 1.5, fill });
    return [
      ...(mark ? [drawDepot({ ...mark, radius: Math.min(12, row - 4) / 2 }, { x: left + 7, y: y - size * 0.36 }, theme)] : []),
      text(shortenName(mark?.label ?? depot.id, 11), { x: left + 20, y, 'font-weight': 600 }),
      ...cells,
      ...(bars && share !== undefined
        ? [bar(1, theme.rule), bar(Math.min(1, share), share > 1 + 1e-9 ? theme.alert : (mark?.colour ?? theme.faint))]
        : []),
    ].join('');
  });
  const hidden = open.length - shown.length;
  const last = { x: left + 20, y: top + 22 + shown.length * row + row / 2 + 5, fill: theme.faint };
  const rest = hidden > 0 ? [text(`+ ${amounts.number(hidden)}`, last)] : [];
  return element('g', { class: 'open-depots', 'font-size': size }, ...head, ...rows, ...rest);
}

interface LegendEntry {
  readonly label: string;
  readonly mark: (at: Point) => string;
}

/** The words for a depot of this kind. */
export const depotKind = ({ state, locked }: Pick<DepotMark, 'state' | 'locked'>, words: MapWords): string => {
  if (locked) return state === 'open' ? words.lockedOpen : words.lockedClosed;
  return { open: words.openDepot, candidate: words.candidateDepot, closed: words.closedDepot }[state];
};

function legendEntries({ scene: { depots, customers }, theme, amounts, words }: Sheet): LegendEntry[] {
  const kinds = (['open', 'candidate', 'closed'] as const).flatMap((state) => [false, true].map((locked) => ({ state, locked })));
  const shown = kinds.filter(({ state, locked }) => depots.some((depot) => depot.state === state && depot.locked === locked));
  const dot = (cx: number, cy: number, r: number, paint: object = { fill: theme.customer }) => element('circle', { cx, cy, r, ...paint });
  const ring = { fill: theme.page, stroke: theme.alert, 'stroke-width': 1.5 };
  const extreme = (sign: number) =>
    customers.reduce<CustomerMark | undefined>((best, one) => (best && sign * best.demand >= sign * one.demand ? best : one), undefined);
  const [least, most] = [extreme(-1), extreme(1)];
  const range = least?.demand === most?.demand ? '' : `${amounts.number(least?.demand ?? 0)}–`;
  return [
    ...shown.map((kind) => ({
      label: depotKind(kind, words),
      mark: (at: Point) => drawDepot({ ...kind, colour: theme.faint, radius: 6 }, at, theme),
    })),
    ...(customers.some(({ outline }) => outline) ? [{ label: words.unserved, mark: ({ x, y }: Point) => dot(x, y, 5, ring) }] : []),
    {
      label: `${words.customer}, ${words.demand} ${range}${amounts.demand(most?.demand ?? 0)}`,
      mark({ x, y }) {
        const [small, large] = [least?.radius ?? 0, most?.radius ?? 0];
        return range === '' ? dot(x, y, large) : dot(x - large - 1, y, small) + dot(x + small + 1, y, large);
      },
    },
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
