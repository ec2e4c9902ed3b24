/** Land, water, borders and towns, on a canvas below all else. They come with the page and are fetched once a map needs them. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import worldUrl from '../../../maps/world.bin?url';
import {
  type BaseDrawing,
  type BaseMap,
  basePaints,
  decodeBaseMap,
  namedMarks,
  type Scene,
  type Size,
  screenOf,
  type Theme,
  townOpacity,
  type View,
} from '../../../src/page.ts';

export const baseMap = signal<BaseMap | undefined>(undefined);

let loading: Promise<void> | undefined;

/** Without it, maps have a grid. */
export function loadBaseMap(): Promise<void> {
  loading ??= fetch(worldUrl)
    .then(async (response) => {
      if (response.ok) baseMap.value = await decodeBaseMap(new Uint8Array(await response.arrayBuffer()));
    })
    .catch(() => {
      loading = undefined;
    });
  return loading;
}

export interface GroundDrawing {
  readonly paths: readonly { readonly layer: BaseDrawing['paths'][number]['layer']; readonly path: Path2D }[];
  readonly towns: BaseDrawing['towns'];
  /** Where it has been drawn for, four times as large as the view. */
  readonly anchor: View;
}

/** Drawn anew when the scale changes, or when the view has moved by its own width or height. */
export function useGround(base: BaseMap | undefined, view: View, size: Size, scene: Scene): GroundDrawing | undefined {
  const { scale } = view;
  const near = (at: number, length: number) => (Math.round((at * scale) / length) * length) / scale;
  const [x, y] = [near(view.x, size.width), near(view.y, size.height)];
  return useMemo(() => {
    const anchor = { x, y, scale };
    const large = { width: 2 * size.width, height: 2 * size.height };
    const drawing = base?.compose(anchor, large, namedMarks(scene).map(screenOf(anchor, large).toScreen));
    return drawing && { anchor, towns: drawing.towns, paths: drawing.paths.map(({ layer, d }) => ({ layer, path: new Path2D(d) })) };
  }, [base, scale, x, y, size, scene]);
}

interface GroundProps {
  readonly drawing: GroundDrawing;
  readonly view: View;
  readonly size: Size;
  readonly theme: Theme;
}

export function Ground({ drawing, view, size, theme }: GroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current && cleared(canvas.current, size);
    if (!context) return;
    context.fillStyle = theme.water;
    context.fillRect(0, 0, size.width, size.height);
    const { anchor, paths, towns } = drawing;
    context.translate((anchor.x - view.x) * view.scale - size.width / 2, (anchor.y - view.y) * view.scale - size.height / 2);
    const paints = basePaints(theme);
    context.lineJoin = 'round';
    for (const { layer, path } of paths) {
      const { fill, stroke, width, dash = [] } = paints[layer];
      context.setLineDash(dash);
      context.strokeStyle = stroke;
      context.lineWidth = width;
      if (fill) {
        context.fillStyle = fill;
        context.fill(path, 'evenodd');
      }
      context.stroke(path);
    }
    context.fillStyle = theme.faint;
    context.globalAlpha = townOpacity;
    for (const { name, dot, at, anchor: align, size: height } of towns) {
      context.font = `${height}px ${getComputedStyle(document.body).fontFamily}`;
      context.textAlign = align === 'middle' ? 'center' : align;
      context.fillText(name, at.x, at.y);
      context.fillRect(dot.x - 1, dot.y - 1, 2.5, 2.5);
    }
  }, [drawing, view, size, theme]);
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus
  return <canvas aria-hidden="true" ref={canvas} class="ground" style={{ width: `${size.width}px`, height: `${size.height}px` }} />;
}

/** An empty canvas of this size, in pixels of the page. */
export function cleared(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, size.width, size.height);
  return context;
}
