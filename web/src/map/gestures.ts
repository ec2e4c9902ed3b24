/** Pointers on the map: drag to pan, wheel or two fingers to zoom, click to select or draw. With the tool to move places, a drag moves one. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Point, type Size, screenOf, type View } from '../../../src/page.ts';

/** Zooms by a factor around a point of the screen, which stays where it is. */
export function zoomed(view: View, size: Size, at: Point, factor: number): View {
  const scale = Math.min(1e9, Math.max(1e-9, view.scale * factor));
  const fixed = screenOf(view, size).toWorld(at);
  return { scale, x: fixed.x - (at.x - size.width / 2) / scale, y: fixed.y - (at.y - size.height / 2) / scale };
}

/** Pixels that a pointer may move and still click. */
const steady = 4;

export interface GestureHost {
  readonly size: Size;
  readonly view: View;
  /** Whether a drag that starts here moves a place instead of the map. */
  grabs(at: Point, touch: boolean): boolean;
  setView(view: View): void;
  dragTo(at: Point): void;
  drop(): void;
  click(at: Point, touch: boolean): void;
  hover(at: Point | undefined): void;
}

/** Pointers that are down, and what they are doing since. */
interface Contact {
  readonly pointers: Map<number, Point>;
  drag?: { readonly start: Point; readonly view: View; readonly grabbed: boolean; moved: boolean };
  pinch?: { readonly distance: number; readonly view: View };
}

/** Handlers for an element on which pointers move. */
export function useGestures(frame: RefObject<HTMLElement | null>, host: GestureHost) {
  const { current: contact } = useRef<Contact>({ pointers: new Map() });
  const { size, view, setView } = host;
  const wheel = useRef((_: WheelEvent) => {});
  wheel.current = (event) => {
    event.preventDefault();
    setView(zoomed(view, size, pointOf(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018))));
  };
  useEffect(() => {
    const { current } = frame;
    const listener = (event: WheelEvent) => wheel.current(event);
    // Added by hand: only a listener that is not passive can keep the page from scrolling.
    current?.addEventListener('wheel', listener, { passive: false });
    return () => current?.removeEventListener('wheel', listener);
  }, [frame]);

  const pinch = (from: NonNullable<Contact['pinch']>) => {
    const { middle, distance } = spreadOf(contact);
    setView(zoomed(from.view, size, middle, distance / from.distance));
  };
  const drag = (from: NonNullable<Contact['drag']>, at: Point) => {
    const [dx, dy] = [at.x - from.start.x, at.y - from.start.y];
    from.moved ||= Math.hypot(dx, dy) > steady;
    const { x, y, scale } = from.view;
    if (from.moved && from.grabbed) host.dragTo(at);
    else if (from.moved) setView({ scale, x: x - dx / scale, y: y - dy / scale });
  };
  const up = (event: PointerEvent) => {
    if (!contact.pointers.delete(event.pointerId)) return;
    const { drag: from } = contact;
    contact.drag = undefined;
    if (contact.pointers.size < 2) contact.pinch = undefined;
    if (from?.moved && from.grabbed) host.drop();
    else if (from && !from.moved && event.type === 'pointerup') host.click(from.start, event.pointerType === 'touch');
  };
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0 || !(event.currentTarget instanceof Element)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = pointOf(event);
      contact.pointers.set(event.pointerId, at);
      const isPinch = contact.pointers.size === 2;
      contact.drag = isPinch ? undefined : { start: at, view, grabbed: host.grabs(at, event.pointerType === 'touch'), moved: false };
      if (isPinch) contact.pinch = { distance: spreadOf(contact).distance, view };
    },
    onPointerMove(event: PointerEvent): void {
      const at = pointOf(event);
      if (!contact.pointers.has(event.pointerId)) host.hover(at);
      else {
        contact.pointers.set(event.pointerId, at);
        if (contact.pinch) pinch(contact.pinch);
        else if (contact.drag) drag(contact.drag, at);
      }
    },
    ...{ onPointerUp: up, onPointerCancel: up },
    onPointerLeave: () => host.hover(undefined),
  };
}

/** Of the two pointers of a pinch. */
function spreadOf({ pointers }: Contact): { readonly distance: number; readonly middle: Point } {
  const [a, b] = pointers.values();
  return { distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}

function pointOf(event: MouseEvent): Point {
  const { left, top } = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : { left: 0, top: 0 };
  return { x: event.clientX - left, y: event.clientY - top };
}
