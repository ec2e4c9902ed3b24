/** The map of an instance, or of a plan for it, as SVG for a slide. The same input gives the same bytes. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import type { Plan, Solution } from '../problem/solution.ts';
import { drawCustomers, drawDepots, drawLabels, drawRoutes, sizesFor } from './marks.ts';
import { formatCount, shortenName } from './number.ts';
import { type Theme, type ThemeName, themes } from './palette.ts';
import { drawPanel } from './panel.ts';
import { type Box, projectionOf } from './projection.ts';
import { chooseScaleBar, drawScaleBar } from './scale-bar.ts';
import { composeScene, type Scene } from './scene.ts';
import { element, escapeXml, text } from './svg.ts';

export interface MapOptions {
  /** Pixels. The height follows, and the drawing scales as a whole. */
  readonly width?: number;
  readonly title?: string;
  readonly theme?: ThemeName;
}

/** Everything is laid out on a sheet this wide, then scaled. */
const sheet = { width: 1200, margin: 28, header: 84, panel: 258, gap: 28, padding: 30 } as const;

/** Wider than any screen; a PNG of this width takes a gigabyte of memory. */
const mostPixels = 20_000;

/** For callers without types. */
function requireMapOptions({ width, title, theme }: MapOptions): void {
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
  const { width = sheet.width, title = instance.name } = options;
  const theme: Theme = themes[options.theme ?? 'light'];
  const field = fieldFor(instance);
  const inner: Box = {
    left: field.left + sheet.padding,
    top: field.top + sheet.padding,
    width: field.width - 2 * sheet.padding,
    height: field.height - 2 * sheet.padding,
  };
  const panel: Box = { ...field, left: field.left + field.width + sheet.gap, width: sheet.panel };
  const height = field.top + field.height + sheet.margin;
  const scene = composeScene(instance, plan, inner, theme);
  const sizes = sizesFor(scene);
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${sheet.width} ${height}`,
      width,
      height: (width * height) / sheet.width,
      role: 'img',
      'font-family': "Inter, 'Helvetica Neue', Arial, sans-serif",
    },
    `${element('title', {}, escapeXml(title))}\n`,
    `${element('rect', { width: sheet.width, height, fill: theme.page })}\n`,
    `${drawHeader(title, instance, scene, theme)}\n`,
    `${element('rect', { x: field.left, y: field.top, width: field.width, height: field.height, rx: 6, fill: theme.field })}\n`,
    `${drawRoutes(scene, sizes)}\n`,
    `${drawCustomers(scene, sizes, theme)}\n`,
    `${drawDepots(scene, sizes, theme)}\n`,
    `${drawLabels(scene, sizes, field, theme)}\n`,
    `${scaleBarFor(instance, scene, field, theme)}\n`,
    `${drawPanel(instance, scene, sizes, panel, theme)}\n`,
  )}\n`;
}

/** As wide as the sheet allows, and as high as the places need within the height of a slide. */
function fieldFor(instance: Instance): Box {
  const width = sheet.width - 2 * sheet.margin - sheet.gap - sheet.panel;
  const wanted = (width - 2 * sheet.padding) * projectionOf(instance).aspect + 2 * sheet.padding;
  return { left: sheet.margin, top: sheet.header, width, height: Math.round(Math.min(780, Math.max(560, wanted))) };
}

function drawHeader(title: string, instance: Instance, { outcome, amounts }: Scene, theme: Theme): string {
  const depots = formatCount(
    instance.depots.length,
    instance.depots.every(({ status }) => status === 'candidate') ? 'candidate depot' : 'depot',
  );
  const vehicles = instance.vehicles
    ? formatCount(instance.vehicles.length, 'vehicle type')
    : `vehicle capacity ${amounts.demand(instance.vehicleCapacity)}`;
  const facts = `${formatCount(instance.customers.length, 'customer')}, ${depots}, ${vehicles}`;
  const right = sheet.width - sheet.margin;
  const warning =
    outcome && outcome.violations > 0
      ? text(`infeasible: ${formatCount(outcome.violations, 'violation')}`, {
          x: right,
          y: 62,
          'text-anchor': 'end',
          fill: theme.alert,
          'font-size': 15,
          'font-weight': 600,
        })
      : '';
  return element(
    'g',
    { class: 'header', fill: theme.ink },
    text(shortenName(title, 80), { x: sheet.margin, y: 42, 'font-size': 24, 'font-weight': 600 }),
    text(facts, { x: sheet.margin, y: 66, 'font-size': 15, fill: theme.faint }),
    warning,
  );
}

function scaleBarFor({ travel }: Instance, { kilometresPerPixel }: Scene, field: Box, theme: Theme): string {
  if (travel.kind !== 'great-circle' || kilometresPerPixel === undefined) return '';
  return drawScaleBar(chooseScaleBar(kilometresPerPixel, travel.unit, field.width / 5), field, theme);
}
