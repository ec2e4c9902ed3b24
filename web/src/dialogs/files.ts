/** Opens the user's files: data in any format that the library reads, a plan with its data or for the open data, or a project. */
import {
  decodeFile,
  type Fault,
  faultOf,
  formatCount,
  hasScenarios,
  type Instance,
  NeoLrpError,
  previewTable,
  type ReadWarning,
  readInstance,
  readPlan,
  readScenarios,
  type SourceFile,
  sourceLabel,
  suggestSites,
  type TablePreview,
  withColumnNames,
} from '../../../src/page.ts';
import { addToBoard } from '../state/board.ts';
import { keepDays, manyDays, onDay, readPlanFile, showDay, shownDay } from '../state/days.ts';
import { draft, freshKey, openDraft, step, undoing, validity } from '../state/document.ts';
import { type Draft, draftOf, isEmpty } from '../state/draft.ts';
import { looksLikeProject, openProject, type Project, readProject, solutionOf } from '../state/project.ts';
import { fault, leaveRun } from '../state/run.ts';
import { selection, tell } from '../state/view.ts';
import { placeCounts } from '../ui/units.ts';

export type Opened =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly fault: Fault;
      readonly excerpt?: string;
      /** The table at fault, to say what its columns are. */
      readonly table?: TablePreview;
      /** Opens the same with these names for columns of that table, and without those to ignore. */
      readonly reread?: (names: ReadonlyMap<number, string>, ignore: readonly string[]) => Promise<Opened>;
      /** Opens the same without the columns at fault. */
      readonly without?: () => Promise<Opened>;
    }
  /** The user would rather let a run go on. */
  | { readonly ok: 'declined' };
export type Refused = Extract<Opened, { ok: false }>;

const sourcesOf = async (file: File): Promise<SourceFile[]> =>
  decodeFile({ name: file.webkitRelativePath || file.name, bytes: new Uint8Array(await file.arrayBuffer()) });

export async function openFiles(files: readonly File[]): Promise<Opened> {
  try {
    return await openSources((await Promise.all(files.map(sourcesOf))).flat());
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

/** Everything is read before anything is replaced. `ignore`: columns that the user plans without. */
export async function openSources(sources: readonly SourceFile[], ignore: readonly string[] = []): Promise<Opened> {
  try {
    const show = prepared(sources, ignore);
    if (!(await leaveRun())) return { ok: 'declined' };
    show();
    return { ok: true };
  } catch (error) {
    return refusal(error, sources, ignore);
  }
}

/** Reads the files; what it returns shows them. */
function prepared(sources: readonly SourceFile[], ignore: readonly string[]): () => void {
  const [first] = sources;
  if (sources.length === 1 && looksLikeProject(first)) {
    const project = readProject(first);
    return () => showProject(freshKey(), project);
  }
  const plans = sources.filter(looksLikePlan);
  const data = sources.filter((source) => !plans.includes(source));
  if (plans.length > 1) throw new NeoLrpError('E_USAGE', 'these are two plans; open one at a time', { file: plans[1].name });
  const [file] = plans;
  if (data.length === 0) return planForData(file);
  const told: ReadWarning[] = [];
  const instance = readInstance(data, { ignore, onWarning: (warning) => told.push(warning), sites: suggestSites });
  const asked = hasScenarios(data) ? readScenarios(data, instance) : [];
  const plan = file && readPlanFile(file, instance);
  const shown = onDay(instance, 0, plan);
  return () => {
    const key = freshKey();
    openDraft(draftOf(shown.instance), { key, told, plan: shown.solution && { instance: shown.instance, solution: shown.solution } });
    keepDays(instance.days && { key, instance, ...(plan && { plan }) });
    addToBoard(asked);
    announce(shown.instance, shown.solution ? ' with its plan' : '');
  };
}

/** A plan without data must be for the open data. */
function planForData(file: SourceFile): () => void {
  const now = validity.value;
  if (now.state !== 'valid') throw new NeoLrpError('E_USAGE', 'this is a plan; open its data first, or both together', { file: file.name });
  const many = manyDays.value;
  const ofDays = many && readPlanFile(file, many.instance);
  if (many && ofDays?.of.days)
    return () => {
      keepDays({ ...many, plan: ofDays });
      showDay(Math.max(0, shownDay.value));
      tell('The plan of all days fits the data; each is shown with its own.', undoing);
    };
  const { instance } = now;
  const solution = solutionOf(instance, readPlan(file, instance), file.name);
  return () => {
    step({ plan: { instance, solution } });
    fault.value = undefined;
    tell('The plan fits the data and is shown.', undoing);
  };
}

export function showProject(key: string, project: Project): void {
  openProject(key, project);
  announce(project.draft, project.scenarios.length > 0 ? ` and ${formatCount(project.scenarios.length, 'scenario')}` : '');
}

/** Says what is open now, and offers the way back. */
function announce(opened: Instance | Draft, more = ''): void {
  selection.value = undefined;
  fault.value = undefined;
  tell(`Opened ${opened.name}: ${placeCounts(opened)}${more}`, undoing);
}

/** Starts with nothing. */
export async function openEmpty(empty: Draft): Promise<boolean> {
  if (!(await leaveRun())) return false;
  selection.value = undefined;
  fault.value = undefined;
  if (!isEmpty(draft.value)) openDraft(empty);
  return true;
}

/** Judged by how it begins: our JSON, routes in GeoJSON, a VRPLIB solution, a table of stops. */
function looksLikePlan({ name, text }: SourceFile): boolean {
  const start = text.slice(0, 100_000);
  const header = (/\S.*/.exec(start)?.[0] ?? '').toLowerCase();
  return (
    /"neo-lrp\/solution"|"routes"\s*:|"kind"\s*:\s*"route"/.test(start) ||
    /^route\s*#?\s*\d+\s*:/.test(header) ||
    (/\broute\b/.test(header) && /\bcustomer\b/.test(header)) ||
    /\.sol$/i.test(name)
  );
}

function refusal(error: unknown, sources: readonly SourceFile[], ignore: readonly string[]): Refused {
  const fault = faultOf(error);
  const { file, line, ignorable } = fault.place;
  const source = sources.find((one) => sourceLabel(one) === file);
  const excerpt = line === undefined ? undefined : source?.text.split(/\r?\n/)[line - 1]?.slice(0, 160);
  const without = ignorable === undefined ? undefined : () => openSources(sources, [...ignore, ...ignorable]);
  const table = source && previewOf(source);
  const reread = (names: ReadonlyMap<number, string>, more: readonly string[]) =>
    openSources(
      sources.map((one) => (one === source ? withColumnNames(one, names) : one)),
      [...ignore, ...more],
    );
  return { ok: false, fault, excerpt, without, ...(table && { table, reread }) };
}

/** What cannot even be cut into columns is told by the fault alone. */
function previewOf(source: SourceFile): TablePreview | undefined {
  try {
    return previewTable(source);
  } catch (error) {
    if (error instanceof NeoLrpError) return undefined;
    throw error;
  }
}
