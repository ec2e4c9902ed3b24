/** The page: a map, and beside it (on a phone, below it) the panel with data and plan. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ExportDialog } from './dialogs/export.tsx';
import { type Opened, openFiles, type Refused } from './dialogs/files.ts';
import { MapDialog } from './dialogs/map-settings.tsx';
import { OpenDialog, Refusal } from './dialogs/open.tsx';
import { PasteDialog, pasted } from './dialogs/paste.tsx';
import { RoadsDialog } from './dialogs/roads.tsx';
import { Report } from './export/report.tsx';
import { saveProject } from './export/save.ts';
import { Header } from './header.tsx';
import { CompareMaps } from './map/compare-maps.tsx';
import { PlanningMap } from './map/map.tsx';
import { DataPanel } from './panels/data.tsx';
import { PlanPanel } from './panels/plan.tsx';
import { RulesPanel } from './panels/rules.tsx';
import { ScenariosPanel } from './panels/scenarios.tsx';
import { SolveBar } from './panels/solve-bar.tsx';
import { WhatIfPanel } from './panels/what-if.tsx';
import { moment, redo, undo } from './state/document.ts';
import { comparison } from './state/scenarios.ts';
import { closeDialog, dialog, notice, question, type Tab, tab, tabs } from './state/view.ts';
import { Button } from './ui/button.tsx';
import { Confirm, Modal } from './ui/dialog.tsx';

const panels: Readonly<Record<Tab, { readonly title: string; readonly Panel: () => JSX.Element }>> = {
  data: { title: 'Data', Panel: DataPanel },
  rules: { title: 'Rules', Panel: RulesPanel },
  plan: { title: 'Plan', Panel: PlanPanel },
  'what-if': { title: 'What if', Panel: WhatIfPanel },
  scenarios: { title: 'Compare', Panel: ScenariosPanel },
};

const dropped = signal<Refused | undefined>(undefined);
const afterDrop = (result: Opened): void => {
  dropped.value = result.ok === false ? result : undefined;
};

export function App() {
  const compared = tab.value === 'scenarios' ? comparison.value : undefined;
  const { Panel } = panels[tab.value];
  return (
    <div class="page column">
      <Header />
      <main>
        {compared ? <CompareMaps {...compared} /> : <PlanningMap />}
        <aside class="panel column" aria-label="Data and plan">
          <SolveBar />
          <Tabs />
          {/* With a key of its own, each panel starts at the top. */}
          <div key={tab.value} class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab.value}`} tabIndex={-1}>
            <Panel />
          </div>
        </aside>
      </main>
      {dialog.value === 'open' && <OpenDialog />}
      {dialog.value === 'paste' && <PasteDialog />}
      {dialog.value === 'export' && <ExportDialog />}
      {dialog.value === 'map' && <MapDialog />}
      {dialog.value === 'roads' && <RoadsDialog />}
      {dropped.value && (
        <Modal title="This file cannot be opened" onClose={() => (dropped.value = undefined)}>
          <Refusal refused={dropped.value} onOpened={afterDrop} />
        </Modal>
      )}
      {question.value && <Confirm {...question.value} />}
      <Notice />
      <Report />
    </div>
  );
}

function Tabs() {
  const step = (by: number) => {
    tab.value = tabs[(tabs.indexOf(tab.value) + by + tabs.length) % tabs.length];
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Panels">
      {tabs.map((name) => (
        <Button
          key={name}
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab.value === name}
          aria-controls="tab-panel"
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => (tab.value = name)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') step(1);
            if (key === 'ArrowLeft') step(-1);
          }}
          text={panels[name].title}
        />
      ))}
    </div>
  );
}

/** Seconds that a notice stays; longer where something can be done about it. */
const noticeSeconds = { plain: 5, action: 10 } as const;

function Notice() {
  const current = notice.value;
  useEffect(() => {
    if (current === undefined) return undefined;
    const timer = setTimeout(() => (notice.value = undefined), 1000 * noticeSeconds[current.action ? 'action' : 'plain']);
    return () => clearTimeout(timer);
  }, [current]);
  const act = () => {
    notice.value = undefined;
    current?.action?.act();
  };
  return (
    <div class="notice row" role="status" data-empty={current === undefined}>
      <span>{current?.text}</span>
      {current?.action && current.moment === moment.value && <Button class="small" onClick={act} text={current.action.label} />}
    </div>
  );
}

/** Where keys are text, the browser has its own undo. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, input:not([type=range], [type=checkbox])');

function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return;
  const key = event.key.toLowerCase();
  if (key === 's' && !event.shiftKey) saveProject();
  else if (isTyping(event.target)) return;
  else if (key === 'z') event.shiftKey ? redo() : undo();
  else if (key === 'y' && !event.shiftKey) redo();
  else return;
  event.preventDefault();
}

async function onDrop(event: DragEvent): Promise<void> {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  afterDrop(await openFiles(files));
  closeDialog();
}

/** Rows pasted outside a text field are meant for the data. */
function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (isTyping(event.target) || !/[\t\n,;]/.test(text)) return;
  event.preventDefault();
  pasted.value = text;
  dialog.value = 'paste';
}

/** Keys, drops and pastes anywhere on the page. */
export function listen(): void {
  window.addEventListener('keydown', onKey);
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', onDrop);
  window.addEventListener('paste', onPaste);
}
