/** The day of a plan: a row for each route, with loading, driving, waiting and service along the clock. */
import type { Instance } from '../problem/instance.ts';
import type { Route } from '../problem/solution.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { amountsOf } from './amounts.ts';
import { multiples, roundStep } from './chart-frame.ts';
import { shortenName } from './number.ts';
import { depotColours, type ThemeName, themes } from './palette.ts';
import { placeNames } from './place-names.ts';
import { element, escapeXml, text } from './svg.ts';
import { headings } from './words.ts';

export interface TimetableOptions {
  readonly width?: number;
  readonly theme?: ThemeName;
}

const [row, top, left, right] = [22, 26, 150, 12];

/** Undefined where routes have no times. */
export function drawTimetable(instance: Instance, routes: readonly Route[], options: TimetableOptions = {}): string | undefined {
  const timed = routes.flatMap((route, k) =>
    route.times && Number.isFinite(route.times.return) ? [{ route, number: k + 1, times: route.times }] : [],
  );
  if (timed.length === 0) return undefined;
  const { width = 900, theme: themeName = 'light' } = options;
  const theme = themes[themeName];
  const { language } = instance.units;
  const [words, { clock, demand }] = [headings(language), amountsOf(instance, language)];
  const [customers, depots, vehicles] = [placeNames(instance.customers), placeNames(instance.depots), placeNames(instance.vehicles ?? [])];
  const colours = new Map(instance.depots.map(({ id }, d) => [id, depotColours(instance.depots, theme)[d]]));
  const perHour = timePerHour(instance);
  const first = timed.reduce((least, { times }) => Math.min(least, times.start), Number.POSITIVE_INFINITY);
  const last = timed.reduce((most, { times }) => Math.max(most, times.return), Number.NEGATIVE_INFINITY);
  const step = perHour * Math.max(0.25, roundStep((last - first) / perHour / 10));
  const [from, to] = [Math.floor(first / step) * step, Math.max(Math.ceil(last / step) * step, first + step)];
  const x = (time: number) => left + ((time - from) / (to - from)) * (width - left - right);
  const height = top + timed.length * row + 8;
  const hours = multiples(from, to, step).map(
    (time) =>
      element('line', { x1: x(time), x2: x(time), y1: top - 4, y2: height - 6, stroke: theme.rule }) +
      text(clock(time), { x: x(time), y: 14, 'text-anchor': 'middle', 'font-size': 11, fill: theme.faint }),
  );
  const rows = timed.map(({ route, number, times }, k) => {
    const y = top + k * row;
    const colour = colours.get(route.depot) ?? theme.ink;
    const bar = (begin: number, end: number, inset: number, fill: string, what: string) =>
      end > begin
        ? element(
            'rect',
            {
              x: x(begin),
              y: y + inset,
              width: Math.max(0.8, x(end) - x(begin)),
              height: row - 4 - 2 * inset,
              fill,
              stroke: colour,
              'stroke-width': 0.6,
            },
            element('title', {}, escapeXml(`${what}, ${clock(begin)}–${clock(end)}`)),
          )
        : '';
    const what = [vehicles.get(route.vehicle ?? ''), depots.get(route.depot)].filter(Boolean).join(', ');
    const visits = times.stops.map(({ arrival, waiting, departure }, s) => {
      const name = customers.get(route.stops[s]) ?? route.stops[s];
      return (
        bar(arrival, arrival + waiting, 6, theme.page, `${words.waiting}: ${name}`) + bar(arrival + waiting, departure, 2, colour, name)
      );
    });
    const label = `${number} ${what}`;
    return element(
      'g',
      {},
      element('title', {}, escapeXml(`${words.route} ${label}: ${clock(times.start)}–${clock(times.return)}, ${demand(route.load)}`)),
      text(shortenName(label, 22), { x: left - 8, y: y + 13, 'text-anchor': 'end', 'font-size': 11, fill: theme.ink }),
      element('line', {
        x1: x(times.departure),
        x2: x(times.return),
        y1: y + (row - 4) / 2,
        y2: y + (row - 4) / 2,
        stroke: colour,
        'stroke-width': 2,
      }),
      bar(times.start, times.departure, 5, theme.rule, words.load),
      ...visits,
    );
  });
  return element(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
      ...{ 'font-family': 'Inter, Helvetica, Arial, sans-serif', role: 'img', 'aria-label': words.timetable },
    },
    ...hours,
    ...rows,
  );
}
