/** What a planner must know before trusting distances by road: each doubt as a sentence that names places and figures. */
import { namePlaces } from '../problem/errors.ts';
import { Random } from '../run/random.ts';
import { crowMetres, type RoadEngine } from './engine.ts';
import type { RoadTable } from './table.ts';

interface Named {
  readonly id: string;
  readonly name?: string;
}

/** Metres from a place to its road that need no remark. */
const nearRoad = 300;
/** Road divided by straight line, and metres of road, that suggest a border or water between the two. */
const oddDetour = 12;
const oddLength = 5000;
/** Pairs whose line is compared with the matrix, and of those without a way. */
const [sampled, sampledGaps] = [20, 5];
const mostNamed = 5;

const kilometres = (metres: number) => `${(metres / 1000).toFixed(metres < 9950 ? 2 : 1)} km`;

export function tableNotes(named: readonly Named[], { places, distances, snapped }: RoadTable): string[] {
  const size = places.length;
  const label = (k: number) => namePlaces([named[k]]);
  const pair = (k: number, l: number) => `${label(k)} to ${label(l)}`;
  const [far, cut, gaps]: string[][] = [[], [], []];
  const odd: { readonly k: number; readonly l: number; readonly detour: number }[] = [];
  const isCut = places.map(
    (_, k) => size > 1 && places.every((_, l) => k === l || isGap(k, l)) && places.every((_, l) => k === l || isGap(l, k)),
  );
  function isGap(k: number, l: number): boolean {
    return distances[k * size + l] === Number.POSITIVE_INFINITY;
  }
  for (let k = 0; k < size; k++) {
    const at = snapped[k];
    const off = at ? crowMetres(places[k], at) : 0;
    if (isCut[k]) cut.push(label(k));
    else if (off > nearRoad) far.push(`${label(k)} ${kilometres(off)}`);
    for (let l = 0; l < size; l++) {
      if (isCut[k] || isCut[l]) continue;
      const length = distances[k * size + l];
      if (isGap(k, l)) gaps.push(pair(k, l));
      else if (k < l && length > oddLength) {
        const detour = length / crowMetres(places[k], places[l]);
        if (detour > oddDetour) odd.push({ k, l, detour });
      }
    }
  }
  // Each place once, with the pair that it is in worst.
  const told = new Set<number>();
  const worst = odd
    .sort((a, b) => b.detour - a.detour)
    .filter(({ k, l }) => !told.has(k) && !told.has(l) && told.add(k).add(l))
    .map(({ k, l, detour }) => {
      const length = distances[k * size + l];
      return `${pair(k, l)} ${kilometres(length)} for ${kilometres(length / detour)} in a straight line`;
    });
  const listed = (list: readonly string[]) =>
    list.slice(0, mostNamed).join('; ') + (list.length > mostNamed ? `; and ${list.length - mostNamed} more` : '');
  return [
    cut.length > 0 && `no road reaches ${listed(cut)}: outside the map, on an island, or closed to this vehicle`,
    gaps.length > 0 && `no way by road for ${gaps.length} ${gaps.length > 1 ? 'pairs' : 'pair'}: ${listed(gaps)}`,
    far.length > 0 && `far from the nearest road, so that a coordinate may be wrong: ${listed(far)}`,
    worst.length > 0 && `long ways between near places; is there water or a border between them? ${listed(worst)}`,
  ].filter((note) => note !== false);
}

/** Matrices and lines of an engine come from different algorithms and should agree. Of the pairs that were asked for now, a few are tried. */
export async function compareWithLines(
  named: readonly Named[],
  table: RoadTable,
  engine: RoadEngine,
  signal?: AbortSignal,
): Promise<string[]> {
  const { places, distances, asked } = table;
  const size = places.length;
  const random = new Random(1);
  const some = (list: readonly number[], count: number) =>
    list.length <= count ? list : Array.from({ length: count }, () => list[Math.floor(random.float() * list.length)]);
  const isGap = (at: number) => distances[at] === Number.POSITIVE_INFINITY;
  const tried = new Set([...some(asked, sampled), ...some(asked.filter(isGap), sampledGaps)]);
  const wrong: string[] = [];
  for (const at of tried) {
    const [from, to] = [Math.floor(at / size), at % size];
    const line = await engine.line([places[from], places[to]], signal);
    const [told, found] = [distances[at], line?.distance ?? Number.POSITIVE_INFINITY];
    if (told === found || Math.abs(told - found) <= Math.max(100, 0.02 * found)) continue;
    const shown = (metres: number) => (Number.isFinite(metres) ? kilometres(metres) : 'no way');
    wrong.push(`${namePlaces([named[from]])} to ${namePlaces([named[to]])} ${shown(told)} in the matrix, ${shown(found)} as a route`);
  }
  return wrong.length === 0
    ? []
    : [
        `${engine.name} contradicts itself in ${wrong.length} of ${tried.size} pairs that were tried: ${wrong.slice(0, mostNamed).join('; ')}`,
      ];
}
