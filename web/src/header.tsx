/** Name of the data, and what concerns all of it. */
import { saveProject } from './export/save.ts';
import { draft } from './state/document.ts';
import { canRedo, canUndo, redo, undo } from './state/history.ts';
import { keeps } from './state/store.ts';
import { dialog, type ThemeChoice, themeChoice } from './state/view.ts';
import { Icon, type IconName } from './ui/icon.tsx';

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: 'light', light: 'dark', dark: 'system' };
const themeIcons: Readonly<Record<ThemeChoice, IconName>> = { system: 'system', light: 'sun', dark: 'moon' };

export function Header() {
  const choice = themeChoice.value;
  return (
    <header class="top">
      <h1>
        <img src="./icon.svg" width="24" height="24" alt="" /> <span class="word">NEO-LRP</span>
      </h1>
      <span class="document">{draft.value.name}</span>
      {!keeps.value && (
        <span class="unkept" role="status">
          This browser keeps nothing: save before you leave
        </span>
      )}
      <span class="spring" />
      <button type="button" class="icon" aria-label="Undo" title="Undo (Ctrl+Z)" disabled={!canUndo.value} onClick={undo}>
        <Icon name="undo" />
      </button>
      <button type="button" class="icon" aria-label="Redo" title="Redo (Ctrl+Y)" disabled={!canRedo.value} onClick={redo}>
        <Icon name="redo" />
      </button>
      <button
        type="button"
        onClick={() => {
          dialog.value = 'open';
        }}
      >
        <Icon name="folder" /> <span class="word">Open</span>
      </button>
      <button type="button" title="Save data, plan and scenarios as one file (Ctrl+S)" onClick={saveProject}>
        <Icon name="save" /> <span class="word">Save</span>
      </button>
      <button
        type="button"
        onClick={() => {
          dialog.value = 'export';
        }}
      >
        <Icon name="download" /> <span class="word">Export</span>
      </button>
      <button
        type="button"
        class="icon"
        aria-label={`Colours: ${choice}. Change to ${nextTheme[choice]}`}
        title={`Colours: ${choice}`}
        onClick={() => {
          themeChoice.value = nextTheme[choice];
        }}
      >
        <Icon name={themeIcons[choice]} />
      </button>
    </header>
  );
}
