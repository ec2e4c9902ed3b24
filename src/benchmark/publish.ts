/** Writes a report: index.html, tables/ in three formats, figures/ in two; and fills the marked places of a Markdown page. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { saveBytes, saveText } from '../files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { renderPng } from '../report/png.ts';
import type { Figure } from './figures.ts';
import { type BenchmarkReport, writeReportPage } from './report.ts';
import { type Table, toCsv, toLatex, toMarkdown } from './table.ts';

export async function publishReport(folder: string, report: BenchmarkReport, instanceOf: ReadonlyMap<string, Instance>): Promise<void> {
  for (const part of ['tables', 'figures']) await mkdir(join(folder, part), { recursive: true });
  for (const table of report.tables) {
    const stem = join(folder, 'tables', table.name);
    await saveText(`${stem}.md`, toMarkdown(table));
    await saveText(`${stem}.csv`, toCsv(table));
    await saveText(`${stem}.tex`, toLatex(table));
  }
  for (const { name, svg } of report.figures) {
    const stem = join(folder, 'figures', name);
    await saveText(`${stem}.svg`, svg);
    await saveBytes(`${stem}.png`, renderPng(svg));
  }
  await saveText(join(folder, 'index.html'), writeReportPage(report, instanceOf));
}

/** Between `<!-- bench:NAME -->` and `<!-- /bench -->` stands the table NAME, or, for the name `figures`, all figures. */
export function fillPage(text: string, tables: readonly Table[], figures: readonly Figure[], figureFolder: string): string {
  return text.replaceAll(/<!-- bench:(\S+) -->\n[\s\S]*?<!-- \/bench -->/g, (_, name: string) => {
    const content = name === 'figures' ? listFigures(figures, figureFolder) : tableText(name, tables);
    return `<!-- bench:${name} -->\n\n${content}\n<!-- /bench -->`;
  });
}

export async function fillPageFile(page: string, report: BenchmarkReport, reportFolder: string): Promise<void> {
  const text = await readFile(page, 'utf8').catch((cause) =>
    Promise.reject(new NeoLrpError('E_FILE', 'the page to fill cannot be read', { file: page }, { cause })),
  );
  const folder = relative(dirname(page), join(reportFolder, 'figures')).replaceAll('\\', '/');
  await saveText(page, fillPage(text, report.tables, report.figures, folder));
}

const tableText = (name: string, tables: readonly Table[]) => {
  const table = tables.find((one) => one.name === name);
  return table ? toMarkdown(table) : 'No runs on record.\n';
};

const listFigures = (figures: readonly Figure[], folder: string) =>
  figures.length === 0
    ? 'No runs on record.\n'
    : `${figures.map(({ name, title }) => `![${title}](${folder}/${name}.svg)`).join('\n\n')}\n`;
