/** A small picture of the places of an example. */
import { useEffect, useState } from 'preact/hooks';
import { type Instance, readInstance } from '../../../src/page.ts';
import { screenOf } from '../map/projection.ts';
import { composeScene, type Scene, wholeView } from '../map/scene.ts';
import { theme } from '../state/view.ts';
import { loadExample } from './gallery.ts';

const size = { width: 200, height: 112 } as const;

export function Thumbnail({ example }: { readonly example: string }) {
  const [instance, setInstance] = useState<Instance | undefined>(undefined);
  useEffect(() => {
    let current = true;
    void loadExample(example).then((files) => current && setInstance(readInstance(files)));
    return () => {
      current = false;
    };
  }, [example]);
  const scene: Scene | undefined = instance && composeScene(instance, { routes: [], open: undefined, theme: theme.value, size });
  const { toScreen } = screenOf(instance ? wholeView(instance, size, undefined, 14) : { x: 0, y: 0, scale: 1 }, size);
  return (
    <svg class="thumbnail" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {scene?.customers.map(({ id, at, radius, colour }) => {
        const { x, y } = toScreen(at);
        return <circle key={id} cx={x} cy={y} r={radius * 0.55} fill={colour} opacity="0.75" />;
      })}
      {scene?.depots.map(({ id, at, colour }) => {
        const { x, y } = toScreen(at);
        return <rect key={id} x={x - 4.5} y={y - 4.5} width="9" height="9" rx="1.500" fill={colour} />;
      })}
    </svg>
  );
}
