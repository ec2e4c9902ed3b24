/** What can be taken along: the data, the plan, the map, a report. */
import { useState } from 'preact/hooks';
import { fileNameOf } from '../../../src/formats/source.ts';
import { drawMap, encodeInstance, type Instance, writeInstance, writeSolution } from '../../../src/index.ts';
import { download, downloadAll, pngOf } from '../export/download.ts';
import { printReport } from '../export/report.tsx';
import { saveProject } from '../export/save.ts';
import { type Fault, faultOf } from '../solver/protocol.ts';
import { validity } from '../state/document.ts';
import { outdated, type Plan, plan } from '../state/run.ts';
import { closeDialog, theme } from '../state/view.ts';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Icon } from '../ui/icon.tsx';

export function ExportDialog() {
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const now = validity.value;
  const current = plan.value;
  const instance = now.state === 'valid' ? now.instance : undefined;
  const drawn = current && !outdated.value ? current : instance && { instance, solution: undefined };
  /** A format that cannot hold what is asked of it says so. */
  const attempt = (write: () => void | Promise<void>) => async () => {
    try {
      await write();
      setRefused(undefined);
    } catch (error) {
      setRefused(faultOf(error));
    }
  };
  const svg = () => (drawn ? drawMap(drawn.instance, drawn.solution, { theme: theme.value }) : '');
  return (
    <Modal title="Export" onClose={closeDialog}>
      <h3>Everything</h3>
      <p class="choices">
        <button type="button" onClick={saveProject}>
          Project: data, plan and scenarios
        </button>
      </p>
      <h3>The data</h3>
      <p class="choices">
        {(['json', 'csv', 'geojson'] as const).map((format) => (
          <button
            key={format}
            type="button"
            disabled={!instance}
            onClick={instance && attempt(() => downloadAll(writeInstance(instance, format)))}
          >
            {titles[format]}
          </button>
        ))}
        <button type="button" disabled={!instance} onClick={instance && attempt(() => downloadWorkbook(instance))}>
          Excel
        </button>
      </p>
      <h3>The plan</h3>
      {current && outdated.value && (
        <p class="stale" role="alert">
          <Icon name="warning" /> The data has changed since this plan was made: these are files of the old plan, for the old data. The map
          is drawn without it.
        </p>
      )}
      {current ? (
        <p class="choices">
          {(['json', 'csv', 'geojson'] as const).map((format) => (
            <button
              key={format}
              type="button"
              onClick={attempt(() => downloadAll([writeSolution(current.instance, current.solution, format)]))}
            >
              {planTitles[format]}
            </button>
          ))}
          <button type="button" onClick={attempt(() => downloadSheets(current))}>
            Route sheets
          </button>
          <button
            type="button"
            onClick={() => {
              closeDialog();
              printReport();
            }}
          >
            Report to print
          </button>
        </p>
      ) : (
        <p class="none">There is none yet.</p>
      )}
      <h3>The map</h3>
      <p class="choices">
        <button
          type="button"
          disabled={!drawn}
          onClick={() => drawn && download(`${fileNameOf(drawn.instance.name)}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
        >
          SVG
        </button>
        <button
          type="button"
          disabled={!drawn}
          onClick={async () => drawn && download(`${fileNameOf(drawn.instance.name)}.png`, await pngOf(svg()))}
        >
          PNG
        </button>
      </p>
      {refused && <ErrorNote fault={refused} />}
    </Modal>
  );
}

async function downloadWorkbook(instance: Instance): Promise<void> {
  const { name, bytes } = await encodeInstance(instance, 'xlsx');
  download(name, new Blob([bytes.slice()], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}

/** A page a route, for the drivers. */
async function downloadSheets({ instance, solution }: Plan): Promise<void> {
  const { drawRouteSheets } = await import('../export/route-sheets.ts');
  download(`${fileNameOf(instance.name)}.routes.html`, new Blob([drawRouteSheets(instance, solution)], { type: 'text/html' }));
}

const titles = { json: 'JSON', csv: 'CSV tables', geojson: 'GeoJSON' } as const;
const planTitles = { json: 'JSON', csv: 'CSV, a row a stop', geojson: 'GeoJSON' } as const;
