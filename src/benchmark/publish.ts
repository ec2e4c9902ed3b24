/** Writes a report: index.html, tables/ in three formats, figures/ in two; and fills the marked places of a Markdown page. */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { makeFolder, saveBytes, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { renderPng } from '../report/png.ts';
import type { AblationReport } from './ablations.ts';
import type { Figure } from './figures.ts';
import { writeReportPage } from './page.ts';
import type { BenchmarkReport } from './report.ts';
import { describeRuns } from './run-tables.ts';
import { type Table, toCsv, toLatex, toMarkdown } from './table.ts';

export async function publishReport(folder: string, report: BenchmarkReport, instanceOf: ReadonlyMap<string, Instance>): Promise<void> {
  await makeFolder(folder);
  await saveText(join(folder, 'index.html'), writeReportPage(report, instanceOf));
  await publishFindings(folder, report);
}

export interface Findings {
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
}

export async function publishFindings(folder: string, { tables, figures }: Findings): Promise<void> {
  for (const part of ['tables', 'figures']) await makeFolder(join(folder, part));
  for (const table of tables) {
    const stem = join(folder, 'tables', table.name);
    await saveText(`${stem}.md`, toMarkdown(table));
    await saveText(`${stem}.csv`, toCsv(table));
    await saveText(`${stem}.tex`, toLatex(table));
  }
  const figureFile = (name: string) => join(folder, 'figures', name);
  for (const { name, svg } of figures) await saveText(figureFile(`${name}.svg`), svg);
  // Last, since PNG needs an optional package.
  for (const { name, svg } of figures) await saveBytes(figureFile(`${name}.png`), renderPng(svg));
}

/** The content of a marked place by its name, or undefined to leave it unchanged. */
export type PlaceContent = (name: string) => string | undefined;

/** Replaces the text between `<!-- KIND:NAME -->` and `<!-- /KIND -->`. */
export function fillPage(text: string, kind: 'bench' | 'ablate', contentOf: PlaceContent): string {
  const place = new RegExp(`<!-- ${kind}:(\\S+) -->\\n[\\s\\S]*?<!-- /${kind} -->`, 'g');
  return text.replaceAll(place, (whole, name: string) => {
    const content = contentOf(name);
    return content === undefined ? whole : `<!-- ${kind}:${name} -->\n\n${content}\n<!-- /${kind} -->`;
  });
}

/** For a benchmark: the table of that name, or all figures for the name `figures`. */
export const benchmarkContent =
  ({ tables, figures }: Findings, figureFolder: string): PlaceContent =>
  (name) =>
    name === 'figures' ? listFigures(figures, figureFolder) : tableText(name, tables);

/** For an ablation: what was run, the tables that answer its question, and its figures. Other places stay unchanged. */
export const ablationContent =
  (ablation: string, { answers, figures, solved }: AblationReport, figureFolder: string): PlaceContent =>
  (name) => {
    if (name !== ablation) return undefined;
    if (solved.length === 0) return nothing;
    return [`${describeRuns(solved)}\n`, ...answers.map(toMarkdown), listFigures(figures, figureFolder)].join('\n');
  };

export async function fillPageFile(page: string, kind: 'bench' | 'ablate', contentOf: PlaceContent): Promise<void> {
  const text = await readFile(page, 'utf8').catch((cause) =>
    Promise.reject(new NeoLrpError('E_FILE', 'the page to fill cannot be read', { file: page }, { cause })),
  );
  await saveText(page, fillPage(text, kind, contentOf));
}

/** The folder of a report's figures, relative to a page. */
export const figureFolder = (page: string, reportFolder: string): string =>
  relative(dirname(page), join(reportFolder, 'figures')).replaceAll('\\', '/');

const nothing = 'No runs on record.\n';

const tableText = (name: string, tables: readonly Table[]) => {
  const table = tables.find((one) => one.name === name);
  return table ? toMarkdown(table) : nothing;
};

const listFigures = (figures: readonly Figure[], folder: string) =>
  figures.length === 0 ? nothing : `${figures.map(({ name, title }) => `![${title}](${folder}/${name}.svg)`).join('\n\n')}\n`;
