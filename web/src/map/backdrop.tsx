/** What lies under the marks: a grid with its coordinates, or map tiles where the page has an address for them. */
import { chooseScaleBar, type Travel } from '../../../src/page.ts';
import { niceStep, type Size, screenOf, type View, type World } from './projection.ts';

interface BackdropProps {
  readonly world: World;
  readonly view: View;
  readonly size: Size;
  readonly tiles: string | undefined;
  readonly travel: Travel;
}

export function Backdrop(props: BackdropProps) {
  const { world, tiles } = props;
  return (
    <g class="backdrop">
      {world.geographic && tiles ? <Tiles {...props} template={tiles} /> : <Grid {...props} />}
      <ScaleBar {...props} />
    </g>
  );
}

function Grid({ world, view, size }: BackdropProps) {
  const screen = screenOf(view, size);
  const step = niceStep(view.scale, 90);
  const [topLeft, bottomRight] = cornersOf(view, size).map(world.fromWorld);
  const xs = multiples(topLeft.x, bottomRight.x, step);
  const ys = multiples(bottomRight.y, topLeft.y, step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const label = (value: number) => value.toFixed(digits) + (world.geographic ? '°' : '');
  return (
    <g class="grid">
      {xs.map((value) => {
        const { x } = screen.toScreen(world.toWorld({ x: value, y: 0 }));
        return (
          <g key={`x${value}`}>
            <path d={`M${x.toFixed(1)} 0V${size.height}`} />
            <text x={x + 3} y={size.height - 5}>
              {label(value)}
            </text>
          </g>
        );
      })}
      {ys.map((value) => {
        const { y } = screen.toScreen(world.toWorld({ x: 0, y: value }));
        return (
          <g key={`y${value}`}>
            <path d={`M0 ${y.toFixed(1)}H${size.width}`} />
            <text x={size.width - 5} y={y - 3} text-anchor="end">
              {label(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Top left and bottom right of the view, in the world. */
const cornersOf = (view: View, size: Size) =>
  [
    { x: 0, y: 0 },
    { x: size.width, y: size.height },
  ].map(screenOf(view, size).toWorld);

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.min(60, Math.floor(to / step) - first + 1)) }, (_, k) => (first + k) * step);
}

/** Squares of 256 pixels, 2^z of them around the globe. */
const tileSize = 256;

function Tiles({ template, view, size }: BackdropProps & { readonly template: string }) {
  const zoom = Math.max(0, Math.min(19, Math.round(Math.log2((view.scale * 360) / tileSize))));
  const around = 2 ** zoom;
  const edge = (360 / around) * view.scale;
  const screen = screenOf(view, size);
  const tileAt = (degrees: number) => Math.floor(((degrees + 180) / 360) * around);
  const [from, to] = cornersOf(view, size).map(({ x, y }) => ({ x: tileAt(x), y: tileAt(y) }));
  const tiles = [];
  for (let y = Math.max(0, from.y); y <= Math.min(around - 1, to.y); y++)
    for (let x = from.x; x <= to.x; x++) {
      const at = screen.toScreen({ x: (x / around) * 360 - 180, y: (y / around) * 360 - 180 });
      const column = ((x % around) + around) % around;
      const href = template.replace('{z}', String(zoom)).replace('{x}', String(column)).replace('{y}', String(y));
      tiles.push(<image key={`${zoom}/${x}/${y}`} class="tile" href={href} x={at.x} y={at.y} width={edge + 0.5} height={edge + 0.5} />);
    }
  return <g>{tiles}</g>;
}

const kilometresPerDegree = 111.195;

function ScaleBar({ world, view, size, travel }: BackdropProps) {
  if (!world.geographic || travel.kind !== 'great-circle') return null;
  const latitude = world.fromWorld({ x: 0, y: view.y }).y;
  const kilometresPerPixel = (kilometresPerDegree * Math.cos((latitude * Math.PI) / 180)) / view.scale;
  const { length, label } = chooseScaleBar(kilometresPerPixel, travel.unit, Math.min(140, size.width / 4));
  const [left, bottom] = [16, size.height - 22];
  return (
    <g class="scale-bar">
      <path d={`M${left} ${bottom - 6}v6h${length}v-6`} />
      <text x={left + length / 2} y={bottom - 5} text-anchor="middle">
        {label}
      </text>
    </g>
  );
}
