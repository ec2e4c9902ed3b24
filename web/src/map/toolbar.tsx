/** The tools of the map. */
import { catchments, openDialog, type Tool, tool } from '../state/view.ts';
import { IconButton } from '../ui/button.tsx';
import type { IconName } from '../ui/icon.tsx';

interface ToolbarProps {
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  /** Undefined where nothing is selected. */
  readonly onRemove: (() => void) | undefined;
}

const tools: readonly { readonly name: Tool; readonly icon: IconName; readonly label: string }[] = [
  { name: 'select', icon: 'pointer', label: 'Look and select' },
  { name: 'move', icon: 'move', label: 'Move places' },
  { name: 'customer', icon: 'customer', label: 'Draw customers' },
  { name: 'depot', icon: 'depot', label: 'Draw depots' },
];

export function Toolbar({ onZoom, onFit, onRemove }: ToolbarProps) {
  return (
    <div class="toolbar column" role="toolbar" aria-label="Map tools">
      <div class="group card column">
        {tools.map(({ name, ...shown }) => (
          <IconButton key={name} {...shown} title={shown.label} aria-pressed={tool.value === name} onClick={() => (tool.value = name)} />
        ))}
        <IconButton icon="trash" label="Delete the selected place" title="Delete (Del)" disabled={!onRemove} onClick={onRemove} />
      </div>
      <div class="group card column">
        <IconButton icon="plus" label="Zoom in" title="Zoom in (+)" onClick={() => onZoom(1.4)} />
        <IconButton icon="minus" label="Zoom out" title="Zoom out (−)" onClick={() => onZoom(1 / 1.4)} />
        <IconButton icon="layers" label="What lies under the map" title="What lies under the map" onClick={openDialog('map')} />
        <IconButton
          icon="catchment"
          label="Outline what each depot serves"
          title="Outline what each depot serves"
          aria-pressed={catchments.value}
          onClick={() => (catchments.value = !catchments.value)}
        />
        <IconButton icon="fit" label="Show everything" title="Show everything (0)" onClick={onFit} />
      </div>
    </div>
  );
}
