/** Saves the project as a file. */
import { fileNameOf } from '../../../src/page.ts';
import { draft } from '../state/document.ts';
import { openedProject, writeProject } from '../state/project.ts';
import { tell } from '../state/view.ts';
import { download } from '../ui/download.ts';

export function saveProject(): void {
  const project = openedProject();
  const name = `${fileNameOf(draft.value.name || 'untitled')}.neo-lrp.json`;
  download(name, writeProject(project));
  const parts = ['data', project.plan && 'plan', project.scenarios.length > 0 && 'scenarios'];
  tell(`Saved as ${name}: ${parts.filter(Boolean).join(', ')}`);
}
