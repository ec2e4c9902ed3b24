/** Charts that compare methods: distributions, growth with size, and gap against time. */
import { type Axis, type ChartOptions, chartFrame, type Frame } from './chart-frame.ts';
import { formatNumber } from './number.ts';
import { rangeOf } from './range.ts';
import { decimal, element, text } from './svg.ts';

/** A method has the same colour in every chart. Published figures are dashed, so that they can be told apart without colour. */
export interface MethodStyle {
  readonly name: string;
  /** Position in the palette. */
  readonly colour: number;
  readonly published: boolean;
}

export interface Distribution extends MethodStyle {
  readonly values: readonly number[];
}

export interface Growth extends MethodStyle {
  readonly points: readonly {
    readonly x: number;
    readonly lowerQuartile: number;
    readonly median: number;
    readonly upperQuartile: number;
  }[];
}

export interface Trade extends MethodStyle {
  readonly gap: number;
  readonly seconds: number;
}

const size = { width: 860, height: 460, aside: 190 } as const;

/**
 * Gaps range over orders of magnitude and may be zero or negative. Adding 0.1 % before taking the logarithm spreads the small ones;
 * anything at least as good as the best known is at the left end.
 */
const gapShift = 0.1;
const gapTicks = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const shifted = (gap: number) => Math.max(0, gap) + gapShift;

const gapAxis = (label: string, gaps: readonly number[]): Axis => ({
  label,
  from: gapShift,
  to: shifted(rangeOf([1, ...gaps]).max) * 1.1,
  log: true,
  ticks: gapTicks.map(shifted),
  format: (value) => (value === gapShift ? '≤ 0 %' : `${Number((value - gapShift).toPrecision(6))} %`),
});

function secondsAxis(label: string, seconds: readonly number[]): Axis {
  const { min, max } = rangeOf([1, ...seconds.filter((value) => value > 0)]);
  const format = (value: number) => `${value < 1 ? Number(value.toPrecision(6)) : formatNumber(value)} s`;
  return { label, from: min / 1.3, to: max * 1.3, log: true, format };
}

const shareAxis: Axis = { label: 'share of instances', from: 0, to: 1.02, format: (value) => `${Math.round(100 * value)} %` };

/** Share of instances solved to within a gap. Higher and to the left is better. */
export function drawGapDistributions(methods: readonly Distribution[], options: ChartOptions): string {
  const gaps = methods.flatMap(({ values }) => values);
  return drawDistributions(methods, gapAxis('gap to the best known', gaps), shifted, options);
}

/** `ours` says which seconds ours are, if that matters. */
export type TimeChartOptions = ChartOptions & { readonly ours?: string };

const timeLabel = (what: string, { ours }: TimeChartOptions) =>
  `${what}, each on its own machine${ours === undefined ? '' : ` (ours: ${ours})`}`;

/** Share of instances finished within a time. Higher and to the left is better. */
export function drawTimeDistributions(methods: readonly Distribution[], options: TimeChartOptions): string {
  const seconds = methods.flatMap(({ values }) => values);
  const axis = secondsAxis(timeLabel('total time', options), seconds);
  return drawDistributions(methods, axis, (value) => Math.max(axis.from, value), options);
}

/** Steps from none to all instances. */
function drawDistributions(methods: readonly Distribution[], axis: Axis, place: (value: number) => number, options: ChartOptions): string {
  const frame = chartFrame({ ...size, ...options }, axis, shareAxis);
  const steps = methods.map((method) => {
    const values = method.values.map(place).sort((a, b) => a - b);
    const pair = (value: number, share: number) => [value, share] as const;
    const corners = values.flatMap((value, k) => [pair(value, k / values.length), pair(value, (k + 1) / values.length)]);
    const end = values.length > 0 ? [pair(axis.to, 1)] : [];
    return frame.curve([pair(axis.from, 0), ...corners, ...end], strokeOf(frame, method));
  });
  return frame.close(...steps, drawLegend(frame, methods));
}

/** Median and quartiles against a size. Only our own methods get a band of quartiles, to keep the chart readable. */
export function drawGrowth(
  methods: readonly Growth[],
  options: TimeChartOptions & {
    readonly sizeLabel: string;
    readonly measure: 'gap' | 'error' | 'seconds';
    readonly logSize?: boolean;
  },
): string {
  const percent = options.measure !== 'seconds';
  const place = percent ? shifted : (value: number) => Math.max(1e-3, value);
  const values = methods.flatMap(({ points }) => points.flatMap((point) => [point.lowerQuartile, point.upperQuartile]));
  const sizes = methods.flatMap(({ points }) => points.map(({ x }) => x));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const x: Axis = options.logSize
    ? { label: options.sizeLabel, from: least / 1.2, to: most * 1.2, log: true, ticks: [...new Set(sizes)] }
    : { label: options.sizeLabel, from: least - 10, to: most + 10 };
  const valueLabel = options.measure === 'gap' ? 'gap to the best known' : 'error, gap';
  const y = percent ? gapAxis(valueLabel, values) : secondsAxis(timeLabel('total time', options), values.map(place));
  const frame = chartFrame({ ...size, ...options }, x, y);
  type Figure = 'lowerQuartile' | 'median' | 'upperQuartile';
  const through = ({ points }: Growth, figure: Figure) => points.map((point) => [point.x, place(point[figure])] as const);
  const bands = methods
    .filter(({ published }) => !published)
    .map((method) => {
      const outline = frame.line([...through(method, 'upperQuartile'), ...through(method, 'lowerQuartile').reverse()]);
      return element('path', { d: `${outline}Z`, fill: frame.colour(method.colour), opacity: 0.15 });
    });
  const lines = methods.flatMap((method) => [
    frame.curve(through(method, 'median'), strokeOf(frame, method)),
    ...through(method, 'median').map((point) => frame.dot(...point, { r: 3, fill: frame.colour(method.colour) })),
  ]);
  return frame.close(...bands, ...lines, drawLegend(frame, methods));
}

/** Mean gap against mean time. The line joins the methods that no other beats in both. Lower and to the left is better. */
export function drawTrades(methods: readonly Trade[], options: TimeChartOptions): string {
  const [times, gaps] = [methods.map(({ seconds }) => seconds), methods.map(({ gap }) => gap)];
  const x = secondsAxis(timeLabel('mean total time', options), times);
  const y = gapAxis('mean gap to the best known', gaps);
  // Space below the best, so that its mark is not on the axis.
  const frame = chartFrame({ ...size, ...options }, x, { ...y, from: y.from / 1.12 });
  const placeOf = ({ gap, seconds }: Trade) => [Math.max(x.from, seconds), shifted(gap)] as const;
  const front = methods.filter((one) => !methods.some((other) => beats(other, one))).sort((a, b) => a.seconds - b.seconds);
  const line = frame.curve(front.map(placeOf), { stroke: frame.theme.faint, 'stroke-dasharray': '2 4' });
  const marks = methods.map((method) => {
    const { x: across, y: down } = frame.at(...placeOf(method));
    return dot(frame, method, across, down);
  });
  return frame.close(line, ...marks, drawLegend(frame, methods, dot));
}

/** Published figures are rings. */
function dot(frame: Frame, { colour: k, published }: MethodStyle, cx: number, cy: number): string {
  const [page, colour] = [frame.theme.page, frame.colour(k)];
  return published
    ? element('circle', { cx, cy, r: 6, fill: page, stroke: colour, 'stroke-width': 2.5 })
    : element('circle', { cx, cy, r: 7, fill: colour, stroke: page, 'stroke-width': 1 });
}

const beats = (one: Trade, other: Trade) =>
  one.gap <= other.gap && one.seconds <= other.seconds && (one.gap < other.gap || one.seconds < other.seconds);

/** Neighbours in the palette also differ in their dashes. */
const dashes = ['6 3', '2 2.5', '10 3 2 3', '13 4'];

const strokeOf = (frame: Frame, { colour, published }: MethodStyle) => ({
  stroke: frame.colour(colour),
  'stroke-width': published ? 1.6 : 2.6,
  'stroke-dasharray': published ? dashes[colour % dashes.length] : undefined,
  'stroke-linejoin': 'round',
});

const stroke = (frame: Frame, method: MethodStyle, x: number, y: number) =>
  element('path', { d: `M${decimal(x - 13)},${decimal(y)}h26`, fill: 'none', ...strokeOf(frame, method) });

/** Right of the plotting area, one line per method, with its mark. */
function drawLegend(frame: Frame, methods: readonly MethodStyle[], mark = stroke): string {
  const left = frame.right + 16;
  const rows = methods.map((method, k) => {
    const y = frame.top + 10 + 24 * k;
    return mark(frame, method, left + 13, y) + text(method.name, { x: left + 34, y: y + 4, 'font-size': 12.5, fill: frame.theme.ink });
  });
  const note = methods.some(({ published }) => published)
    ? text('† published figures', { x: left, y: frame.top + 18 + 24 * methods.length, 'font-size': 11.5, fill: frame.theme.faint })
    : '';
  return rows.join('') + note;
}
