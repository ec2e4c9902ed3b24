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
import { printReport } from '../export/report.tsx';
import { saveProject } from '../export/save.ts';
import { baseMap } from '../map/ground.tsx';
import { outdated, type Plan, plan, validity } from '../state/document.ts';
import { closeDialog, theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { download, downloadAll, pngOf } from '../ui/download.ts';
import { ErrorNote, Note } from '../ui/note.tsx';

export function ExportDialog() {
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const current = plan.value;
  const instance = validity.value.state === 'valid' ? validity.value.instance : undefined;
  const drawn = current && !outdated.value ? current : instance && { instance };
  const write = async (choice: () => unknown) => {
    try {
      await choice();
      setRefused(undefined);
    } catch (error) {
      setRefused(faultOf(error));
    }
  };
  const choices = (list: Choices, isReady = true) => (
    <p class="row">
      {Object.entries(list).map(([label, choice]) => (
        <Button key={label} disabled={!isReady} onClick={() => write(choice)} text={label} />
      ))}
    </p>
  );
  return (
    <Modal title="Export" onClose={closeDialog}>
      <h3>Everything</h3>
      {choices({ 'Project: data, plan and scenarios': saveProject })}
      <h3>The data</h3>
      {choices(dataChoices(instance), instance !== undefined)}
      <h3>The plan</h3>
      {current && outdated.value && (
        <Note
          role="alert"
          text="The data has changed since this plan was made. These files hold the old plan, for the old data. The map is drawn without it."
        />
      )}
      {current ? choices(planChoices(current)) : <p class="faint">No plan yet.</p>}
      <h3>The map</h3>
      {choices(mapChoices(drawn), drawn !== undefined)}
      {refused && <ErrorNote fault={refused} />}
    </Modal>
  );
}

/** What each label writes. A format that cannot hold it throws. */
type Choices = Readonly<Record<string, () => unknown>>;

const dataChoices = (instance: Instance | undefined): Choices => ({
  JSON: () => instance && downloadAll(writeInstance(instance, 'json')),
  'CSV tables': () => instance && downloadAll(writeInstance(instance, 'csv')),
  GeoJSON: () => instance && downloadAll(writeInstance(instance, 'geojson')),
  Excel: () => instance && downloadWorkbook(encodeInstance(instance, 'xlsx')),
});

async function downloadWorkbook(workbook: Promise<BinaryFile>): Promise<void> {
  const { name, bytes } = await workbook;
  download(name, new Blob([bytes.slice()], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}

const planChoices = ({ instance, solution }: Plan): Choices => ({
  JSON: () => downloadAll([writeSolution(instance, solution, 'json')]),
  'CSV, one row per stop': () => downloadAll([writeSolution(instance, solution, 'csv')]),
  GeoJSON: () => downloadAll([writeSolution(instance, solution, 'geojson')]),
  Excel: () => downloadWorkbook(encodePlan(instance, solution)),
  'Route sheets': () =>
    download(`${fileNameOf(instance.name)}.routes.html`, new Blob([drawRouteSheets(instance, solution)], { type: 'text/html' })),
  'Report to print': () => {
    closeDialog();
    printReport();
  },
});

function mapChoices(drawn: (Pick<Plan, 'instance'> & Partial<Plan>) | undefined): Choices {
  const save = async (kind: 'svg' | 'png') => {
    if (!drawn) return;
    const svg = drawMap(drawn.instance, drawn.solution, { theme: theme.value, base: baseMap.value });
    download(`${fileNameOf(drawn.instance.name)}.${kind}`, kind === 'png' ? await pngOf(svg) : new Blob([svg], { type: 'image/svg+xml' }));
  };
  return { SVG: () => save('svg'), PNG: () => save('png') };
}
