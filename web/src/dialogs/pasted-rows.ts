/** Rows from a spreadsheet: what they hold, and what their coordinates may be. */
import { type Fault, faultOf, NeoLrpError, type ReadWarning, readCustomerRows, readDepotRows } from '../../../src/page.ts';
import { type Draft, type DraftPlace, isEmpty, isGeographic } from '../state/draft.ts';
import type { Kind } from '../state/edits.ts';

export interface PastedRows {
  readonly state: 'read';
  readonly places: readonly DraftPlace[];
  /** The columns are called longitude and latitude. */
  readonly geographic: boolean;
  readonly warnings: readonly ReadWarning[];
}
export type Judged = { readonly state: 'empty' } | PastedRows | { readonly state: 'refused'; readonly fault: Fault };

/** `ignore`: columns that the user plans without. Rows without ids get them when they are added. */
export function judgeRows(text: string, kind: Kind, ignore: readonly string[]): Judged {
  if (text.trim() === '') return { state: 'empty' };
  const file = { name: 'rows', text };
  const warnings: ReadWarning[] = [];
  const options = { ignore, onWarning: (warning: ReadWarning) => warnings.push(warning) };
  const defaults = { capacity: null, openingCost: 0, status: 'candidate' } as const;
  try {
    const customers = kind === 'customer' ? readCustomerRows(file, options) : undefined;
    const { named, geographic, places } = customers ?? readDepotRows(file, options);
    const idOf = ({ id }: (typeof places)[number]) => (named ? String(id) : '');
    const read = places.map((place) => ('demand' in place ? { ...place, id: idOf(place) } : { ...defaults, ...place, id: idOf(place) }));
    return { state: 'read', places: read, geographic, warnings };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    return { state: 'refused', fault: faultOf(error) };
  }
}

/** What the two coordinates of a row are. */
export type Coordinates = 'plane' | 'longitude-latitude' | 'latitude-longitude';

/** What the coordinates may be, the likeliest first. Rows that join others are of the same kind. */
export function coordinatesFor(rows: PastedRows, data: Draft): readonly Coordinates[] {
  if (!isEmpty(data) && !isGeographic(data)) return ['plane'];
  if (rows.geographic) return ['longitude-latitude'];
  const swapped: readonly Coordinates[] = onGlobeAs(rows, 'y', 'x') ? ['latitude-longitude'] : [];
  if (!isEmpty(data)) return ['longitude-latitude', ...swapped];
  const onGlobe: readonly Coordinates[] = [...(onGlobeAs(rows, 'x', 'y') ? (['longitude-latitude'] as const) : []), ...swapped];
  return isFine(rows) ? [...onGlobe, 'plane'] : ['plane', ...onGlobe];
}

/** Whether all rows lie on the globe if these are their coordinates. */
const onGlobeAs = (rows: PastedRows, longitude: 'x' | 'y', latitude: 'x' | 'y'): boolean =>
  rows.places.every((place) => Math.abs(Number(place[longitude])) <= 180 && Math.abs(Number(place[latitude])) <= 90);

/** Whether most coordinates are finer than a tenth. Degrees usually are; coordinates in a plane are often whole numbers. */
function isFine(rows: PastedRows): boolean {
  const values = rows.places.flatMap(({ x, y }) => [Number(x), Number(y)]);
  return 2 * values.filter((value) => Math.abs(value * 10 - Math.round(value * 10)) > 1e-6).length >= values.length;
}

/** The rows with x first. */
export const inOrder = (rows: PastedRows, coordinates: Coordinates): PastedRows =>
  coordinates === 'latitude-longitude' ? { ...rows, places: rows.places.map((place) => ({ ...place, x: place.y, y: place.x })) } : rows;
