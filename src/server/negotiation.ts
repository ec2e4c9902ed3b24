/** Which form of a plan is sent: by the extension of the address, or by what the client accepts. */
import { NeoLrpError } from '../problem/errors.ts';

export const representations = {
  json: 'application/json',
  geojson: 'application/geo+json',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type Representation = keyof typeof representations;
export const representationNames = Object.keys(representations) as [Representation, ...Representation[]];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** The one that the client likes best; of equals, the first of the table. JSON where it does not say. */
export function negotiate(accept: string | undefined): Representation {
  if (accept === undefined || accept.trim() === '') return 'json';
  const ranges = accept.split(',').map(parseRange);
  const rated = representationNames.map((name) => ({ name, quality: qualityOf(representations[name], ranges) }));
  const [best] = rated.toSorted((a, b) => b.quality - a.quality);
  if (best.quality > 0) return best.name;
  throw new NeoLrpError('E_NOT_ACCEPTABLE', `a plan is sent as ${Object.values(representations).join(', ')}`, {
    field: 'Accept',
    value: accept,
  });
}

function parseRange(text: string): Range {
  const [type, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range that matches decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range) return range.quality;
  }
  return 0;
}
