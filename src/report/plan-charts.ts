/** Charts of one problem, for the page: the cost of plans over time and by the number of open depots. */
import type { Language } from '../problem/languages.ts';
import { type ChartOptions, chartFrame } from './chart-frame.ts';
import { formatCount, formatNumber } from './number.ts';
import type { Bin } from './plan-numbers.ts';
import { rangeOf } from './range.ts';
import { type Attributes, element, escapeXml } from './svg.ts';

const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

interface TimedCost {
  readonly seconds: number;
  readonly cost: number;
}

/** Best cost over time: a staircase that ends now. `limit`: seconds of the whole run, where time ends it. */
export function drawCostCurve(points: readonly TimedCost[], limit: number | undefined, options: Omit<ChartOptions, 'title'>): string {
  const [first, last] = [points[0], points[points.length - 1]];
  const { min: from, max } = rangeOf(points.map(({ cost }) => cost));
  // A first plan far above the rest would flatten the curve.
  const to = clamp(max, from * 1.0001, from * 1.25);
  const seconds = (value: number) => `${formatNumber(value)} s`;
  const frame = chartFrame(
    {
      ...options,
      bare: true,
      title: `Best cost from ${formatNumber(first.cost)} to ${formatNumber(last.cost)} in ${seconds(last.seconds)}`,
    },
    { label: 'time', from: 0, to: Math.max(limit ?? 0, last.seconds, 0.1), format: seconds },
    { label: 'cost', from, to, steps: 3 },
  );
  const at = (time: number, cost: number) => [time, Math.min(to, cost)] as const;
  const stairs = points.flatMap(({ seconds: time, cost }, k) => [at(time, points[Math.max(0, k - 1)].cost), at(time, cost)]);
  const area = frame.line([at(first.seconds, from), ...stairs, at(last.seconds, from)]);
  return frame.close(
    element('path', { d: `${area}Z`, fill: frame.colour(0), opacity: 0.1 }),
    frame.curve(stairs, { stroke: frame.colour(0), 'stroke-width': 2, 'stroke-linejoin': 'round' }),
    frame.dot(last.seconds, last.cost, { r: 3, fill: frame.colour(0) }),
  );
}

/** The cost of so many open depots. */
export interface CountedCost {
  readonly count: number;
  readonly total: number;
  /** Otherwise it is that of a plan. */
  readonly isPredicted: boolean;
  /** How far a prediction may be off, where that is known. */
  readonly band?: number;
  /** The same in words. */
  readonly said: string;
}

export interface CountedCosts {
  /** Each number once, the fewest first. */
  readonly points: readonly CountedCost[];
  /** As it was before something was tried. */
  readonly before: readonly { readonly count: number; readonly total: number }[];
}

/** Cost by number of open depots, plans before predictions. Beside the drawing, where the plotting area lies, in shares of its width. */
export function drawCostsByCount({ points, before }: CountedCosts, labelled: boolean, options: Omit<ChartOptions, 'title'>) {
  const { width = 440 } = options;
  const counts = points.map(({ count }) => count);
  const { min: fewest, max: most } = rangeOf(counts);
  const shown = <T extends { readonly count: number }>(all: readonly T[]) => all.filter(({ count }) => count >= fewest && count <= most);
  const { min: low, max: high } = rangeOf([...points, ...shown(before)].map(({ total }) => total));
  const margin = Math.max((high - low) * 0.12, low * 0.005, 1e-9);
  const [from, to] = [low - margin, high + margin];
  const best = points.reduce((least, point) => (point.total < least.total ? point : least), points[0]);
  const everyOther = Math.ceil(counts.length / 16);
  const frame = chartFrame(
    {
      ...options,
      ...{ width, bare: true },
      title: `Cost by number of open depots; lowest with ${best.count}: ${formatNumber(best.total)}`,
    },
    { label: 'depots', from: fewest - 0.5, to: most + 0.5, ticks: labelled ? counts.filter((_, k) => k % everyOther === 0) : [] },
    { label: 'cost', from, to, steps: 4 },
  );
  const line = (all: CountedCosts['before'], pen: Attributes) =>
    frame.curve(
      shown(all).map(({ count, total }) => [count, total]),
      pen,
    );
  const edge = (sign: number) => points.map(({ count, total, band = 0 }) => [count, clamp(total + sign * band, from, to)] as const);
  const colour = frame.colour(0);
  const mark = ({ count, total, isPredicted, said }: CountedCost) => {
    const { x, y } = frame.at(count, total);
    const hint = element('title', {}, escapeXml(`${formatCount(count, 'depot')}; ${said}`));
    const r = count === best.count ? 6 : 4;
    if (isPredicted) return element('circle', { cx: x, cy: y, r, fill: frame.theme.page, stroke: colour, 'stroke-width': 1.5 }, hint);
    const d = `M${x} ${y - r - 1}l${r + 1} ${r + 1}-${r + 1} ${r + 1}-${r + 1}-${r + 1}z`;
    return element('path', { class: 'found', d, fill: frame.colour(1), stroke: frame.theme.page }, hint);
  };
  const svg = frame.close(
    element('path', { d: `${frame.line([...edge(1), ...edge(-1).reverse()])}Z`, fill: colour, opacity: 0.13 }),
    line(before, { stroke: frame.theme.faint, 'stroke-width': 1.4, 'stroke-dasharray': '4 4' }),
    line(points, { stroke: colour, 'stroke-width': 1.4, opacity: 0.6 }),
    ...points.map(mark),
  );
  return { svg, left: frame.left / width, right: 1 - frame.right / width };
}

/** How many there are between round numbers; `label`: of what. */
export function drawHistogram(bins: readonly Bin[], title: string, label: string, language?: Language): string {
  const number = (value: number) => formatNumber(value, language);
  const most = rangeOf(bins.map(({ count }) => count)).max;
  const frame = chartFrame(
    { title, width: 420, height: 260 },
    { label: '', categories: bins.map(({ from, to }) => `${number(from)}–${number(to)}`) },
    { label, from: 0, to: most * 1.05, steps: Math.min(4, most), format: number },
  );
  const width = (0.8 * (frame.right - frame.left)) / bins.length;
  const bars = bins.map(({ count }, k) => {
    const { x, y } = frame.at(k, count);
    return element(
      'rect',
      { x: x - width / 2, y, width, height: frame.bottom - y, fill: frame.colour(0) },
      element('title', {}, number(count)),
    );
  });
  return frame.close(...bars);
}
