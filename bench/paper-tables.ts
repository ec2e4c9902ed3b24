/**
 * Tables and figures that the paper has of two ablations, from records of `neo-lrp ablate`: how decisions differ with and without the
 * network, and errors by the number of training sets.
 * usage: node scripts/run.mjs bench/paper-tables.ts [--results results/ablations] [--report results/report]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asksOneOf, trainedNetworks } from '../src/benchmark/ablation-networks.ts';
import { publishFindings } from '../src/benchmark/publish.ts';
import { loadRecords } from '../src/benchmark/record.ts';
import { loadBestKnown } from '../src/benchmark/reference.ts';
import { reportOn } from '../src/benchmark/report.ts';
import { sampleSizeFindings } from './paper-curves.ts';
import { decisionTables } from './paper-decisions.ts';

const { values } = parseArgs({
  options: { results: { type: 'string', default: 'results/ablations' }, report: { type: 'string', default: 'results/report' } },
});
const bestKnown = await loadBestKnown();
const trained = await trainedNetworks(join(values.results, 'sample-size.models.jsonl'));
const solvedIn = async (ablation: string) => {
  const records = await loadRecords(join(values.results, `${ablation}.jsonl`));
  return reportOn(ablation === 'sample-size' ? records.filter((record) => asksOneOf(trained, record)) : records, bestKnown, []).solved;
};
const curves = await sampleSizeFindings(await solvedIn('sample-size'), trained, bestKnown);
await publishFindings(values.report, { ...curves, tables: [...(await decisionTables(await solvedIn('surrogate'))), ...curves.tables] });
