/** A base map with the main roads, waters and towns of an OpenStreetMap extract, on the land of the world. */
import { openStreetMap } from '../roads/engine.ts';
import { simplified } from '../roads/lines.ts';
import type { Extract, ExtractLayer } from '../roads/osm-extract.ts';
import { type BaseMap, labelTowns } from './base-map.ts';
import { globe, type Point, screenOf } from './projection.ts';
import { pathThrough } from './svg.ts';

/** Fewest pixels per degree from which a layer is drawn; farther away it would be a blot. */
const farthest: Readonly<Record<ExtractLayer, number>> = { lakes: 60, rivers: 60, streets: 1200, roads: 250, motorways: 0 };

/** `world`: the land around it. */
export function extractMap({ lines, towns }: Extract, world: BaseMap): BaseMap {
  return {
    attribution: `${openStreetMap}, ${world.attribution}`,
    compose(view, size, marks) {
      const { toScreen } = screenOf(view, size);
      const { toWorld } = globe();
      const at = ([x, y]: readonly [number, number]) => toScreen(toWorld({ x, y }));
      const isShown = ({ x, y }: Point) => x > 0 && x < size.width && y > 0 && y < size.height;
      const around = world.compose(view, size, []);
      const sheet = `M0 0H${size.width}V${size.height}H0Z`;
      const ground = around?.paths.filter(({ layer }) => layer === 'land' || layer === 'borders') ?? [{ layer: 'land' as const, d: sheet }];
      const layers = (Object.keys(farthest) as ExtractLayer[]).filter((layer) => view.scale >= farthest[layer]);
      const own = layers.map((layer) => ({
        layer,
        d: lines[layer]
          .map((line) => simplified(line, 0.4 / view.scale).map(at))
          .filter((points) => points.length > 1 && points.some(isShown))
          .map((points) => pathThrough(points) + (layer === 'lakes' ? 'Z' : ''))
          .join(''),
      }));
      const named = towns
        .map(({ name, at: place, people }) => ({ name, ...at(place), size: 10 * Math.log10(people) }))
        .filter(isShown)
        .sort((a, b) => b.size - a.size);
      return { paths: [...ground, ...own.filter(({ d }) => d !== '')], towns: labelTowns(named, size, marks) };
    },
  };
}
