/** Answers that engines gave elsewhere, saved as JSON: the matrix of all places, depots first, then customers. */
import * as z from 'zod';
import { parseJson } from '../formats/json-text.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { RoadMatrix } from './engine.ts';
import { orsAnswer, orsMatrix } from './openrouteservice.ts';
import { osrmMatrix, osrmTable } from './osrm.ts';
import { readMatrix, valhallaMatrix } from './valhalla.ts';

const nowhere = { from: [], to: [] };
const answers = z.union([
  valhallaMatrix.transform((answer) => ({ name: 'valhalla', matrix: { ...readMatrix(answer), ...nowhere } })),
  osrmTable.extend({ code: z.literal('Ok') }).transform((answer) => ({ name: 'osrm', matrix: osrmMatrix(answer) })),
  orsMatrix.transform((answer) => ({ name: 'openrouteservice', matrix: orsAnswer(answer) })),
]);

export function readAnswer(text: string, size: number): { readonly name: string; readonly matrix: RoadMatrix } {
  const answer = answers.safeParse(parseJson(text));
  if (!answer.success)
    throw new NeoLrpError(
      'E_FORMAT_UNKNOWN',
      'this is no matrix of OSRM, Valhalla or openrouteservice with distances and durations; ask the engine for both',
    );
  const { distances, durations } = answer.data.matrix;
  if ([distances, durations].some((rows) => rows.length !== size || rows.some((row) => row.length !== size)))
    throw new NeoLrpError('E_VALUE', `the answer must be ${size} × ${size}: the depots, then the customers, in the order of the instance`);
  return answer.data;
}
