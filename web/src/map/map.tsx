/** The map to work on: it shows the data and the best plan so far, and takes clicks, drags and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { composeScene, type Insets, type Point, type Size, screenOf, themes, type View, wholeView, worldOf } from '../../../src/page.ts';
import { tilesShown } from '../solver/site.ts';
import { change, documentKey, draft, outdated } from '../state/document.ts';
import { type Draft, isEmpty } from '../state/draft.ts';
import { addPlace, locate, movePlace, type PlaceRef, removeRow } from '../state/edits.ts';
import { running, shown } from '../state/run.ts';
import { canAddPlaces, focus, isolated, openDialog, selected, selection, theme, tool } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Drawing } from './drawing.tsx';
import { Details, RouteDetails, Tooltip } from './facts.tsx';
import { type GestureHost, useGestures, zoomed } from './gestures.ts';
import { baseMap } from './ground.tsx';
import { Legend } from './legend.tsx';
import { placeNear, placesIn, routeNear } from './scene.ts';
import { Toolbar } from './toolbar.tsx';
import { useSize } from './use-size.ts';

/** Pixels around a place that still count as the place. */
const reach = { mouse: 5, touch: 16 } as const;
const nothing: readonly never[] = [];

export function PlanningMap() {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [dragged, setDragged] = useState<Dragged | undefined>(undefined);
  const [pointer, setPointer] = useState<Point | undefined>(undefined);
  /** What was clicked here. Its details stay in sight while it is selected. */
  const [picked, setPicked] = useState<PlaceRef | undefined>(undefined);
  const sight = useSight(size, dragged);
  const { data, places, world, scene, view, whole, setView } = sight;
  const gestures = useGestures(frame, hostOf(sight, { dragged, setDragged, setPointer, setPicked }));
  const tiles = tilesShown();
  const attribution = tiles ? tiles.attribution : baseMap.value?.attribution;
  const roads = data.travel.kind === 'matrix' ? data.travel.roads?.attribution : undefined;
  const sources = [roads, attribution].filter(Boolean).join(' · ');
  return (
    <section class="map" aria-label="Map">
      <div
        class={`canvas tool-${tool.value}${outdated.value && !running.value ? ' outdated' : ''}`}
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys pan and zoom
        tabIndex={0}
        role="application"
        aria-label={`Map of ${data.depots.length} depots and ${data.customers.length} customers. Arrow keys pan, plus and minus zoom, 0 shows all.`}
        {...gestures}
        onKeyDown={(event) => {
          const next = viewAfterKey(event.key, view, size, whole);
          if (next) setView(next);
          else if ((event.key === 'Delete' || event.key === 'Backspace') && selected.value) removeSelected();
          else if (event.key === 'Escape') {
            tool.value = 'select';
            selection.value = undefined;
            isolated.value = undefined;
          } else return;
          event.preventDefault();
        }}
      >
        <Drawing places={places} scene={scene} view={view} size={size} selected={selection.value} />
        {pointer && !dragged && <Tooltip at={pointer} size={size} />}
        {world.geographic && sources && <p class="attribution">{sources}</p>}
      </div>
      <Toolbar
        onZoom={(factor) => setView(zoomed(view, size, middleOf(size), factor))}
        onFit={() => setView(whole)}
        onRemove={selected.value && removeSelected}
      />
      {picked && picked === selection.value && !dragged && <Details place={picked} onRemove={removeSelected} />}
      {isolated.value !== undefined && !picked && <RouteDetails index={isolated.value} />}
      <Legend scene={scene} />
      {isEmpty(data) && tool.value === 'select' && <EmptyMap />}
    </section>
  );
}

/** What the map shows, and from where; `whole` is the view of everything. */
function useSight(size: Size, dragged: Dragged | undefined) {
  const [chosen, setView] = useState<View | undefined>(undefined);
  const document = documentKey.value;
  // Another document is shown whole.
  useEffect(() => setView(undefined), [document]);
  const data = dragged ? moved(dragged) : draft.value;
  const places = useMemo(() => placesIn(data), [data]);
  const world = useMemo(() => worldOf(places), [places]);
  const plan = shown.value;
  // Routes of another plan have other numbers.
  useEffect(() => {
    isolated.value = undefined;
  }, [plan]);
  const whole = useMemo(() => wholeView(placesIn(draft.value), size, coveredByTools()), [draft.value, size]);
  const view = chosen ?? whole;
  const scene = useMemo(
    () => composeScene(places, { routes: plan?.routes ?? nothing, open: plan?.open, theme: themes[theme.value], size }),
    [places, plan, theme.value, size],
  );
  return { data, places, world, scene, screen: screenOf(view, size), size, view, whole, setView };
}

/** A place on its way, and where it is now. */
interface Dragged {
  readonly place: PlaceRef;
  readonly at: Point;
}

function moved({ place, at }: Dragged): Draft {
  const where = locate(draft.value, place);
  return where ? movePlace(draft.value, where, at) : draft.value;
}

interface Hand {
  readonly dragged: Dragged | undefined;
  readonly setDragged: (dragged: Dragged | undefined) => void;
  readonly setPointer: (at: Point | undefined) => void;
  readonly setPicked: (place: PlaceRef | undefined) => void;
}

/** What pointers do with the current tool. While places are drawn or dragged, the view stays. */
function hostOf(
  { world, scene, screen, size, view, setView }: ReturnType<typeof useSight>,
  { dragged, setDragged, setPointer, setPicked }: Hand,
): GestureHost {
  const placeAt = (at: Point) => world.fromWorld(screen.toWorld(at));
  const markAt = (at: Point, touch: boolean): PlaceRef | undefined => {
    const mark = placeNear(scene, screen, at, touch ? reach.touch : reach.mouse);
    return mark && { kind: mark.kind, id: mark.id };
  };
  return {
    size,
    view,
    setView,
    grabs(at, touch) {
      const mark = tool.value === 'move' ? markAt(at, touch) : undefined;
      if (mark) selection.value = mark;
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
      const kind = tool.value;
      if (kind === 'select' || kind === 'move') {
        selection.value = markAt(at, touch);
        const route = selection.value ? undefined : routeNear(scene, screen, at, touch ? reach.touch : reach.mouse);
        isolated.value = route?.index;
        setPicked(selection.value);
        setPointer(undefined);
        focus.value = undefined;
      } else if (canAddPlaces()) {
        setView(view);
        change((current) => addPlace(current, kind, placeAt(at)));
      }
    },
    hover(at) {
      const looking = tool.value === 'select' || tool.value === 'move';
      const mark = at && looking ? markAt(at, false) : undefined;
      const route = at && looking && !mark ? routeNear(scene, screen, at, reach.mouse) : undefined;
      focus.value = mark ?? (route && { kind: 'route', index: route.index });
      setPointer(focus.value ? at : undefined);
    },
  };
}

/** The tools cover the left edge; on a phone, where the style sheet puts the map above the panel, the top. */
const toolsOnTop = matchMedia('(max-width: 860px)');
const coveredByTools = (): Insets => (toolsOnTop.matches ? { top: 48, left: 0 } : { top: 0, left: 44 });

function EmptyMap() {
  return (
    <div class="empty-map card">
      <h2>Start with places</h2>
      <p>Drop a file here, open an example, paste rows from a spreadsheet, or draw.</p>
      <p class="row">
        <Button class="primary" onClick={openDialog('open')} text="Open…" />
        <Button onClick={openDialog('paste')} text="Paste rows…" />
        <Button onClick={() => (tool.value = 'depot')} text="Draw" />
      </p>
    </div>
  );
}

function removeSelected(): void {
  const place = selected.value;
  if (place) change((current) => removeRow(current, place));
  selection.value = undefined;
  focus.value = undefined;
}

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

const pans: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-60, 0],
  ArrowRight: [60, 0],
  ArrowUp: [0, -60],
  ArrowDown: [0, 60],
};
const zooms: Readonly<Record<string, number>> = { '+': 1.4, '=': 1.4, '-': 1 / 1.4 };

function viewAfterKey(key: string, view: View, size: Size, whole: View): View | undefined {
  const [pan, zoom] = [pans[key], zooms[key]];
  if (pan) return { ...view, x: view.x + pan[0] / view.scale, y: view.y + pan[1] / view.scale };
  if (zoom) return zoomed(view, size, middleOf(size), zoom);
  return key === '0' ? whole : undefined;
}
