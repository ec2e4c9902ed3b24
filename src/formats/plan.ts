/** Reads a plan: our JSON (a full solution or routes alone), GeoJSON, a table of stops, or a VRPLIB solution. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { type Plan, planSchema } from '../problem/plan.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { looksLikeSolutionCsv, readSolutionCsv } from './csv-solution.ts';
import { readSolutionGeoJson } from './geojson-solution.ts';
import { Source, type SourceFile } from './source.ts';
import { readSol } from './vrplib-solution.ts';

/** The instance is needed if the file numbers customers instead of naming them. */
export function readPlan(file: SourceFile, instance?: Instance): Plan {
  const source = new Source(file);
  if (source.text.trim() === '') throw source.fault('E_FORMAT_UNKNOWN', 'the file is empty');
  if (source.looksLikeJson) return source.member('type') === 'FeatureCollection' ? readSolutionGeoJson(source) : readJsonPlan(source);
  if (/^(route\s*(?:#\s*)?\d+\s*:|cost\b)/i.test(source.text.trimStart())) {
    if (!instance)
      throw new NeoLrpError('E_USAGE', 'a VRPLIB solution numbers customers instead of naming them; give the instance as well', {
        file: source.name,
      });
    return readSol(source, instance);
  }
  if (looksLikeSolutionCsv(source)) return readSolutionCsv(source);
  throw source.fault(
    'E_FORMAT_UNKNOWN',
    'neither a plan in JSON ({ "routes": [{ "depot", "stops" }] }), nor a table with columns route, depot and customer, nor a VRPLIB solution (Route #1: …)',
  );
}

function readJsonPlan(source: Source): Plan {
  return source.locating(() => {
    if (source.member('format') === 'neo-lrp/instance') throw source.fault('E_FORMAT_UNKNOWN', 'this is an instance, not a plan');
    const parsed = planSchema.safeParse(source.json);
    if (!parsed.success) throw firstIssue(parsed.error, source.json);
    return parsed.data;
  });
}
