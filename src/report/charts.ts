/** Charts of training and evaluation: loss curves, calibration, quartiles by group. */
import { type Axis, type ChartOptions, chartFrame, type Frame } from './chart-frame.ts';
import { formatNumber } from './number.ts';
import { element, pathThrough, text } from './svg.ts';

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const percent = (value: number) => `${Number((100 * value).toPrecision(3))} %`;

/** Losses or errors over epochs, on a logarithmic axis. */
export function drawLossCurves(series: readonly Series[], options: ChartOptions & { readonly label?: string }): string {
  const points = series.flatMap((one) => one.points).filter(([, y]) => y > 0);
  const frame = chartFrame(
    options,
    rangeAxis(
      'epoch',
      points.map(([x]) => x),
    ),
    {
      ...logAxis(
        options.label ?? 'loss',
        points.map(([, y]) => y),
      ),
    },
  );
  const lines = series.map(({ points }, k) =>
    element('path', {
      d: pathThrough(points.filter(([, y]) => y > 0).map(([x, y]) => [frame.x(x), frame.y(y)] as const)),
      fill: 'none',
      stroke: frame.theme.depots[k % frame.theme.depots.length],
      'stroke-width': 1.8,
      'stroke-linejoin': 'round',
    }),
  );
  return frame.close(
    ...lines,
    ...legend(
      frame,
      series.map(({ name }) => name),
    ),
  );
}

/** The error of each configuration, round by round; the chosen one stands out. */
export function drawTrials(trials: readonly Series[], chosen: number, options: ChartOptions): string {
  const points = trials.flatMap((one) => one.points).filter(([, y]) => y > 0);
  const epochs = logAxis(
    'epochs',
    points.map(([x]) => x),
  );
  const frame = chartFrame(options, epochs, {
    ...logAxis(
      'validation error',
      points.map(([, y]) => y),
    ),
    format: percent,
  });
  const order = [...trials.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  const marks = order.map((k) => {
    const at = trials[k].points.filter(([, y]) => y > 0).map(([x, y]) => [frame.x(x), frame.y(y)] as const);
    const colour = k === chosen ? frame.theme.depots[1] : frame.theme.depots[0];
    return element(
      'g',
      { stroke: colour, fill: colour, opacity: k === chosen ? 1 : 0.4 },
      element('path', { d: pathThrough(at), fill: 'none', 'stroke-width': k === chosen ? 2.4 : 1.2 }),
      ...at.map(([cx, cy]) => element('circle', { cx, cy, r: 2.6, stroke: 'none' })),
    );
  });
  return frame.close(...marks);
}

/** With more dots than this, dots are small. */
const crowd = 600;

/** Predicted against true cost. A perfect surrogate lies on the diagonal; the band covers errors up to 5 %. */
export function drawCalibration(points: readonly (readonly [actual: number, predicted: number])[], options: ChartOptions): string {
  const positive = points.filter(([actual, predicted]) => actual > 0 && predicted > 0);
  const axis = logAxis('', positive.flat());
  const costs = { ...axis, format: formatNumber };
  const frame = chartFrame({ height: 640, ...options }, { ...costs, label: 'true cost' }, { ...costs, label: 'predicted cost' });
  const { from, to } = axis;
  const at = (actual: number, predicted: number) => [frame.x(actual), frame.y(predicted)] as const;
  // Six corners, because the ends of both axes cut the band off.
  const corners = [at(from, from), at(from, 1.05 * from), at(to / 1.05, to), at(to, to), at(to, 0.95 * to), at(from / 0.95, from)];
  const band = element('path', { d: `${pathThrough(corners)}Z`, fill: frame.theme.depots[2], opacity: 0.18 });
  const line = element('path', { d: pathThrough([at(from, from), at(to, to)]), stroke: frame.theme.faint, fill: 'none' });
  const r = positive.length > crowd ? 1.6 : 2.6;
  const dots = positive.map(([actual, predicted]) => element('circle', { cx: frame.x(actual), cy: frame.y(predicted), r }));
  return frame.close(band, line, element('g', { fill: frame.theme.depots[0], 'fill-opacity': 0.45 }, ...dots));
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
  const frame = chartFrame(
    options,
    { label: options.groupLabel, categories },
    { label: options.valueLabel, from: 0, to: most * 1.08, format: percent },
  );
  const slot = (frame.right - frame.left) / categories.length;
  const width = Math.min(26, (0.7 * slot) / models.length);
  const bars = models.flatMap(({ rows }, m) =>
    rows.map((row) => {
      const middle = frame.x(categories.indexOf(row.label)) + (m - (models.length - 1) / 2) * width * 1.1;
      const colour = frame.theme.depots[m % frame.theme.depots.length];
      const [top, bottom, median] = [frame.y(row.upperQuartile), frame.y(row.lowerQuartile), frame.y(row.median)];
      return (
        element('rect', {
          x: middle - width / 2,
          y: top,
          width,
          height: Math.max(1, bottom - top),
          rx: 2,
          fill: colour,
          'fill-opacity': 0.35,
        }) +
        element('line', { x1: middle - width / 2, x2: middle + width / 2, y1: median, y2: median, stroke: colour, 'stroke-width': 2.5 })
      );
    }),
  );
  return frame.close(
    ...bars,
    ...legend(
      frame,
      models.map(({ name }) => name),
    ),
  );
}

function legend(frame: Frame, names: readonly string[]): string[] {
  let at = frame.right;
  return [...names].reverse().map((name, k) => {
    const colour = frame.theme.depots[(names.length - 1 - k) % frame.theme.depots.length];
    // A letter takes 7 pixels on average at this size.
    at -= 7 * name.length + 26;
    return (
      element('rect', { x: at, y: frame.top - 20, width: 12, height: 12, rx: 2, fill: colour }) +
      text(name, { x: at + 17, y: frame.top - 10, 'font-size': 12, fill: frame.theme.ink })
    );
  });
}

function rangeAxis(label: string, values: readonly number[]): Axis {
  const finite = values.length > 0 ? values : [0, 1];
  return { label, from: finite.reduce((a, b) => Math.min(a, b)), to: finite.reduce((a, b) => Math.max(a, b)) };
}

/** With some space above and below. */
function logAxis(label: string, values: readonly number[]): Axis {
  const { from, to } = rangeAxis(label, values.length > 0 ? values : [1, 10]);
  return { label, from: from / 1.15, to: to * 1.15, log: true, format: (value) => String(Number(value.toPrecision(6))) };
}
