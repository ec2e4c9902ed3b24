/** Routes and customers, which may be thousands, on a canvas: SVG would take far longer to draw them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { byColour, type Point, type Scene, type Screen, type Size } from '../../../src/page.ts';
import { cleared } from './ground.tsx';

interface LayersProps {
  readonly scene: Scene;
  readonly screen: Screen;
  readonly size: Size;
  /** Colour of the ground, which outlines dots. */
  readonly ground: string;
  /** Something else is pointed at. */
  readonly dimmed: boolean;
}

export function Layers({ scene, screen, size, ground, dimmed }: LayersProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current && cleared(canvas.current, size);
    if (!context) return;
    drawRoutes(context, scene, screen);
    drawCustomers(context, scene, screen, ground);
  }, [scene, screen, size, ground]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the tables hold what it shows
    <canvas
      aria-hidden="true"
      ref={canvas}
      class={dimmed ? 'layers dimmed' : 'layers'}
      style={{ width: `${size.width}px`, height: `${size.height}px` }}
      data-customers={scene.customers.length}
      data-routes={scene.routes.length}
    />
  );
}

/** One path per colour, since each stroke is costly. */
function drawRoutes(context: CanvasRenderingContext2D, { routes, stroke }: Scene, { toScreen }: Screen): void {
  context.lineJoin = 'round';
  for (const [colour, own] of byColour(routes)) {
    context.strokeStyle = colour;
    context.globalAlpha = 0.45;
    context.lineWidth = stroke * 0.75;
    context.beginPath();
    for (const { home, points, line } of own) if (!line) trace(context, [points[0], home, points[points.length - 1]].map(toScreen));
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = stroke;
    context.beginPath();
    for (const { points, line = points } of own) trace(context, line.map(toScreen));
    context.stroke();
  }
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  for (const [k, { x, y }] of points.entries())
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
}

function drawCustomers(context: CanvasRenderingContext2D, { customers }: Scene, { toScreen }: Screen, ground: string): void {
  for (const [colour, own] of byColour(customers)) {
    const [{ outline }] = own;
    context.fillStyle = colour;
    context.strokeStyle = outline ?? ground;
    context.lineWidth = outline ? 1.75 : 1;
    context.beginPath();
    for (const { at, radius } of own) {
      const { x, y } = toScreen(at);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
    // Thousands of dots are too small for an outline.
    if (outline || customers.length <= 1000) context.stroke();
  }
}
