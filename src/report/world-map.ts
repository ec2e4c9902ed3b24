/** The base map that comes with the package, from its file (`scripts/base-map.mjs`): what a view shows of it. */
import { type BaseDrawing, type BaseMap, type Box, labelTowns, type Town } from './base-map.ts';
import { type Point, type Size, screenOf, type View } from './projection.ts';
import { pathThrough } from './svg.ts';

const layers = ['land', 'lakes', 'rivers', 'borders'] as const;
type WorldLayer = (typeof layers)[number];

/** Those whose lines are rings. */
const isArea: Readonly<Record<WorldLayer, boolean>> = { land: true, lakes: true, rivers: false, borders: false };

/** Most pixels per degree at which a layer helps: closer, its lines would be off by more than some pixels. */
const closest: Readonly<Record<WorldLayer, number>> = { land: 5000, lakes: 250, rivers: 250, borders: 5000 };

interface WorldMap {
  /** Degrees by which lines are off at level 0; twice as many at each further one. */
  readonly finest: number;
  readonly layers: Readonly<Record<WorldLayer, readonly Line[]>>;
  /** The largest first. */
  readonly towns: readonly Town[];
}

/** x and y by turns, in the world. */
type Path = readonly number[] | Float64Array;

interface Line {
  /** By level, as far as they were asked for. */
  readonly paths: Path[];
  /** The coarsest that has each point, as a digit. */
  readonly levels: string;
  readonly box: Box;
}

/** GeoNames asks to be named; Natural Earth does not. */
const attribution = 'Natural Earth, GeoNames';

type PackedLine = readonly [x: readonly number[], y: readonly number[], levels: string];
type Packed = Readonly<Record<WorldLayer, readonly PackedLine[]>> & {
  readonly step: number;
  readonly finest: number;
  readonly towns: {
    readonly names: string;
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly sizes: readonly number[];
  };
};

/** From the content of `maps/world.bin`. */
export async function decodeBaseMap(bytes: Uint8Array): Promise<BaseMap> {
  // Where there are threads for it, the platform's own inflating takes none of this one's time.
  const inflated = new Response(new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
  const { step, finest, towns, ...packed } = (await inflated.json()) as Packed;
  const pathOf = (across: readonly number[], down: readonly number[]) => {
    const path = new Float64Array(2 * across.length);
    let [x, y] = [0, 0];
    for (const [k, dx] of across.entries()) {
      x += dx;
      y += down[k];
      path[2 * k] = x * step;
      path[2 * k + 1] = y * step;
    }
    return path;
  };
  const lineOf = ([x, y, levels]: PackedLine): Line => {
    const path = pathOf(x, y);
    return { paths: [path], levels, box: boxAround(path) };
  };
  const places = pathOf(towns.x, towns.y);
  const bySize: Town[][] = [];
  for (const [k, name] of towns.names.split('\n').entries()) {
    bySize[towns.sizes[k]] ??= [];
    bySize[towns.sizes[k]].push({ name, x: places[2 * k], y: places[2 * k + 1], size: towns.sizes[k] });
  }
  const { land, lakes, rivers, borders } = packed;
  const world: WorldMap = {
    finest,
    layers: { land: land.map(lineOf), lakes: lakes.map(lineOf), rivers: rivers.map(lineOf), borders: borders.map(lineOf) },
    towns: bySize.reverse().flat(),
  };
  return { attribution, compose: (view, size, marks) => compose(world, view, size, marks) };
}

function boxAround(path: Path): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < path.length; k += 2) {
    left = Math.min(left, path[k]);
    right = Math.max(right, path[k]);
    top = Math.min(top, path[k + 1]);
    bottom = Math.max(bottom, path[k + 1]);
  }
  return { left, top, right, bottom };
}

const zero = '0'.charCodeAt(0);

/** Its points at a level. */
function pathAt({ paths, levels }: Line, level: number): Path {
  paths[level] ??= paths[0].filter((_, k) => levels.charCodeAt(k >> 1) - zero >= level);
  return paths[level];
}

/** Pixels by which lines may be off, and beyond the sheet, so that its edge shows no cut. */
const [slack, beyond] = [0.6, 6];

function compose(base: WorldMap, view: View, size: Size, marks: readonly Point[] = []): BaseDrawing | undefined {
  if (view.scale > closest.land) return undefined;
  const { toScreen, toWorld } = screenOf(view, size);
  const [from, to] = [toWorld({ x: -beyond, y: -beyond }), toWorld({ x: size.width + beyond, y: size.height + beyond })];
  const level = Math.max(0, Math.floor(Math.log2(slack / (base.finest * view.scale))));
  const draw = (layer: WorldLayer, turn: number) => {
    const sheet: Box = { left: from.x - turn, top: from.y, right: to.x - turn, bottom: to.y };
    const onSheet = base.layers[layer].filter(
      ({ box }) => box.left < sheet.right && box.right > sheet.left && box.top < sheet.bottom && box.bottom > sheet.top,
    );
    const drawn = (path: Path) =>
      pathThrough(Array.from({ length: path.length / 2 }, (_, k) => toScreen({ x: path[2 * k] + turn, y: path[2 * k + 1] })));
    if (!isArea[layer]) return onSheet.flatMap((line) => clipLine(pathAt(line, level), sheet).map(drawn)).join('');
    const areas = onSheet.map((line) => clipArea(pathAt(line, level), sheet)).filter(({ length }) => length > 4);
    return areas.map((area) => `${drawn(area)}Z`).join('');
  };
  // The world repeats itself to the east and to the west.
  const turns = [-360, 0, 360].filter((turn) => from.x < turn + 200 && to.x > turn - 200);
  const towns = turns.flatMap((turn) =>
    base.towns
      .filter(({ x, y }) => x + turn > from.x && x + turn < to.x && y > from.y && y < to.y)
      .map((town) => ({ ...town, x: town.x + turn })),
  );
  return {
    paths: layers
      .filter((layer) => view.scale <= closest[layer])
      .map((layer) => ({ layer, d: turns.map((turn) => draw(layer, turn)).join('') }))
      .filter(({ d }) => d !== ''),
    towns: labelTowns(
      towns.map((town) => ({ ...town, ...toScreen(town) })),
      size,
      marks,
    ),
  };
}

/** The part of an area within a box, by Sutherland and Hodgman (1974): side by side. */
function clipArea(ring: Path, { left, top, right, bottom }: Box): Path {
  let path = ring;
  for (const [axis, limit, sign] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ]) {
    const inside: number[] = [];
    let last = path.length - 2;
    for (let k = 0; k < path.length; k += 2) {
      const [was, is] = [sign * (path[last + axis] - limit), sign * (path[k + axis] - limit)];
      if (was < 0 !== is < 0) {
        const share = was / (was - is);
        inside.push(path[last] + share * (path[k] - path[last]), path[last + 1] + share * (path[k + 1] - path[last + 1]));
      }
      if (is >= 0) inside.push(path[k], path[k + 1]);
      last = k;
    }
    path = inside;
  }
  return path;
}

/** The stretches of a line that may touch a box. */
function clipLine(path: Path, { left, top, right, bottom }: Box): readonly Path[] {
  const runs: number[][] = [];
  let isOpen = false;
  for (let k = 2; k < path.length; k += 2) {
    const [x, y, u, v] = [path[k - 2], path[k - 1], path[k], path[k + 1]];
    const touches = Math.max(x, u) > left && Math.min(x, u) < right && Math.max(y, v) > top && Math.min(y, v) < bottom;
    if (touches && isOpen) runs[runs.length - 1].push(u, v);
    else if (touches) runs.push([x, y, u, v]);
    isOpen = touches;
  }
  return runs;
}
