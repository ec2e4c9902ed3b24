/** The three layers of a map: the backdrop; routes and customers; depots and what is pointed at. */
import { useMemo } from 'preact/hooks';
import { themes } from '../../../src/page.ts';
import { focus, theme } from '../state/view.ts';
import { Backdrop } from './backdrop.tsx';
import { Layers } from './layers.tsx';
import { isDimmed, Marks } from './marks.tsx';
import { type Size, screenOf, type View } from './projection.ts';
import { type Places, type Scene, worldOf } from './scene.ts';
import { tiles } from './tiles.ts';

interface DrawingProps {
  readonly places: Places;
  readonly scene: Scene;
  readonly view: View;
  readonly size: Size;
  readonly selected?: { readonly kind: 'depot' | 'customer'; readonly id: string };
  readonly ringed?: ReadonlySet<string>;
}

export function Drawing({ places, scene, view, size, selected, ringed }: DrawingProps) {
  const screen = useMemo(() => screenOf(view, size), [view, size]);
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden="true">
        <Backdrop world={worldOf(places)} view={view} size={size} tiles={tiles.value?.url} travel={places.travel} />
      </svg>
      <Layers scene={scene} screen={screen} size={size} ground={themes[theme.value].field} dimmed={isDimmed(scene, focus.value)} />
      <svg width={size.width} height={size.height} aria-hidden="true">
        <Marks scene={scene} screen={screen} focus={focus.value} selected={selected} ringed={ringed} />
      </svg>
    </>
  );
}
