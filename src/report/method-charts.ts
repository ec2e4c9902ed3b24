/** Charts that compare methods: distributions, growth with size, and gap against time. */
import { type Axis, type ChartOptions, chartFrame, type Frame } from './chart-frame.ts';
import { formatNumber } from './number.ts';
import { decimal, element, pathThrough, text } from './svg.ts';

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

const aside = 190;
const size = { width: 860, height: 460, aside } as const;

/**
 * Gaps range over orders of magnitude and may be zero or negative. Adding 0.1 % before taking the logarithm spreads the small ones;
 * anything at least as good as the best known is at the left end.
 */
const gapShift = 0.1;
const gapTicks = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const shifted = (gap: number) => Math.max(0, gap) + gapShift;

function gapAxis(label: string, gaps: readonly number[]): Axis {
  const most = gaps.reduce((a, b) => Math.max(a, b), 1);
  return {
    label,
    from: gapShift,
    to: shifted(most) * 1.1,
    log: true,
    ticks: gapTicks.map(shifted),
    format: (value) => (value === gapShift ? '≤ 0 %' : `${Number((value - gapShift).toPrecision(6))} %`),
  };
}

function secondsAxis(label: string, seconds: readonly number[]): Axis {
  const positive = seconds.filter((value) => value > 0);
  const least = positive.reduce((a, b) => Math.min(a, b), 1);
  const most = positive.reduce((a, b) => Math.max(a, b), 1);
  return {
    label,
    from: least / 1.3,
    to: most * 1.3,
    log: true,
    format: (value) => `${value < 1 ? Number(value.toPrecision(6)) : formatNumber(value)} s`,
  };
}

const shareAxis: Axis = { label: 'share of instances', from: 0, to: 1.02, format: (value) => `${Math.round(100 * value)} %` };

/** Share of instances solved to within a gap. Higher and to the left is better. */
export function drawGapDistributions(methods: readonly Distribution[], options: ChartOptions): string {
  const axis = gapAxis(
    'gap to the best known',
    methods.flatMap(({ values }) => values),
  );
  const frame = chartFrame({ ...size, ...options }, axis, shareAxis);
  return frame.close(...methods.map((method) => drawSteps(frame, axis, method, shifted)), drawLegend(frame, methods));
}

/** `ours` says which seconds ours are, if that matters. */
export type TimeChartOptions = ChartOptions & { readonly ours?: string };

const timeLabel = (what: string, { ours }: TimeChartOptions) =>
  `${what}, each on its own machine${ours === undefined ? '' : ` (ours: ${ours})`}`;

/** Share of instances finished within a time. Higher and to the left is better. */
export function drawTimeDistributions(methods: readonly Distribution[], options: TimeChartOptions): string {
  const axis = secondsAxis(
    timeLabel('total time', options),
    methods.flatMap(({ values }) => values),
  );
  const frame = chartFrame({ ...size, ...options }, axis, shareAxis);
  const place = (value: number) => Math.max(axis.from, value);
  return frame.close(...methods.map((method) => drawSteps(frame, axis, method, place)), drawLegend(frame, methods));
}

function drawSteps(frame: Frame, axis: Axis, method: Distribution, place: (value: number) => number): string {
  const values = method.values.map(place).sort((a, b) => a - b);
  const corners: (readonly [number, number])[] = [[frame.x(axis.from), frame.y(0)]];
  values.forEach((value, k) => {
    corners.push([frame.x(value), frame.y(k / values.length)], [frame.x(value), frame.y((k + 1) / values.length)]);
  });
  if (values.length > 0) corners.push([frame.x(axis.to), frame.y(1)]);
  return element('path', { d: pathThrough(corners), fill: 'none', ...strokeOf(frame, method) });
}

/** Median and quartiles against a size. Only our own methods get a band of quartiles, to keep the chart readable. */
export function drawGrowth(
  methods: readonly Growth[],
  options: ChartOptions & {
    readonly sizeLabel: string;
    readonly measure: 'gap' | 'error' | 'seconds';
    readonly logSize?: boolean;
  } & TimeChartOptions,
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
  const frame = chartFrame(
    { ...size, ...options },
    x,
    percent ? gapAxis(valueLabel, values) : secondsAxis(timeLabel('total time', options), values.map(place)),
  );
  const at = (value: number, of: number) => [frame.x(of), frame.y(place(value))] as const;
  const bands = methods
    .filter(({ published }) => !published)
    .map((method) => {
      const upper = method.points.map((point) => at(point.upperQuartile, point.x));
      const lower = method.points.map((point) => at(point.lowerQuartile, point.x)).reverse();
      return element('path', { d: `${pathThrough([...upper, ...lower])}Z`, fill: colourOf(frame, method), opacity: 0.15 });
    });
  const lines = methods.map((method) => {
    const line = method.points.map((point) => at(point.median, point.x));
    return (
      element('path', { d: pathThrough(line), fill: 'none', ...strokeOf(frame, method) }) +
      line.map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: colourOf(frame, method) })).join('')
    );
  });
  return frame.close(...bands, ...lines, drawLegend(frame, methods));
}

/** Mean gap against mean time. The line joins the methods that no other beats in both. Lower and to the left is better. */
export function drawTrades(methods: readonly Trade[], options: TimeChartOptions): string {
  const x = secondsAxis(
    timeLabel('mean total time', options),
    methods.map(({ seconds }) => seconds),
  );
  const y = gapAxis(
    'mean gap to the best known',
    methods.map(({ gap }) => gap),
  );
  // Space below the best, so that its mark is not on the axis.
  const frame = chartFrame({ ...size, ...options }, x, { ...y, from: y.from / 1.12 });
  const at = ({ gap, seconds }: Trade) => [frame.x(Math.max(x.from, seconds)), frame.y(shifted(gap))] as const;
  const front = methods
    .filter((one) => !methods.some((other) => beats(other, one)))
    .sort((a, b) => a.seconds - b.seconds)
    .map(at);
  const marks = methods.map((method) => dot(frame, method, ...at(method)));
  const line = element('path', { d: pathThrough(front), fill: 'none', stroke: frame.theme.faint, 'stroke-dasharray': '2 4' });
  return frame.close(line, ...marks, drawLegend(frame, methods, dot));
}

/** Published figures are rings. */
function dot(frame: Frame, method: MethodStyle, cx: number, cy: number): string {
  const colour = colourOf(frame, method);
  return method.published
    ? element('circle', { cx, cy, r: 6, fill: frame.theme.page, stroke: colour, 'stroke-width': 2.5 })
    : element('circle', { cx, cy, r: 7, fill: colour, stroke: frame.theme.page, 'stroke-width': 1 });
}

const beats = (one: Trade, other: Trade) =>
  one.gap <= other.gap && one.seconds <= other.seconds && (one.gap < other.gap || one.seconds < other.seconds);

const colourOf = (frame: Frame, { colour }: MethodStyle) => frame.theme.depots[colour % frame.theme.depots.length];

/** Neighbours in the palette also differ in their dashes. */
const dashes = ['6 3', '2 2.5', '10 3 2 3', '13 4'];

const strokeOf = (frame: Frame, method: MethodStyle) => ({
  stroke: colourOf(frame, method),
  'stroke-width': method.published ? 1.6 : 2.6,
  'stroke-dasharray': method.published ? dashes[method.colour % dashes.length] : undefined,
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
