/** What is drawn over routes and customers: depots, names, and whatever is pointed at, selected or ringed. */
import {
  drawCustomers,
  drawDepots,
  drawLabels,
  drawRouteSigns,
  drawRoutes,
  drawStopNumbers,
  element,
  type Scene,
  type Screen,
  type Size,
  type Theme,
} from '../../../src/page.ts';
import type { PlaceRef } from '../state/edits.ts';
import type { Focus } from '../state/view.ts';
import type { PlaceMark } from './scene.ts';

export interface Attention {
  readonly focus: Focus | undefined;
  readonly selected?: PlaceRef;
  /** Customers to point out. */
  readonly ringed?: ReadonlySet<string>;
}

/** A depot that serves nobody has no routes to highlight among the others. */
export const isDimmed = ({ routes }: Scene, focus: Focus | undefined): boolean =>
  focus !== undefined && (focus.kind !== 'depot' || routes.some(({ depot }) => depot === focus.id));

export function drawMarks(scene: Scene, { toScreen }: Screen, size: Size, theme: Theme, { focus, selected, ringed }: Attention): string {
  const ring = ({ at, radius }: PlaceMark, air: number, kind = 'ring') => {
    const { x, y } = toScreen(at);
    return element('circle', { class: kind, cx: x, cy: y, r: radius + air });
  };
  const marksOf = (place: Focus | undefined): readonly PlaceMark[] => {
    if (place === undefined || place.kind === 'route') return [];
    return (place.kind === 'depot' ? scene.depots : scene.customers).filter(({ id }) => id === place.id);
  };
  const lit = scene.routes.filter(({ index, depot }) =>
    focus?.kind === 'route' ? index === focus.index : focus?.kind === 'depot' && depot === focus.id,
  );
  const stops = new Set(lit.flatMap((route) => route.stops));
  const pointed = marksOf(focus);
  const customers = lit.length > 0 ? scene.customers.filter(({ id }) => stops.has(id)) : pointed.filter((mark) => mark.kind === 'customer');
  const rings = ringed ? scene.customers.filter(({ id }) => ringed.has(id)).map((mark) => ring(mark, 2.5)) : [];
  return [
    element('g', { class: 'rings' }, ...rings),
    drawRoutes(lit, toScreen, Math.max(2, scene.stroke * 1.7)),
    drawCustomers({ customers, stroke: scene.stroke }, toScreen, theme),
    drawDepots(scene.depots, toScreen, theme),
    drawRouteSigns(lit.length > 0 ? lit : scene.routes, toScreen, size, theme),
    drawStopNumbers(lit.length > 0 ? lit : scene.routes, toScreen, size, theme),
    drawLabels(scene, toScreen, size.width, theme),
    ...pointed.map((mark) => ring(mark, 4)),
    ...marksOf(selected).map((mark) => ring(mark, mark.kind === 'depot' ? 8 : 5, 'selected')),
  ].join('');
}
