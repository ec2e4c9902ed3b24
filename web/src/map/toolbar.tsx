/** What one can do on the map. */

import { type Tool, tool } from '../state/view.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

interface ToolbarProps {
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  /** Absent where nothing is selected. */
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
    <div class="toolbar" role="toolbar" aria-label="Map tools">
      <div class="group">
        {tools.map(({ name, icon, label }) => (
          <button
            key={name}
            type="button"
            class="icon"
            aria-pressed={tool.value === name}
            aria-label={label}
            title={label}
            onClick={() => {
              tool.value = name;
            }}
          >
            <Icon name={icon} />
          </button>
        ))}
        <button
          type="button"
          class="icon"
          aria-label="Delete the selected place"
          title="Delete (Del)"
          disabled={!onRemove}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </div>
      <div class="group">
        <button type="button" class="icon" aria-label="Zoom in" title="Zoom in (+)" onClick={() => onZoom(1.4)}>
          <Icon name="plus" />
        </button>
        <button type="button" class="icon" aria-label="Zoom out" title="Zoom out (−)" onClick={() => onZoom(1 / 1.4)}>
          <Icon name="minus" />
        </button>
        <button type="button" class="icon" aria-label="Show everything" title="Show everything (0)" onClick={onFit}>
          <Icon name="fit" />
        </button>
      </div>
    </div>
  );
}
