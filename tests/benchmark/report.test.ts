import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeReportPage } from '../../src/benchmark/page.ts';
import { benchmarkContent, fillPage } from '../../src/benchmark/publish.ts';
import { reportOn } from '../../src/benchmark/report.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { failed, rightAngles, solved } from './runs.ts';

const instance = rightAngles('<b>right</b> angles');
const hash = instanceHash(instance);
const record = solved({ set: 'toy', file: 'r.json', instance: instance.name, hash, customers: 2, depots: 2, bestKnown: null });

describe('the page', () => {
  const report = reportOn([record, failed({ error: { code: 'E_SYNTAX', message: '<script>alert(1)</script>' } })], {}, []);
  const page = writeReportPage(report, new Map([[hash, instance]]));

  it('holds the map of each solution, packed', () => {
    const maps: Record<string, string> = JSON.parse(/id="maps">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
    expect(Object.keys(maps)).toEqual([JSON.stringify(['toy', instance.name, 'full'])]);
    const svg = gunzipSync(Buffer.from(Object.values(maps)[0], 'base64')).toString();
    expect(svg).toMatch(/^<svg.*127/s);
    expect(page.match(/data-map="/g)).toHaveLength(1);
  });

  it('needs nothing from elsewhere and lets no name become markup', () => {
    expect(page).not.toMatch(/<(?:link|img|iframe)|src=|@import|url\(/);
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<b>right</b>');
    expect(page).toContain('&lt;b&gt;right&lt;/b&gt; angles');
  });

  it('carries a script that parses', () => {
    const script = page.slice(page.lastIndexOf('<script>') + 8, page.lastIndexOf('</script>'));
    expect(script).toContain('DecompressionStream');
    expect(() => new Script(script)).not.toThrow();
  });

  it('lists failures, and does without maps where the instances are not at hand', () => {
    expect(page).toMatch(/id="failures".*<td>P<\/td><td>coord20-5-1\.dat<\/td>.*E_SYNTAX/s);
    expect(writeReportPage(report, new Map())).not.toContain('data-map=');
  });
});

describe('a page with marked places', () => {
  const quick = { ...record, method: 'flp', time: { ...record.time, total: 1 } };
  const { tables, figures } = reportOn([record, quick], {}, []);
  const text = 'Before.\n\n<!-- bench:summary-toy -->\n\nold\n\n<!-- /bench -->\n\nBetween.\n\n<!-- bench:figures -->\n<!-- /bench -->\n';

  it('is filled, and filling again changes nothing', () => {
    const filled = fillPage(text, 'bench', benchmarkContent({ tables, figures }, '../figures'));
    expect(filled).toContain('| full | 1 |');
    expect(filled).toContain('](../figures/ecdf-time-toy.svg)');
    expect(filled).not.toContain('old');
    expect(filled).toMatch(/^Before\.[\s\S]*Between\./);
    expect(fillPage(filled, 'bench', benchmarkContent({ tables, figures }, '../figures'))).toBe(filled);
  });

  it('says so where there is nothing to show', () => {
    expect(fillPage(text, 'bench', benchmarkContent({ tables: [], figures: [] }, '.')).match(/No runs on record/g)).toHaveLength(2);
  });
});
