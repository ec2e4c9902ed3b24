/** Pointers on the map: drag to pan, wheel or two fingers to zoom, click to select or draw. With the tool to move places, a drag moves one. */
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

interface Gesture {
  readonly start: Point;
  readonly view: View;
  readonly grabbed: boolean;
  moved: boolean;
}

export class Gestures {
  private readonly pointers = new Map<number, Point>();
  private gesture: Gesture | undefined;
  private pinch: { readonly distance: number; readonly view: View } | undefined;

  /** The host is fetched at every event, since it changes with every render. */
  constructor(private readonly host: () => GestureHost) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || !(event.currentTarget instanceof Element)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointOf(event);
    this.pointers.set(event.pointerId, at);
    const { grabs, view } = this.host();
    if (this.pointers.size === 2) {
      this.gesture = undefined;
      this.pinch = { distance: this.spread(), view };
    } else this.gesture = { start: at, view, grabbed: grabs(at, event.pointerType === 'touch'), moved: false };
  }

  move(event: PointerEvent): void {
    const at = pointOf(event);
    if (!this.pointers.has(event.pointerId)) this.host().hover(at);
    else {
      this.pointers.set(event.pointerId, at);
      if (this.pinch) this.zoomWith(this.pinch);
      else if (this.gesture) this.follow(this.gesture, at);
    }
  }

  up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const { gesture } = this;
    if (this.pointers.size < 2) this.pinch = undefined;
    this.gesture = undefined;
    if (!gesture) return;
    const host = this.host();
    if (gesture.moved && gesture.grabbed) host.drop();
    else if (!gesture.moved && event.type === 'pointerup') host.click(gesture.start, event.pointerType === 'touch');
  }

  leave(): void {
    this.host().hover(undefined);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const { view, size, setView } = this.host();
    setView(zoomed(view, size, pointOf(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018))));
  }

  private zoomWith({ view, distance }: { readonly view: View; readonly distance: number }): void {
    const { setView, size } = this.host();
    setView(zoomed(view, size, this.middle(), this.spread() / distance));
  }

  private follow(gesture: Gesture, at: Point): void {
    const { dragTo, setView } = this.host();
    const [dx, dy] = [at.x - gesture.start.x, at.y - gesture.start.y];
    gesture.moved ||= Math.hypot(dx, dy) > steady;
    if (!gesture.moved) return;
    const { x, y, scale } = gesture.view;
    if (gesture.grabbed) dragTo(at);
    else setView({ scale, x: x - dx / scale, y: y - dy / scale });
  }

  private spread(): number {
    const [a, b] = this.pointers.values();
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  }

  private middle(): Point {
    const [a, b] = this.pointers.values();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}

function pointOf(event: MouseEvent): Point {
  const { left, top } = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : { left: 0, top: 0 };
  return { x: event.clientX - left, y: event.clientY - top };
}
