/** The map of an instance, or of a plan for it, as SVG for a slide. The same input gives the same bytes. */
import { isObject, requireArgument, requireKnown } from '../problem/arguments.ts';
import { checkPlan } from '../problem/check-plan.ts';
import { requirePlanOfOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import type { Plan, Route, Solution } from '../problem/solution.ts';
import { isGeographic } from '../problem/travel.ts';
import { amountsOf } from './amounts.ts';
import { type BaseMap, drawBaseMap, namedMarks } from './base-map.ts';
import { depotFigures } from './depot-figures.ts';
import { drawCustomers, drawDepots, drawLabels, drawRouteSigns, drawRoutes } from './marks.ts';
import { shortenName } from './number.ts';
import { type Theme, type ThemeName, themes } from './palette.ts';
import { type Box, depotKind, drawPanel, type Sheet } from './panel.ts';
import { aspectOf, kilometresPerPixel, type Point, screenOf, type View, wholeView, worldOf } from './projection.ts';
import { drawScaleBar } from './scale-bar.ts';
import { type CustomerMark, composeScene, type DepotMark, type RouteMark } from './scene.ts';
import { element, escapeXml, text } from './svg.ts';
import { capitalised, mapWordsOf } from './words.ts';

export interface MapOptions {
  /** Pixels. The height follows, and the drawing scales as a whole. */
  readonly width?: number;
  readonly title?: string;
  readonly theme?: ThemeName;
  /** Land, water and towns under places in longitude and latitude; `loadBaseMap()` of `neo-lrp/node` has them. */
  readonly base?: BaseMap;
}

/** Everything is laid out on a sheet this wide, then scaled. */
const layout = { width: 1200, margin: 28, header: 84, panel: 258, gap: 28, padding: 30 } as const;

/** Wider than any screen; a PNG of this width takes a gigabyte of memory. */
const mostPixels = 20_000;

/** For callers without types. */
function requireMapOptions(options: MapOptions): void {
  requireKnown(options, { width: 0, title: 0, theme: 0, base: 0 });
  const { width, title, theme, base } = options;
  requireArgument(base === undefined || isObject(base, 'compose'), 'base', 'a base map, such as that of loadBaseMap');
  const refuse = (field: string, expected: string, value: unknown) => new NeoLrpError('E_USAGE', `expected ${expected}`, { field, value });
  if (width !== undefined && !(typeof width === 'number' && width >= 1 && width <= mostPixels))
    throw refuse('width', `a width of 1 to ${mostPixels} pixels`, width);
  if (title !== undefined && typeof title !== 'string') throw refuse('title', 'a text', title);
  if (theme !== undefined && !Object.hasOwn(themes, theme)) throw refuse('theme', `one of ${Object.keys(themes).join(', ')}`, theme);
}

/** A map of an instance, or of a plan for it, as SVG. */
export function drawMap(instance: Instance, plan?: Plan | Solution, options: MapOptions = {}): string {
  requireInstanceShape(instance);
  requireMapOptions(options);
  if (plan) requirePlanOfOneDay(plan);
  const { width = layout.width, title = instance.name } = options;
  const theme = themes[options.theme ?? 'light'];
  const { view, field } = mapSight(instance);
  const checked = plan ? checkPlan(instance, plan) : undefined;
  const figures = plan && checked ? depotFigures(instance, plan, checked.routes) : [];
  const open = plan ? new Set(figures.map(({ depot }) => depot.id)) : undefined;
  const scene = composeScene(instance, { routes: plan?.routes ?? [], open, theme, size: field });
  const { language } = instance.units;
  const sheet: Sheet = { instance, scene, theme, amounts: amountsOf(instance, language), words: mapWordsOf(language), checked, figures };
  const screen = screenOf(view, field);
  const toSheet = (point: Point) => {
    const { x, y } = screen.toScreen(point);
    return { x: field.left + x, y: field.top + y };
  };
  const titles = titlesOf(sheet);
  const base =
    options.base && isGeographic(instance.travel) ? options.base.compose(view, field, namedMarks(scene).map(screen.toScreen)) : undefined;
  const corner = { x: field.left + 16, y: field.top + field.height - 16 };
  const perPixel = kilometresPerPixel(worldOf(instance), view);
  const height = field.top + field.height + layout.margin;
  // Drawings of their own, so that nothing leaves the field.
  const inField = { 'aria-hidden': 'true', x: field.left, y: field.top, width: field.width, height: field.height };
  const signs = drawRouteSigns(scene.routes, screen.toScreen, field, theme);
  const parts = [
    element('title', {}, escapeXml(title)),
    element('rect', { width: layout.width, height, fill: theme.page }),
    drawHeader(title, sheet),
    element('rect', { x: field.left, y: field.top, width: field.width, height: field.height, rx: 6, fill: theme.field }),
    ...(base ? [element('svg', inField, drawBaseMap(base, field, theme))] : []),
    drawRoutes(scene.routes, toSheet, scene.stroke, titles.route),
    drawCustomers(scene, toSheet, theme, titles.customer),
    ...(signs ? [element('svg', inField, signs)] : []),
    drawDepots(scene.depots, toSheet, theme, titles.depot),
    drawLabels(scene, toSheet, field.left + field.width, theme),
    ...drawAttribution(instance, field, theme, base && options.base),
    drawScaleBar(perPixel, instance.travel, corner, field.width / 5, theme),
    drawPanel(sheet, { ...field, left: field.left + field.width + layout.gap, width: layout.panel }),
  ];
  const frame = {
    ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${layout.width} ${height}` },
    ...{ width, height: (width * height) / layout.width, role: 'img', 'font-family': "Inter, 'Helvetica Neue', Arial, sans-serif" },
  };
  return `${element('svg', frame, ...parts.map((part) => `${part}\n`))}\n`;
}

/** Who must be named for the roads and the base map. */
function drawAttribution({ travel }: Instance, { left, top, width, height }: Box, theme: Theme, base: BaseMap | undefined): string[] {
  const roads = travel.kind === 'matrix' ? travel.roads?.attribution : undefined;
  const named = [...new Set([roads, ...(base?.attribution.split(', ') ?? [])])].filter(Boolean);
  const corner = { x: left + width - 10, y: top + height - 10, 'text-anchor': 'end' };
  return named.length > 0 ? [text(named.join(', '), { ...corner, 'font-size': 11, fill: theme.faint })] : [];
}

/** What the field of a map shows. */
export function mapSight(instance: Instance): { readonly view: View; readonly field: Box } {
  const field = fieldFor(instance);
  return { view: wholeView(instance, field, undefined, layout.padding), field };
}

/** As wide as the sheet allows, and as high as the places need within the height of a slide. */
function fieldFor(instance: Instance): Box {
  const width = layout.width - 2 * layout.margin - layout.gap - layout.panel;
  const wanted = (width - 2 * layout.padding) * aspectOf(instance) + 2 * layout.padding;
  return { left: layout.margin, top: layout.header, width, height: Math.round(Math.min(780, Math.max(560, wanted))) };
}

/** With more customers, each would take longer to load than to find in a table. */
const mostTitles = 1000;

/** What a mark says when it is pointed at. */
function titlesOf({ instance, scene, amounts, words, checked }: Sheet) {
  const labels = new Map(scene.depots.map(({ id, label }) => [id, label]));
  const drives = (route: Route | null | undefined) => {
    const hours = route?.times && Number.isFinite(route.duration) ? [route.times.start, route.times.return].map(amounts.clock) : [];
    return [route?.vehicle, hours.join('–')].filter(Boolean);
  };
  const isCrowded = instance.customers.length > mostTitles;
  return {
    route({ index, depot, points }: RouteMark) {
      const route = checked?.routes[index];
      const load = `${words.load} ${amounts.demand(route?.load ?? 0)}`;
      const facts = [labels.get(depot), `${words.stops} ${amounts.number(points.length)}`, load, ...drives(route)];
      return `${words.route} ${amounts.number(index + 1)}: ${facts.join(', ')}`;
    },
    customer: isCrowded ? undefined : ({ label, demand }: CustomerMark) => `${label}: ${words.demand} ${amounts.demand(demand)}`,
    depot: (mark: DepotMark) => `${mark.label}: ${depotKind(mark, words)}`,
  };
}

function drawHeader(title: string, { instance, amounts, words, theme, checked }: Sheet): string {
  const { customers, depots, vehicles, vehicleCapacity } = instance;
  const sites = depots.every(({ status }) => status === 'candidate') ? words.possibleDepots : words.depots;
  const facts = [
    `${words.customers}: ${amounts.number(customers.length)}`,
    `${sites}: ${amounts.number(depots.length)}`,
    vehicles ? `${words.fleet}: ${amounts.number(vehicles.length)}` : `${words.vehicleCapacity}: ${amounts.demand(vehicleCapacity)}`,
  ];
  const broken = checked?.violations.length ?? 0;
  const warning = { x: layout.width - layout.margin, y: 62, 'text-anchor': 'end', fill: theme.alert, 'font-size': 15, 'font-weight': 600 };
  return element(
    'g',
    { class: 'header', fill: theme.ink },
    text(shortenName(title, 80), { x: layout.margin, y: 42, 'font-size': 24, 'font-weight': 600 }),
    text(facts.map(capitalised).join(' · '), { x: layout.margin, y: 66, 'font-size': 15, fill: theme.faint }),
    ...(broken > 0 ? [text(`${words.infeasible}, ${words.violations}: ${amounts.number(broken)}`, warning)] : []),
  );
}
