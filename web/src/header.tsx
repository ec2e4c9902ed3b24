/** The name of the document, and what concerns all of it. */
import { saveProject } from './export/save.ts';
import { canRedo, canUndo, draft, redo, undo } from './state/document.ts';
import { keeps } from './state/store.ts';
import { openDialog, type ThemeChoice, themeChoice } from './state/view.ts';
import { Button, IconButton } from './ui/button.tsx';
import type { IconName } from './ui/icon.tsx';

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: 'light', light: 'dark', dark: 'system' };
const themeIcons: Readonly<Record<ThemeChoice, IconName>> = { system: 'system', light: 'sun', dark: 'moon' };

export function Header() {
  const choice = themeChoice.value;
  return (
    <header class="top row">
      <h1 class="row">
        <img src="./icon.svg" width="24" height="24" alt="" /> <span class="word">NEO-LRP</span>
      </h1>
      <span class="document">{draft.value.name}</span>
      {!keeps.value && (
        <span class="stale" role="status">
          This browser does not keep your work: save it before you leave
        </span>
      )}
      <span class="spring" />
      <IconButton icon="undo" label="Undo" title="Undo (Ctrl+Z)" disabled={!canUndo.value} onClick={undo} />
      <IconButton icon="redo" label="Redo" title="Redo (Ctrl+Y)" disabled={!canRedo.value} onClick={redo} />
      <Button icon="folder" text="Open" onClick={openDialog('open')} />
      <Button icon="save" text="Save" title="Save data, plan and scenarios as one file (Ctrl+S)" onClick={saveProject} />
      <Button icon="download" text="Export" onClick={openDialog('export')} />
      <IconButton
        icon={themeIcons[choice]}
        label={`Colours: ${choice}. Change to ${nextTheme[choice]}`}
        title={`Colours: ${choice}`}
        onClick={() => (themeChoice.value = nextTheme[choice])}
      />
    </header>
  );
}
