/** The map one works on: it shows the data and the best plan so far, and takes clicks, drags and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { change, draft, opened } from '../state/document.ts';
import { addPlace, movePlace, type PlaceRef, type Point, placesOf, removePlace } from '../state/edits.ts';
import { outdated, running, shown } from '../state/run.ts';
import { dialog, focus, notice, selection, theme, tool } from '../state/view.ts';
import { Backdrop } from './backdrop.tsx';
import { type GestureHost, Gestures } from './gestures.ts';
import { Marks } from './marks.tsx';
import { type Insets, type Size, screenOf, type View, zoomed } from './projection.ts';
import { composeScene, placeNear, wholeView, worldOf } from './scene.ts';
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

  const document = opened.value;
  // Another document is looked at anew.
  useEffect(() => setView(undefined), [document]);

  const data = dragged ? movePlace(draft.value, dragged.place, dragged.at) : draft.value;
  const plan = shown.value;
  const whole = useMemo(() => wholeView(draft.value, size, coveredByTools(size)), [draft.value, size]);
  const view = chosen ?? whole;
  const world = worldOf(data);
  const scene = useMemo(
    () => composeScene(data, { routes: plan?.routes ?? nothing, open: plan?.open, theme: theme.value, view, size }),
    [data, plan, theme.value, view, size],
  );
  const placeAt = (at: Point) => world.fromWorld(screenOf(view, size).toWorld(at));

  const host: GestureHost = {
    size,
    view,
    setView,
    grabs(at, touch) {
      if (tool.value !== 'select') return false;
      const mark = placeNear(scene, at, touch ? reach.touch : reach.mouse);
      // A finger means to pan, unless it has chosen the place before.
      if (!mark || (touch && !sameRef(mark, selection.value))) return false;
      selection.value = { kind: mark.kind, index: mark.index };
      return true;
    },
    dragTo(at) {
      setView(view);
      if (selection.value) setDragged({ place: selection.value, at: placeAt(at) });
    },
    drop() {
      if (dragged) change((current) => movePlace(current, dragged.place, dragged.at));
      setDragged(undefined);
    },
    click(at, touch) {
      if (tool.value === 'select') {
        const mark = placeNear(scene, at, touch ? reach.touch : reach.mouse);
        selection.value = mark && { kind: mark.kind, index: mark.index };
        if (touch) focus.value = mark && { kind: mark.kind, id: mark.id };
        setPointer(touch && mark ? at : undefined);
      } else if (draft.value.travel.kind === 'matrix')
        notice.value = 'Distances are given by a matrix, which knows no new places. Choose straight lines under Data first.';
      else draw(tool.value, placeAt(at));
    },
    hover(at, target) {
      const mark = at && tool.value === 'select' ? placeNear(scene, at, reach.mouse) : undefined;
      const route = target instanceof SVGElement ? target.dataset.route : undefined;
      focus.value = mark
        ? { kind: mark.kind, id: mark.id }
        : route !== undefined && at
          ? { kind: 'route', index: Number(route) }
          : undefined;
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

  const selected = selection.value && placesOf(draft.value, selection.value.kind)[selection.value.index];
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
          else if ((event.key === 'Delete' || event.key === 'Backspace') && selection.value) removeSelected(selection.value);
          else if (event.key === 'Escape') tool.value = 'select';
          else return;
          event.preventDefault();
        }}
      >
        <svg width={size.width} height={size.height} aria-hidden="true">
          <Backdrop world={world} view={view} size={size} tiles={tiles.value?.url} travel={data.travel} />
          <Marks scene={scene} focus={focus.value} selected={selected && selection.value && `${selection.value.kind}:${selected.id}`} />
        </svg>
        {pointer && !dragged && <Tooltip at={pointer} size={size} />}
        {world.geographic && tiles.value?.attribution && <p class="attribution">{tiles.value.attribution}</p>}
      </div>
      <Toolbar
        onZoom={(factor) => setView(zoomed(view, size, { x: size.width / 2, y: size.height / 2 }, factor))}
        onFit={() => setView(whole)}
        onRemove={selection.value && (() => selection.value && removeSelected(selection.value))}
      />
      {data.depots.length + data.customers.length === 0 && tool.value === 'select' && <EmptyMap />}
    </section>
  );
}

/** The tools lie at the left, on a narrow map at the top. */
const coveredByTools = ({ width }: Size): Insets => (width < 600 ? { top: 48, left: 0 } : { top: 0, left: 44 });

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

function removeSelected(place: PlaceRef): void {
  change((current) => removePlace(current, place));
  selection.value = undefined;
  focus.value = undefined;
}

const sameRef = (a: PlaceRef, b: PlaceRef | undefined) => a.kind === b?.kind && a.index === b.index;

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
