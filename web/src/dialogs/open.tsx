/** Where data comes from: files, the examples, or an empty plane. */
import { useRef, useState } from 'preact/hooks';
import { openDraft } from '../state/document.ts';
import { emptyDraft } from '../state/draft.ts';
import { plan } from '../state/run.ts';
import { closeDialog, dialog, selection, tab, tool } from '../state/view.ts';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Opened, openFiles, openSources } from './files.ts';
import { examples, loadExample } from './gallery.ts';
import { Thumbnail } from './thumbnail.tsx';

export function OpenDialog() {
  const picker = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Extract<Opened, { ok: false }> | undefined>(undefined);
  const done = (result: Opened) => {
    if (!result.ok) return setRefused(result);
    dialog.value = undefined;
    if (plan.value === undefined) tab.value = 'data';
  };
  return (
    <Modal title="Open" onClose={closeDialog}>
      <h3>A file of yours</h3>
      <p>
        JSON, GeoJSON, CSV tables (customers and depots together), or the published benchmark formats. Nothing leaves this machine. Files
        can also be dropped anywhere on the page.
      </p>
      <p class="choices">
        <button type="button" class="primary" onClick={() => picker.current?.click()}>
          Choose files…
        </button>
        <button
          type="button"
          onClick={() => {
            dialog.value = 'paste';
          }}
        >
          Paste rows…
        </button>
        <button
          type="button"
          onClick={() => {
            openDraft(emptyDraft);
            plan.value = undefined;
            selection.value = undefined;
            tool.value = 'depot';
            tab.value = 'data';
            dialog.value = undefined;
          }}
        >
          Draw on an empty plane
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="file-picker"
          onChange={async ({ currentTarget }) => {
            const { files } = currentTarget;
            if (files && files.length > 0) done(await openFiles([...files]));
            currentTarget.value = '';
          }}
        />
      </p>
      {refused && <Refusal {...refused} />}
      <h3>An example</h3>
      <ul class="gallery">
        {examples.map(({ name, title, about }) => (
          <li key={name}>
            <button type="button" onClick={async () => done(openSources(await loadExample(name)))}>
              <Thumbnail example={name} />
              <strong>{title}</strong>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

export function Refusal({ fault, excerpt }: Extract<Opened, { ok: false }>) {
  return (
    <ErrorNote fault={fault}>
      {excerpt !== undefined && (
        <pre class="excerpt">
          <span>{fault.place.line}</span> {excerpt}
        </pre>
      )}
    </ErrorNote>
  );
}
