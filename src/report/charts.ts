/** Charts of training and evaluation: loss curves, calibration, quartiles by group. */
import { type ChartOptions, chartFrame, type Frame, logAxis, rangeAxis } from './chart-frame.ts';
import { formatNumber } from './number.ts';
import { element, text } from './svg.ts';

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const percent = (value: number) => `${Number((100 * value).toPrecision(3))} %`;
const column = (points: Series['points'], k: 0 | 1) => points.map((point) => point[k]);

/** Without what a logarithm refuses. */
const positive = (points: Series['points']) => points.filter(([, y]) => y > 0);

/** Losses or errors over epochs, on a logarithmic axis. */
export function drawLossCurves(series: readonly Series[], options: ChartOptions & { readonly label?: string }): string {
  const points = positive(series.flatMap((one) => one.points));
  const frame = chartFrame(options, rangeAxis('epoch', column(points, 0)), logAxis(options.label ?? 'loss', column(points, 1)));
  const pen = { 'stroke-width': 1.8, 'stroke-linejoin': 'round' };
  const lines = series.map((one, k) => frame.curve(positive(one.points), { stroke: frame.colour(k), ...pen }));
  return frame.close(...lines, ...legend(frame, series));
}

/** The error of each configuration, round by round; the chosen one stands out. */
export function drawTrials(trials: readonly Series[], chosen: number, options: ChartOptions): string {
  const points = positive(trials.flatMap((one) => one.points));
  const errors = { ...logAxis('validation error', column(points, 1)), format: percent };
  const frame = chartFrame(options, logAxis('epochs', column(points, 0)), errors);
  const order = [...trials.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  const marks = order.map((k) => {
    const [shown, isChosen] = [positive(trials[k].points), k === chosen];
    const colour = frame.colour(isChosen ? 1 : 0);
    return element(
      'g',
      { stroke: colour, fill: colour, opacity: isChosen ? 1 : 0.4 },
      frame.curve(shown, { 'stroke-width': isChosen ? 2.4 : 1.2 }),
      ...shown.map(([epoch, error]) => frame.dot(epoch, error, { r: 2.6, stroke: 'none' })),
    );
  });
  return frame.close(...marks);
}

/** With more dots than this, dots are small. */
const crowd = 600;

/** Predicted against true cost. A perfect surrogate lies on the diagonal; the band covers errors up to 5 %. */
export function drawCalibration(points: readonly (readonly [actual: number, predicted: number])[], options: ChartOptions): string {
  const drawn = points.filter(([actual, predicted]) => actual > 0 && predicted > 0);
  const costs = { ...logAxis('', drawn.flat()), format: formatNumber };
  const { from, to } = costs;
  const frame = chartFrame({ height: 640, ...options }, { ...costs, label: 'true cost' }, { ...costs, label: 'predicted cost' });
  // Six corners, because the ends of both axes cut the band off.
  const at = (actual: number, predicted: number) => [actual, predicted] as const;
  const corners = [at(from, from), at(from, 1.05 * from), at(to / 1.05, to), at(to, to), at(to, 0.95 * to), at(from / 0.95, from)];
  const band = element('path', { d: `${frame.line(corners)}Z`, fill: frame.colour(2), opacity: 0.18 });
  const line = element('path', { d: frame.line([at(from, from), at(to, to)]), stroke: frame.theme.faint, fill: 'none' });
  const r = drawn.length > crowd ? 1.6 : 2.6;
  const dots = drawn.map(([actual, predicted]) => frame.dot(actual, predicted, { r }));
  return frame.close(band, line, element('g', { fill: frame.colour(0), 'fill-opacity': 0.45 }, ...dots));
}

export interface QuartileRow {
  readonly label: string;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
}

/** A bar from the first to the third quartile with the median marked, per group and model; values are shares. */
export function drawQuartiles(
  models: readonly { readonly name: string; readonly rows: readonly QuartileRow[] }[],
  options: ChartOptions & { readonly groupLabel: string; readonly valueLabel: string },
): string {
  const categories = [...new Set(models.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const most = Math.max(1e-9, ...models.flatMap(({ rows }) => rows.map(({ upperQuartile }) => upperQuartile)));
  const values = { label: options.valueLabel, from: 0, to: most * 1.08, format: percent };
  const frame = chartFrame(options, { label: options.groupLabel, categories }, values);
  const slot = (frame.right - frame.left) / categories.length;
  const width = Math.min(26, (0.7 * slot) / models.length);
  const bars = models.flatMap(({ rows }, m) =>
    rows.map(({ label, lowerQuartile, median, upperQuartile }) => {
      const group = categories.indexOf(label);
      const [top, bottom] = [frame.at(group, upperQuartile), frame.at(group, lowerQuartile)];
      const x = top.x + ((m - (models.length - 1) / 2) * 1.1 - 0.5) * width;
      const [height, colour, y] = [Math.max(1, bottom.y - top.y), frame.colour(m), frame.at(group, median).y];
      return (
        element('rect', { x, y: top.y, width, height, rx: 2, fill: colour, 'fill-opacity': 0.35 }) +
        element('line', { x1: x, x2: x + width, y1: y, y2: y, stroke: colour, 'stroke-width': 2.5 })
      );
    }),
  );
  return frame.close(...bars, ...legend(frame, models));
}

function legend(frame: Frame, series: readonly { readonly name: string }[]): string[] {
  let at = frame.right;
  return [...series.entries()].reverse().map(([k, { name }]) => {
    // A letter takes 7 pixels on average at this size.
    at -= 7 * name.length + 26;
    return (
      element('rect', { x: at, y: frame.top - 20, width: 12, height: 12, rx: 2, fill: frame.colour(k) }) +
      text(name, { x: at + 17, y: frame.top - 10, 'font-size': 12, fill: frame.theme.ink })
    );
  });
}
