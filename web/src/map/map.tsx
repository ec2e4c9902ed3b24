/** The map one works on: it shows the data and the best plan so far, and takes clicks, drags and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { change, documentKey, draft } from '../state/document.ts';
import { addPlace, locate, movePlace, type PlaceRef, type Point, removePlace } from '../state/edits.ts';
import { outdated, running, shown } from '../state/run.ts';
import { dialog, focus, selected, selection, tell, theme, tool } from '../state/view.ts';
import { Details } from './details.tsx';
import { Drawing } from './drawing.tsx';
import { type GestureHost, Gestures } from './gestures.ts';
import { type Insets, type Size, screenOf, type View, zoomed } from './projection.ts';
import { composeScene, placeNear, routeNear, wholeView, worldOf } from './scene.ts';
import { tiles } from './tiles.ts';
import { Toolbar } from './toolbar.tsx';
import { Tooltip } from './tooltip.tsx';
import { useSize } from './use-size.ts';

/** Pixels around a place that still mean it. */
const reach = { mouse: 5, touch: 16 } as const;
const nothing: readonly never[] = [];

export function PlanningMap() {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [chosen, setView] = useState<View | undefined>(undefined);
  const [dragged, setDragged] = useState<{ readonly place: PlaceRef; readonly at: Point } | undefined>(undefined);
  const [pointer, setPointer] = useState<Point | undefined>(undefined);
  /** What was clicked here: its details stay in sight while it is selected. */
  const [picked, setPicked] = useState<PlaceRef | undefined>(undefined);

  const document = documentKey.value;
  // Another document is looked at anew.
  useEffect(() => setView(undefined), [document]);

  const data = dragged ? moved(dragged) : draft.value;
  const plan = shown.value;
  const whole = useMemo(() => wholeView(draft.value, size, coveredByTools()), [draft.value, size]);
  const view = chosen ?? whole;
  const world = worldOf(data);
  const scene = useMemo(
    () => composeScene(data, { routes: plan?.routes ?? nothing, open: plan?.open, theme: theme.value, size }),
    [data, plan, theme.value, size],
  );
  const screen = screenOf(view, size);
  const placeAt = (at: Point) => world.fromWorld(screen.toWorld(at));
  const markAt = (at: Point, touch: boolean) => placeNear(scene, screen, at, touch ? reach.touch : reach.mouse);

  const host: GestureHost = {
    size,
    view,
    setView,
    grabs(at, touch) {
      const mark = tool.value === 'move' ? markAt(at, touch) : undefined;
      if (mark) selection.value = { kind: mark.kind, id: mark.id };
      return mark !== undefined;
    },
    dragTo(at) {
      setView(view);
      if (selection.value) setDragged({ place: selection.value, at: placeAt(at) });
    },
    drop() {
      if (dragged) change(() => moved(dragged));
      setDragged(undefined);
    },
    click(at, touch) {
      if (tool.value === 'select' || tool.value === 'move') {
        const mark = markAt(at, touch);
        selection.value = mark && { kind: mark.kind, id: mark.id };
        setPicked(selection.value);
        setPointer(undefined);
        focus.value = undefined;
      } else if (draft.value.travel.kind === 'matrix')
        tell('Distances are given by a matrix, which knows no new places. Choose straight lines under Data first.');
      else draw(tool.value, placeAt(at));
    },
    hover(at) {
      const looking = tool.value === 'select' || tool.value === 'move';
      const mark = at && looking ? markAt(at, false) : undefined;
      const route = at && looking && !mark ? routeNear(scene, screen, at, reach.mouse) : undefined;
      focus.value = mark ? { kind: mark.kind, id: mark.id } : route && { kind: 'route', index: route.index };
      setPointer(focus.value ? at : undefined);
    },
  };

  /** The map stays where it is while one draws. */
  function draw(kind: 'depot' | 'customer', at: Point): void {
    setView(view);
    change((current) => addPlace(current, kind, at));
  }

  const latest = useRef(host);
  latest.current = host;
  const gestures = useMemo(() => new Gestures(() => latest.current), []);
  useEffect(() => {
    const { current } = frame;
    const wheel = (event: WheelEvent) => gestures.wheel(event);
    current?.addEventListener('wheel', wheel, { passive: false });
    return () => current?.removeEventListener('wheel', wheel);
  }, [gestures]);

  return (
    <section class="map" aria-label="Map">
      <div
        class={`canvas tool-${tool.value}${outdated.value && !running.value ? ' outdated' : ''}`}
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan and zoom
        tabIndex={0}
        role="application"
        aria-label={`Map of ${data.depots.length} depots and ${data.customers.length} customers. Arrow keys pan, plus and minus zoom, 0 shows all.`}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event)}
        onPointerLeave={() => gestures.leave()}
        onKeyDown={(event) => {
          const next = viewAfterKey(event.key, view, size, whole);
          if (next) setView(next);
          else if ((event.key === 'Delete' || event.key === 'Backspace') && selected.value) removeSelected();
          else if (event.key === 'Escape') {
            tool.value = 'select';
            selection.value = undefined;
          } else return;
          event.preventDefault();
        }}
      >
        <Drawing places={data} scene={scene} view={view} size={size} selected={selection.value} />
        {pointer && !dragged && <Tooltip at={pointer} size={size} />}
        {world.geographic && tiles.value?.attribution && <p class="attribution">{tiles.value.attribution}</p>}
      </div>
      <Toolbar
        onZoom={(factor) => setView(zoomed(view, size, { x: size.width / 2, y: size.height / 2 }, factor))}
        onFit={() => setView(whole)}
        onRemove={selected.value && removeSelected}
      />
      {picked && picked === selection.value && !dragged && <Details place={picked} onRemove={removeSelected} />}
      {data.depots.length + data.customers.length === 0 && tool.value === 'select' && <EmptyMap />}
    </section>
  );
}

/** The draft with a place where it has been dragged to. */
function moved({ place, at }: { readonly place: PlaceRef; readonly at: Point }) {
  const where = locate(draft.value, place);
  return where ? movePlace(draft.value, where, at) : draft.value;
}

/** The tools lie at the left; where the map is above the panel, as the style sheet has it on a phone, at the top. */
const toolsOnTop = matchMedia('(max-width: 860px)');
const coveredByTools = (): Insets => (toolsOnTop.matches ? { top: 48, left: 0 } : { top: 0, left: 44 });

function EmptyMap() {
  return (
    <div class="empty-map">
      <h2>Start with places</h2>
      <p>Drop a file here, open an example, paste rows from a spreadsheet, or draw.</p>
      <p class="choices">
        <button type="button" class="primary" onClick={() => (dialog.value = 'open')}>
          Open…
        </button>
        <button type="button" onClick={() => (dialog.value = 'paste')}>
          Paste rows…
        </button>
        <button type="button" onClick={() => (tool.value = 'depot')}>
          Draw
        </button>
      </p>
    </div>
  );
}

function removeSelected(): void {
  const place = selected.value;
  if (place) change((current) => removePlace(current, place));
  selection.value = undefined;
  focus.value = undefined;
}

function viewAfterKey(key: string, view: View, size: Size, whole: View): View | undefined {
  const pan = 60 / view.scale;
  const middle = { x: size.width / 2, y: size.height / 2 };
  switch (key) {
    case 'ArrowLeft':
      return { ...view, x: view.x - pan };
    case 'ArrowRight':
      return { ...view, x: view.x + pan };
    case 'ArrowUp':
      return { ...view, y: view.y - pan };
    case 'ArrowDown':
      return { ...view, y: view.y + pan };
    case '+':
    case '=':
      return zoomed(view, size, middle, 1.4);
    case '-':
      return zoomed(view, size, middle, 1 / 1.4);
    case '0':
      return whole;
    default:
      return undefined;
  }
}
