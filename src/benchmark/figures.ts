/** The paper's figures, with our methods in them. */
import { drawCalibration } from '../report/charts.ts';
import { drawGapDistributions, drawGrowth, drawTimeDistributions, drawTrades, type MethodStyle } from '../report/method-charts.ts';
import { endsWithRouting } from './methods.ts';
import type { SolvedRun } from './record.ts';
import { groupBy, type Score, setsOf } from './scores.ts';
import { compareNames } from './sets.ts';
import { mean, quartiles } from './statistics.ts';
import { clockWords, slugOf, titleOf } from './tables.ts';

export interface Figure {
  /** File name, without extension. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

/** `prefix`: of an ablation's files, which has only the gaps. */
export function scoreFigures(
  scores: readonly Score[],
  records: readonly SolvedRun[],
  methods: readonly string[],
  prefix: string,
): Figure[] {
  const styles = stylesOf(scores, methods);
  const ofSets = setsOf(scores).flatMap((set) => {
    const own = scores.filter((score) => score.set === set);
    return prefix === '' ? setFigures(set, own, styles) : gapFigures(set, own, styles, prefix);
  });
  return prefix === '' ? [...ofSets, ...predictionFigures(records)] : ofSets;
}

/** Ours take the first colours; the published counterpart of one of ours (NEO-DS of neo-ds) has its colour, the others follow. */
function stylesOf(scores: readonly Score[], methods: readonly string[]): MethodStyle[] {
  const published = new Set(scores.filter((score) => score.published).map(({ method }) => method));
  const own = methods.filter((name) => !published.has(name));
  const counterpart = (name: string) => own.findIndex((one) => lettersOf(one) === lettersOf(name));
  const rest = methods.filter((name) => published.has(name) && counterpart(name) < 0);
  const colourOf = (name: string) => {
    if (!published.has(name)) return own.indexOf(name);
    return counterpart(name) >= 0 ? counterpart(name) : own.length + rest.indexOf(name);
  };
  return methods.map((name) => ({ name, colour: colourOf(name), published: published.has(name) }));
}

/** OR-Tools † is the counterpart of ortools. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Share of instances within a gap, for the methods that have one; `prefix` for the file's name. */
function gapFigures(set: string, scores: readonly Score[], styles: readonly MethodStyle[], prefix = ''): Figure[] {
  const methods = styles.flatMap((style) => {
    const values = scores.flatMap(({ method, gap }) => (method === style.name && gap !== null ? gap : []));
    return values.length > 0 ? [{ ...style, values }] : [];
  });
  const title = `${titleOf(set)}: share of instances within a gap`;
  return methods.length > 0 ? [{ name: `${prefix}ecdf-gap-${slugOf(set)}`, title, svg: drawGapDistributions(methods, { title }) }] : [];
}

/**
 * A curve needs at least this many sizes, quartiles this many instances per size on average, and a chart of times this ratio between them.
 */
const leastSizes = 3;
const leastOfSize = 3;
const leastTimeRatio = 1.5;

function setFigures(set: string, scores: readonly Score[], styles: readonly MethodStyle[]): Figure[] {
  const figures = gapFigures(set, scores, styles);
  const add = (kind: string, what: string, draw: (title: string) => string) => {
    const title = `${titleOf(set)}: ${what}`;
    figures.push({ name: `${kind}-${slugOf(set)}`, title, svg: draw(title) });
  };
  const gapsOf = (group: readonly Score[]) => group.flatMap(({ gap }) => gap ?? []);
  const timesOf = (group: readonly Score[]) => group.map(({ total }) => total);
  const present = styles
    .map((style) => ({ style, own: scores.filter(({ method }) => method === style.name) }))
    .filter(({ own }) => own.length > 0);
  const judged = present.filter(({ own }) => gapsOf(own).length > 0);
  const growth = (methods: typeof present, valuesOf: typeof gapsOf) =>
    methods.map(({ style, own }) => ({
      ...style,
      points: [...groupBy(own, ({ customers }) => String(customers)).values()]
        .map((group) => ({ x: group[0].customers, values: valuesOf(group) }))
        .filter(({ values }) => values.length > 0)
        .sort((a, b) => a.x - b.x)
        .map(({ x, values }) => ({ x, ...quartiles(values) })),
    }));
  const times = present.flatMap(({ own }) => timesOf(own));
  const timed = Math.max(...times) > leastTimeRatio * Math.min(...times);
  const ours = clockWords(scores);
  const sizes = new Set(scores.map(({ customers }) => customers)).size;
  const instances = new Set(scores.map(({ instance }) => instance)).size;
  const grows = sizes >= leastSizes && instances >= leastOfSize * sizes;
  const sizeLabel = 'customers';
  if (timed) {
    const distributions = present.map(({ style, own }) => ({ ...style, values: timesOf(own) }));
    add('ecdf-time', 'share of instances within a time', (title) => drawTimeDistributions(distributions, { title, ours }));
  }
  if (judged.length > 0) {
    const trades = judged.map(({ style, own }) => ({ ...style, gap: mean(gapsOf(own)), seconds: mean(timesOf(own)) }));
    add('pareto', 'gap against time', (title) => drawTrades(trades, { title, ours }));
  }
  if (grows && judged.length > 0)
    add('scalability-gap', 'gap by size', (title) => drawGrowth(growth(judged, gapsOf), { title, sizeLabel, measure: 'gap' }));
  if (grows && timed)
    add('scalability-time', 'time by size', (title) =>
      drawGrowth(growth(present, timesOf), { title, ours, sizeLabel, measure: 'seconds' }),
    );
  return figures;
}

/**
 * The surrogate's price of each open depot's routes against their cost, as in the paper's E_pred; only of methods that end after routing,
 * as the others would repeat them.
 */
function predictionFigures(records: readonly SolvedRun[]): Figure[] {
  const priced = groupBy(
    records.filter(({ predicted, options }) => predicted !== null && endsWithRouting(options)),
    ({ set, method }) => JSON.stringify([set, method]),
  );
  const order = setsOf(records);
  return [...priced.values()]
    .sort(([a], [b]) => order.indexOf(a.set) - order.indexOf(b.set) || compareNames(a.method, b.method))
    .map((runs) => {
      const [{ set, method }] = runs;
      const points = runs.flatMap(({ predicted }) => predicted?.perDepot.map(({ routing, actual }) => [actual, routing] as const) ?? []);
      const title = `${method} on ${set}: routing cost of open depots`;
      return { name: `predicted-${slugOf(method)}-${slugOf(set)}`, title, svg: drawCalibration(points, { title }) };
    });
}
