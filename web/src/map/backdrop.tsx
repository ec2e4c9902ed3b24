/** What lies under the marks: the scale, and map tiles where the page has an address for them, or a grid where there is no map at all. */
import {
  drawScaleBar,
  element,
  kilometresPerPixel,
  multiples,
  roundStep,
  type Size,
  screenOf,
  type Theme,
  type Travel,
  text,
  tilesIn,
  type View,
  type World,
} from '../../../src/page.ts';
import { Markup } from '../ui/markup.tsx';

interface BackdropProps {
  readonly world: World;
  readonly view: View;
  readonly size: Size;
  readonly theme: Theme;
  readonly tiles: string | undefined;
  readonly travel: Travel;
  /** The base map lies below. */
  readonly grounded: boolean;
}

export function Backdrop(props: BackdropProps) {
  const { world, view, size, theme, tiles, travel, grounded } = props;
  const isTiled = world.geographic && tiles !== undefined;
  const bar = drawScaleBar(kilometresPerPixel(world, view), travel, { x: 16, y: size.height - 22 }, Math.min(140, size.width / 4), theme);
  return (
    <>
      {isTiled && <Tiles {...props} template={tiles} />}
      <Markup tag="g" markup={isTiled || grounded ? bar : drawGrid(props) + bar} />
    </>
  );
}

/** Pixels from one line of the grid to the next, at least. */
const apart = 90;

function drawGrid({ world, view, size, theme }: BackdropProps): string {
  const { toScreen } = screenOf(view, size);
  const step = roundStep(apart / view.scale);
  const [topLeft, bottomRight] = cornersOf(view, size).map(world.fromWorld);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const label = (value: number, at: object) =>
    text(value.toFixed(digits) + (world.geographic ? '°' : ''), { ...at, 'font-size': 10, fill: theme.faint });
  const line = (d: string) => element('path', { d, stroke: theme.rule, opacity: 0.6 });
  const columns = multiples(topLeft.x, bottomRight.x, step).map((value) => {
    const { x } = toScreen(world.toWorld({ x: value, y: 0 }));
    return line(`M${x.toFixed(1)} 0V${size.height}`) + label(value, { x: x + 3, y: size.height - 5 });
  });
  const rows = multiples(bottomRight.y, topLeft.y, step).map((value) => {
    const { y } = toScreen(world.toWorld({ x: 0, y: value }));
    return line(`M0 ${y.toFixed(1)}H${size.width}`) + label(value, { x: size.width - 5, y: y - 3, 'text-anchor': 'end' });
  });
  return [...columns, ...rows].join('');
}

/** Top left and bottom right of the view, in the world. */
const cornersOf = (view: View, size: Size) =>
  [
    { x: 0, y: 0 },
    { x: size.width, y: size.height },
  ].map(screenOf(view, size).toWorld);

const Tiles = ({ template, view, size }: BackdropProps & { readonly template: string }) => (
  <g>
    {tilesIn(template, view, size).map(({ name, href, at, edge }) => (
      <image key={name} class="tile" href={href} {...at} width={edge + 0.5} height={edge + 0.5} />
    ))}
  </g>
);
