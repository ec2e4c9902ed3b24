/** The streams of routing problems that data sets are taken from; problem k depends only on the seed and k. */
import { cellSets } from './cells.ts';
import { countrySets } from './countries.ts';
import type { SetKind } from './dataset.ts';
import { paperSets } from './generator.ts';

export const setStreams = { paper: paperSets, cells: cellSets, countries: countrySets } as const satisfies Record<SetKind, unknown>;
