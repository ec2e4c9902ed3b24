/** The three layers of a map: the backdrop; routes and customers; depots and what is pointed at. */
import { useEffect, useMemo } from 'preact/hooks';
import {
  catchmentsOf,
  drawCatchments,
  type Places,
  type Scene,
  type Size,
  screenOf,
  themes,
  type View,
  worldOf,
} from '../../../src/page.ts';
import { tilesShown } from '../solver/site.ts';
import { catchments, focus, isolated, theme } from '../state/view.ts';
import { Markup } from '../ui/markup.tsx';
import { Backdrop } from './backdrop.tsx';
import { baseMap, Ground, loadBaseMap, useGround } from './ground.tsx';
import { Layers } from './layers.tsx';
import { type Attention, drawMarks, isDimmed } from './marks.ts';

interface DrawingProps extends Omit<Attention, 'focus'> {
  readonly places: Places;
  readonly scene: Scene;
  readonly view: View;
  readonly size: Size;
}

export function Drawing({ places, scene, view, size, selected, ringed }: DrawingProps) {
  const screen = useMemo(() => screenOf(view, size), [view, size]);
  const world = useMemo(() => worldOf(places), [places]);
  const colours = themes[theme.value];
  const tiles = tilesShown()?.url;
  const isGrounded = world.geographic && tiles === undefined;
  useEffect(() => {
    if (isGrounded) void loadBaseMap();
  }, [isGrounded]);
  const ground = useGround(isGrounded ? baseMap.value : undefined, view, size, scene);
  const sheet = { width: size.width, height: size.height };
  const outlines = useMemo(() => (catchments.value ? catchmentsOf(scene) : []), [scene, catchments.value]);
  const pointed = focus.value ?? (isolated.value === undefined ? undefined : { kind: 'route' as const, index: isolated.value });
  const marks = drawMarks(scene, screen, size, colours, { focus: pointed, selected, ringed });
  return (
    <>
      {ground && <Ground drawing={ground} view={view} size={size} theme={colours} />}
      <svg {...sheet} aria-hidden="true">
        <Backdrop
          world={world}
          view={view}
          size={size}
          theme={colours}
          tiles={tiles}
          travel={places.travel}
          grounded={ground !== undefined}
        />
      </svg>
      {outlines.length > 0 && <Markup tag="svg" {...sheet} aria-hidden="true" markup={drawCatchments(outlines, screen.toScreen)} />}
      <Layers scene={scene} screen={screen} size={size} ground={colours.field} dimmed={isDimmed(scene, pointed)} />
      <Markup tag="svg" {...sheet} aria-hidden="true" markup={marks} />
    </>
  );
}
