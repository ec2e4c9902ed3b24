/** A small picture of the places of an example. */
import { useEffect, useState } from 'preact/hooks';
import { composeScene, drawCustomers, drawDepots, type Instance, readInstance, screenOf, themes, wholeView } from '../../../src/page.ts';
import { theme } from '../state/view.ts';
import { Markup } from '../ui/markup.tsx';
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
  const markup = instance ? picture(instance) : '';
  return <Markup tag="svg" class="thumbnail" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" markup={markup} />;
}

function picture(instance: Instance): string {
  const colours = themes[theme.value];
  const scene = composeScene(instance, { routes: [], open: undefined, theme: colours, size });
  const { toScreen } = screenOf(wholeView(instance, size, undefined, 14), size);
  return drawCustomers(scene, toScreen, colours) + drawDepots(scene.depots, toScreen, colours);
}
