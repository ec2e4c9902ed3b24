/** Saves the project as a file. */
import { fileNameOf } from '../../../src/page.ts';
import { draft, plan, scenarios } from '../state/document.ts';
import { writeProject } from '../state/project.ts';
import { compared } from '../state/scenarios.ts';
import { tell } from '../state/view.ts';
import { download } from './download.ts';

export function saveProject(): void {
  const project = { draft: draft.value, plan: plan.value, scenarios: scenarios.value, compared: compared.value };
  const name = `${fileNameOf(draft.value.name || 'untitled')}.neo-lrp.json`;
  download(name, writeProject(project));
  tell(
    `Saved as ${name}: ${['data', ...(project.plan ? ['plan'] : []), ...(project.scenarios.length > 0 ? ['scenarios'] : [])].join(', ')}`,
  );
}
