/** Files that a visitor hands over: data in any format the library reads, a plan with it or for the data at hand, or a project. */
import { type Instance, NeoLrpError, readInstance, readPlan, type SourceFile } from '../../../src/index.ts';
import { formatCount } from '../../../src/report/number.ts';
import { type Fault, faultOf } from '../solver/protocol.ts';
import { documentKey, draft, freshKey, openDraft, validity } from '../state/document.ts';
import { type Draft, draftOf, isEmpty } from '../state/draft.ts';
import { undo } from '../state/history.ts';
import { looksLikeProject, openProject, type Project, readProject, solutionOf } from '../state/project.ts';
import { fault, leaveRun, setPlan } from '../state/run.ts';
import { selection, tell } from '../state/view.ts';

export type Opened =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: Fault; readonly excerpt?: string }
  /** The visitor would rather not. */
  | { readonly ok: 'declined' };
export type Refused = Extract<Opened, { ok: false }>;

/** UTF-8; else UTF-16 where its mark says so, or Windows-1252, the two that spreadsheets save. */
export async function textOf(file: File): Promise<SourceFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.webkitRelativePath || file.name;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name, text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes.includes(0))
    throw new NeoLrpError('E_FORMAT_UNKNOWN', 'this is a binary file; expected an instance or a plan in a text format', { file: name });
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { name, text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

export async function openFiles(files: readonly File[]): Promise<Opened> {
  try {
    return await openSources(await Promise.all(files.map(textOf)));
  } catch (error) {
    return refusal(error, []);
  }
}

/** Everything is read before anything is given up for it. */
export async function openSources(sources: readonly SourceFile[]): Promise<Opened> {
  try {
    const show = prepared(sources);
    if (!(await leaveRun())) return { ok: 'declined' };
    show();
    return { ok: true };
  } catch (error) {
    return refusal(error, sources);
  }
}

/** What shows the files, once all of them have been read without a fault. */
function prepared(sources: readonly SourceFile[]): () => void {
  const [first] = sources;
  if (sources.length === 1 && looksLikeProject(first)) {
    const project = readProject(first);
    return () => showProject(freshKey(), project);
  }
  const plans = sources.filter(looksLikePlan);
  const data = sources.filter((source) => !plans.includes(source));
  if (plans.length > 1) throw new NeoLrpError('E_USAGE', 'there are two plans here; open one at a time', { file: plans[1].name });
  const [file] = plans;
  if (data.length === 0) return planForData(file);
  const instance = readInstance(data);
  const solution = file && solutionOf(instance, readPlan(file, instance), file.name);
  return () => {
    const key = freshKey();
    setPlan(key, solution && { instance, solution });
    openDraft(key, draftOf(instance));
    announce(instance, solution ? ' with its plan' : '');
  };
}

/** A plan means something only beside its data. */
function planForData(file: SourceFile): () => void {
  const now = validity.value;
  if (now.state !== 'valid')
    throw new NeoLrpError('E_USAGE', 'this is a plan; open the data that it is for with it, or first', { file: file.name });
  const { instance } = now;
  const solution = solutionOf(instance, readPlan(file, instance), file.name);
  return () => {
    setPlan(documentKey.value, { instance, solution });
    fault.value = undefined;
    tell('The plan holds and is shown.');
  };
}

export function showProject(key: string, project: Project): void {
  openProject(key, project);
  announce(project.draft, project.scenarios.length > 0 ? ` and ${formatCount(project.scenarios.length, 'scenario')}` : '');
}

/** Says what is open now, and the way back to what was. */
function announce({ name, depots, customers }: Instance | Draft, more = ''): void {
  selection.value = undefined;
  fault.value = undefined;
  tell(`Opened ${name}: ${formatCount(depots.length, 'depot')}, ${formatCount(customers.length, 'customer')}${more}`, {
    label: 'Undo',
    act: undo,
  });
}

/** Begins anew with nothing. */
export async function openEmpty(empty: Draft): Promise<boolean> {
  if (!(await leaveRun())) return false;
  selection.value = undefined;
  fault.value = undefined;
  if (!isEmpty(draft.value)) openDraft(freshKey(), empty);
  return true;
}

/** By a look at its beginning: our JSON, routes in GeoJSON, a VRPLIB solution, a table of stops. */
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

function refusal(error: unknown, sources: readonly SourceFile[]): Refused {
  if (!(error instanceof NeoLrpError)) throw error;
  const { file, line } = error.place;
  const source = sources.find(({ name }) => name === file);
  const excerpt = line === undefined ? undefined : source?.text.split(/\r?\n/)[line - 1]?.slice(0, 160);
  return { ok: false, fault: faultOf(error), excerpt };
}
