/** Where data comes from: files, earlier work, an example, or an empty map. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { plan } from '../state/document.ts';
import { emptyDraft } from '../state/draft.ts';
import { leaveRun, pickUpJob, setJob } from '../state/run.ts';
import { earlierVisits } from '../state/store.ts';
import { closeDialog, openDialog, tab, tool } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { placeCounts } from '../ui/units.ts';
import { ColumnGrid } from './column-grid.tsx';
import { type Opened, openEmpty, openFiles, openSources, type Refused, showProject } from './files.ts';
import { examples, loadExample } from './gallery.ts';
import { Thumbnail } from './thumbnail.tsx';

export function OpenDialog() {
  const picker = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Refused | undefined>(undefined);
  const done = (result: Opened) => {
    if (result.ok === false) setRefused(result);
    if (result.ok === true) finish();
  };
  const pick = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) done(await openFiles(files));
  };
  return (
    <Modal title="Open" onClose={closeDialog}>
      <h3>Your files</h3>
      <p>
        Excel workbooks, CSV tables (customers and depots together), JSON, GeoJSON, the published benchmark formats, a plan together with
        its data, or a project saved here. Nothing leaves this machine. You can also drop files anywhere on the page.
      </p>
      <p class="row">
        <Button class="primary" onClick={() => picker.current?.click()} text="Choose files…" />
        <Button onClick={openDialog('paste')} text="Paste rows…" />
        <Button onClick={drawOnEmpty} text="Draw on an empty map" />
        <input ref={picker} type="file" multiple hidden data-testid="file-picker" onChange={({ currentTarget }) => pick(currentTarget)} />
      </p>
      {refused && <Refusal refused={refused} onOpened={done} />}
      <Earlier />
      <h3>Examples</h3>
      <ul class="gallery">
        {examples.map(({ name, title, about }) => (
          <li key={name}>
            <button type="button" onClick={async () => done(await openSources(await loadExample(name)))}>
              <Thumbnail example={name} />
              <strong>{title}</strong>
              <small class="faint">{about}</small>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function finish(): void {
  closeDialog();
  if (plan.value === undefined) tab.value = 'data';
}

async function drawOnEmpty(): Promise<void> {
  if (!(await openEmpty(emptyDraft))) return;
  tool.value = 'depot';
  tab.value = 'data';
  closeDialog();
}

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Other documents that this browser keeps. */
function Earlier() {
  const [visits, setVisits] = useState<Awaited<ReturnType<typeof earlierVisits>>>([]);
  useEffect(() => void earlierVisits().then(setVisits), []);
  if (visits.length === 0) return null;
  const reopen = async (key: string, { job, ...project }: Omit<(typeof visits)[number], 'key' | 'at'>) => {
    if (!(await leaveRun())) return;
    setJob(key, job);
    showProject(key, project);
    finish();
    void pickUpJob();
  };
  return (
    <>
      <h3>Earlier work, kept in this browser</h3>
      <ul class="earlier list">
        {visits.map(({ key, at, ...project }) => (
          <li key={key}>
            <button type="button" class="row quiet" onClick={() => reopen(key, project)}>
              <strong>{project.draft.name}</strong>
              <span class="faint">
                {placeCounts(project.draft)}
                {project.plan ? ', with a plan' : ''}
              </span>
              <time class="spring faint" dateTime={new Date(at).toISOString()}>
                {when.format(at)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RefusalProps {
  readonly refused: Refused;
  readonly onOpened: (result: Opened) => void;
}

export const Refusal = ({ refused: { fault, excerpt, without, table, reread }, onOpened }: RefusalProps) => (
  <ErrorNote fault={fault} without={without && (async () => onOpened(await without()))}>
    {excerpt !== undefined && (
      <pre class="scroll">
        <span class="faint">{fault.place.line}</span> {excerpt}
      </pre>
    )}
    {table && reread && (
      <ColumnGrid key={fault.reason} table={table} onRead={async (names, ignore) => onOpened(await reread(names, ignore))} />
    )}
  </ErrorNote>
);
