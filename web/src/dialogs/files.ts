/** Files that a visitor hands over: an instance in any format the library reads, or a plan for the data at hand. */

import { indexRoutes } from '../../../src/formats/indexed-plan.ts';
import {
  describeRoutes,
  type Instance,
  instanceHash,
  NeoLrpError,
  type Plan,
  readInstance,
  readPlan,
  type SourceFile,
  verify,
} from '../../../src/index.ts';
import { type Fault, faultOf } from '../solver/protocol.ts';
import { openDraft, validity } from '../state/document.ts';
import { draftOf } from '../state/draft.ts';
import { fault, plan } from '../state/run.ts';
import { notice, selection } from '../state/view.ts';

export type Opened = { readonly ok: true } | { readonly ok: false; readonly fault: Fault; readonly excerpt?: string };

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
    return openSources(await Promise.all(files.map(textOf)));
  } catch (error) {
    return refusal(error, []);
  }
}

export function openSources(sources: readonly SourceFile[]): Opened {
  try {
    const [first] = sources;
    if (sources.length === 1 && looksLikePlan(first)) showPlan(readFor(first));
    else {
      const instance = readInstance(sources);
      openDraft(draftOf(instance));
      plan.value = undefined;
      notice.value = `Opened ${instance.name}: ${instance.depots.length} depots, ${instance.customers.length} customers`;
    }
    selection.value = undefined;
    fault.value = undefined;
    return { ok: true };
  } catch (error) {
    return refusal(error, sources);
  }
}

const looksLikePlan = ({ name, text }: SourceFile) =>
  /"neo-lrp\/solution"|"routes"\s*:/.test(text.slice(0, 100_000)) || /\.sol$/i.test(name);

/** A plan means something only beside its data. */
function readFor(file: SourceFile): { readonly instance: Instance; readonly read: Plan } {
  const now = validity.value;
  if (now.state !== 'valid') throw new NeoLrpError('E_USAGE', 'this is a plan; open the data that it is for first', { file: file.name });
  return { instance: now.instance, read: readPlan(file, now.instance) };
}

/** Shown where it holds; what a plan says of itself is not believed but recomputed. */
function showPlan({ instance, read }: { readonly instance: Instance; readonly read: Plan }): void {
  const { feasible, violations } = verify(instance, read);
  if (!feasible)
    throw new NeoLrpError('E_UNVERIFIED', `the plan does not hold for the data at hand: ${violations[0].message}`, {
      field: violations[0].kind,
    });
  plan.value = {
    instance,
    solution: {
      format: 'neo-lrp/solution',
      version: 1,
      instance: instance.name,
      instanceHash: instanceHash(instance),
      method: typeof read.method === 'string' ? read.method : 'file',
      ...describeRoutes(instance, indexRoutes(instance, read)),
      time: { allocation: 0, routing: 0, improvement: 0, total: 0 },
      seed: 0,
      stop: 'complete',
      versions: { 'neo-lrp': __VERSION__ },
    },
  };
  notice.value = 'The plan holds and is shown.';
}

function refusal(error: unknown, sources: readonly SourceFile[]): Opened {
  if (!(error instanceof NeoLrpError)) throw error;
  const { file, line } = error.place;
  const source = sources.find(({ name }) => name === file);
  const excerpt = line === undefined ? undefined : source?.text.split(/\r?\n/)[line - 1]?.slice(0, 160);
  return { ok: false, fault: faultOf(error), excerpt };
}
