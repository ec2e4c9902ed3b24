/** Rows from a spreadsheet: what they hold, and what their coordinates may be. */
import { type Fault, faultOf, NeoLrpError, type ReadWarning, readCustomerRows, readDepotRows } from '../../../src/page.ts';
import { type Draft, type DraftCustomer, type DraftDepot, isEmpty, isGeographic } from '../state/draft.ts';
import type { Kind } from '../state/edits.ts';

export interface PastedRows {
  readonly state: 'read';
  readonly depots: readonly DraftDepot[];
  readonly customers: readonly DraftCustomer[];
  /** The columns are called longitude and latitude. */
  readonly geographic: boolean;
  readonly warnings: readonly ReadWarning[];
}
export type Judged = { readonly state: 'empty' } | PastedRows | { readonly state: 'refused'; readonly fault: Fault };

export const placesIn = ({ depots, customers }: PastedRows): readonly (DraftDepot | DraftCustomer)[] => [...depots, ...customers];

/** `ignore`: columns that the user plans without. Rows without ids get them when they are added. */
export function judgeRows(text: string, kind: Kind, ignore: readonly string[]): Judged {
  if (text.trim() === '') return { state: 'empty' };
  const file = { name: 'rows', text };
  const warnings: ReadWarning[] = [];
  const options = { ignore, onWarning: (warning: ReadWarning) => warnings.push(warning) };
  try {
    if (kind === 'customer') {
      const { places, named, geographic } = readCustomerRows(file, options);
      const customers = places.map((place) => ({ ...place, id: named ? String(place.id) : '' }));
      return { state: 'read', depots: [], customers, geographic, warnings };
    }
    const { places, named, geographic } = readDepotRows(file, options);
    const defaults = { capacity: null, openingCost: 0, status: 'candidate' } as const;
    const depots = places.map((place) => ({ ...defaults, ...place, id: named ? String(place.id) : '' }));
    return { state: 'read', depots, customers: [], geographic, warnings };
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
  placesIn(rows).every((place) => Math.abs(Number(place[longitude])) <= 180 && Math.abs(Number(place[latitude])) <= 90);

/** Whether most coordinates are finer than a tenth. Degrees usually are; coordinates in a plane are often whole numbers. */
function isFine(rows: PastedRows): boolean {
  const values = placesIn(rows).flatMap(({ x, y }) => [Number(x), Number(y)]);
  return 2 * values.filter((value) => Math.abs(value * 10 - Math.round(value * 10)) > 1e-6).length >= values.length;
}

/** The rows with x first. */
export function inOrder(rows: PastedRows, coordinates: Coordinates): PastedRows {
  if (coordinates !== 'latitude-longitude') return rows;
  const turned = <T extends DraftDepot | DraftCustomer>(place: T): T => ({ ...place, x: place.y, y: place.x });
  return { ...rows, depots: rows.depots.map(turned), customers: rows.customers.map(turned) };
}
