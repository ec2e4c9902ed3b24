/** The frame of all charts: axes with round ticks, grid, labels, and the mapping from values to pixels. */
import { formatNumber } from './number.ts';
import { type ThemeName, themes } from './palette.ts';
import type { Point } from './projection.ts';
import { rangeOf } from './range.ts';
import { type Attributes, decimal, element, escapeXml, pathThrough, text } from './svg.ts';

export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly log?: boolean;
  /** Used in place of round numbers. */
  readonly ticks?: readonly number[];
  /** About how many round numbers, if not six. */
  readonly steps?: number;
  readonly format?: (value: number) => string;
}

export interface ChartOptions {
  readonly title: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: ThemeName;
  /** Pixels right of the plotting area, for a legend. */
  readonly aside?: number;
  /** Among other text, which says what the chart shows: without title and labels of the axes. */
  readonly bare?: boolean;
}

export type Frame = ReturnType<typeof chartFrame>;

/** Pixels for the label of the vertical axis, and per letter of its ticks. */
const beside = 36;
const letter = 7;

export function chartFrame(
  { title, width = 720, height = 440, theme: themeName = 'light', aside = 24, bare = false }: ChartOptions,
  xAxis: Axis | { readonly label: string; readonly categories: readonly string[] },
  yAxis: Axis,
) {
  const theme = themes[themeName];
  const formatY = yAxis.format ?? formatNumber;
  const longest = Math.max(0, ...ticks(yAxis).map((value) => formatY(value).length));
  const left = bare ? 16 + letter * longest : Math.max(72, beside + letter * longest);
  const [right, top, bottom] = bare ? [width - 8, 10, height - 24] : [width - aside, 56, height - 60];
  const y = scale(yAxis, bottom, top);
  const categories = 'categories' in xAxis ? xAxis.categories : undefined;
  const x =
    'categories' in xAxis ? (k: number) => left + ((k + 0.5) / xAxis.categories.length) * (right - left) : scale(xAxis, left, right);
  const ticksY = ticks(yAxis).map((value) => {
    const at = y(value);
    return (
      element('line', { x1: left, x2: right, y1: at, y2: at, stroke: theme.rule }) +
      text(formatY(value), { x: left - 8, y: at + 4, 'text-anchor': 'end', 'font-size': 12, fill: theme.faint })
    );
  });
  // Many names are tilted, so that they do not overlap.
  const tilted = categories !== undefined && categories.length > 10;
  const labelX = (content: string, at: number) =>
    text(content, {
      x: at,
      y: bottom + (tilted ? 14 : 20),
      'text-anchor': tilted ? 'end' : 'middle',
      'font-size': tilted ? 11 : 12,
      fill: theme.faint,
      transform: tilted ? `rotate(-40 ${decimal(at)} ${bottom + 14})` : undefined,
    });
  const ticksX =
    'categories' in xAxis
      ? xAxis.categories.map((label, k) => labelX(label, x(k)))
      : ticks(xAxis).map((value) => labelX((xAxis.format ?? formatNumber)(value), x(value)));
  const middle = (top + bottom) / 2;
  const labelStyle = { 'text-anchor': 'middle', 'font-size': 13, fill: theme.ink };
  const labels = [
    text(title, { x: left, y: 32, 'font-size': 17, 'font-weight': 600, fill: theme.ink }),
    text(xAxis.label, { x: (left + right) / 2, y: bottom + (tilted ? 54 : 44), ...labelStyle }),
    text(yAxis.label, { x: 20, y: middle, ...labelStyle, transform: `rotate(-90 20 ${middle})` }),
  ];
  const at = (valueX: number, valueY: number): Point => ({ x: x(valueX), y: y(valueY) });
  const line = (points: readonly (readonly [x: number, y: number])[]) => pathThrough(points.map((point) => at(...point)));
  return {
    /** Where the plotting area lies. */
    ...{ theme, left, right, top, bottom, at, line },
    /** The k-th of the palette, which begins again at its end. */
    colour: (k: number) => theme.depots[k % theme.depots.length],
    curve: (points: Parameters<typeof line>[0], pen: Attributes) => element('path', { d: line(points), fill: 'none', ...pen }),
    dot(valueX: number, valueY: number, style: Attributes): string {
      const { x: cx, y: cy } = at(valueX, valueY);
      return element('circle', { cx, cy, ...style });
    },
    /** The whole drawing with this content inside the frame. */
    close: (...content: readonly string[]) =>
      element(
        'svg',
        {
          ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
          ...{ 'font-family': 'Inter, Helvetica, Arial, sans-serif', role: 'img', 'aria-label': bare ? title : undefined },
        },
        ...(bare ? [] : [element('title', {}, escapeXml(title)), element('rect', { width, height, fill: theme.page }), ...labels]),
        ...ticksY,
        ...ticksX,
        element('line', { x1: left, x2: right, y1: bottom, y2: bottom, stroke: theme.faint }),
        ...content,
      ),
  };
}

function scale({ from, to, log }: Axis, low: number, high: number): (value: number) => number {
  const place = log ? Math.log : (value: number) => value;
  const span = place(to) - place(from) || 1;
  return (value) => low + ((place(value) - place(from)) / span) * (high - low);
}

export function rangeAxis(label: string, values: readonly number[]): Axis {
  const { min, max } = rangeOf(values.length > 0 ? values : [0, 1]);
  return { label, from: min, to: max };
}

/** With some space above and below. */
export function logAxis(label: string, values: readonly number[]): Axis {
  const { from, to } = rangeAxis(label, values.length > 0 ? values : [1, 10]);
  return { label, from: from / 1.15, to: to * 1.15, log: true, format: (value) => String(Number(value.toPrecision(6))) };
}

/** Round values: powers of ten times 1, 2, 5 on a logarithmic axis, else multiples of such a step. */
export function ticks({ from, to, log, ticks: given, steps = 6 }: Axis): number[] {
  if (given) return given.filter((value) => value >= from && value <= to);
  if (!log) return multiples(from, to, roundStep((to - from) / steps || 1));
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++)
    for (const factor of [1, 2, 5]) {
      const value = Number(`${factor}e${power}`);
      if (value >= from && value <= to) values.push(value);
    }
  return values.length > 10 ? values.filter((value) => Number.isInteger(Math.log10(value))) : values;
}

/** The smallest of 1, 2, 5 · 10ᵏ that is at least this. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

/** Those of a step between two values. */
export function multiples(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  // Counting steps keeps 0.30000000000000004 off the axis.
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++) values.push(Number((k * step).toPrecision(12)));
  return values;
}
