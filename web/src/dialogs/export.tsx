/** What can be taken along: the data, the plan, the map, a report. */
import { useState } from 'preact/hooks';
import {
  type BinaryFile,
  drawMap,
  drawRouteSheets,
  encodeInstance,
  encodePlan,
  type Fault,
  faultOf,
  fileNameOf,
  type Instance,
  writeInstance,
  writeSolution,
} from '../../../src/page.ts';
import { download, downloadAll, pngOf } from '../export/download.ts';
import { printReport } from '../export/report.tsx';
import { saveProject } from '../export/save.ts';
import { outdated, type Plan, plan, validity } from '../state/document.ts';
import { closeDialog, theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';

export function ExportDialog() {
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const current = plan.value;
  const instance = validity.value.state === 'valid' ? validity.value.instance : undefined;
  const drawn = current && !outdated.value ? current : instance && { instance };
  const choices = (list: readonly Choice[]) => (
    <p class="row">
      {list.map(({ label, write }) => (
        <Button
          key={label}
          disabled={!write}
          onClick={async () => {
            try {
              await write?.();
              setRefused(undefined);
            } catch (error) {
              setRefused(faultOf(error));
            }
          }}
          text={label}
        />
      ))}
    </p>
  );
  return (
    <Modal title="Export" onClose={closeDialog}>
      <h3>Everything</h3>
      {choices([{ label: 'Project: data, plan and scenarios', write: saveProject }])}
      <h3>The data</h3>
      {choices(dataChoices(instance))}
      <h3>The plan</h3>
      {current && outdated.value && (
        <Note
          role="alert"
          text="The data has changed since this plan was made. These files hold the old plan, for the old data. The map is drawn without it."
        />
      )}
      {current ? choices(planChoices(current)) : <p class="faint">No plan yet.</p>}
      <h3>The map</h3>
      {choices(mapChoices(drawn))}
      {refused && <ErrorNote fault={refused} />}
    </Modal>
  );
}

interface Choice {
  readonly label: string;
  /** Undefined where there is nothing to write. A format that cannot hold it throws. */
  readonly write: (() => void | Promise<void>) | undefined;
}

const formats = ['json', 'csv', 'geojson'] as const;

function dataChoices(instance: Instance | undefined): readonly Choice[] {
  const titles = { json: 'JSON', csv: 'CSV tables', geojson: 'GeoJSON' } as const;
  return [
    ...formats.map((format) => ({ label: titles[format], write: instance && (() => downloadAll(writeInstance(instance, format))) })),
    { label: 'Excel', write: instance && (() => downloadWorkbook(encodeInstance(instance, 'xlsx'))) },
  ];
}

async function downloadWorkbook(workbook: Promise<BinaryFile>): Promise<void> {
  const { name, bytes } = await workbook;
  download(name, new Blob([bytes.slice()], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}

function planChoices({ instance, solution }: Plan): readonly Choice[] {
  const titles = { json: 'JSON', csv: 'CSV, one row per stop', geojson: 'GeoJSON' } as const;
  const sheets = () => new Blob([drawRouteSheets(instance, solution)], { type: 'text/html' });
  return [
    ...formats.map((format) => ({ label: titles[format], write: () => downloadAll([writeSolution(instance, solution, format)]) })),
    { label: 'Excel', write: () => downloadWorkbook(encodePlan(instance, solution)) },
    { label: 'Route sheets', write: () => download(`${fileNameOf(instance.name)}.routes.html`, sheets()) },
    {
      label: 'Report to print',
      write: () => {
        closeDialog();
        printReport();
      },
    },
  ];
}

function mapChoices(drawn: (Pick<Plan, 'instance'> & Partial<Plan>) | undefined): readonly Choice[] {
  if (!drawn) return ['SVG', 'PNG'].map((label) => ({ label, write: undefined }));
  const name = fileNameOf(drawn.instance.name);
  const svg = () => drawMap(drawn.instance, drawn.solution, { theme: theme.value });
  return [
    { label: 'SVG', write: () => download(`${name}.svg`, new Blob([svg()], { type: 'image/svg+xml' })) },
    { label: 'PNG', write: async () => download(`${name}.png`, await pngOf(svg())) },
  ];
}
