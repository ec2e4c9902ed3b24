/** What is drawn over routes and customers: depots, and whatever is pointed at, selected or ringed. Shape tells the state as well as colour. */
import { useMemo } from 'preact/hooks';
import { shortenName } from '../../../src/page.ts';
import type { Point } from '../state/edits.ts';
import type { Focus } from '../state/view.ts';
import type { Screen } from './projection.ts';
import type { DepotMark, Mark, Scene } from './scene.ts';

/** More names than this hide what they name. */
const namedDepots = 40;
const longestName = 22;

interface MarksProps {
  readonly scene: Scene;
  readonly screen: Screen;
  readonly focus: Focus | undefined;
  readonly selected?: { readonly kind: Mark['kind']; readonly id: string };
  /** Customers to point out. */
  readonly ringed?: ReadonlySet<string>;
}

/** A depot that serves nobody has no routes to highlight among the others. */
export const isDimmed = ({ routes }: Scene, focus: Focus | undefined): boolean =>
  focus !== undefined && (focus.kind !== 'depot' || routes.some(({ depot }) => depot === focus.id));

export function Marks({ scene, screen, focus, selected, ringed }: MarksProps) {
  const rings = useMemo(() => ringed && scene.customers.filter(({ id }) => ringed.has(id)), [scene, ringed]);
  const chosen = selected && (selected.kind === 'depot' ? scene.depots : scene.customers).find(({ id }) => id === selected.id);
  return (
    <g class="marks">
      {rings && (
        <g class="rings">
          {rings.map((mark) => (
            <Ring key={mark.id} mark={mark} screen={screen} air={2.5} />
          ))}
        </g>
      )}
      <Pointed scene={scene} screen={screen} focus={focus} />
      <DepotShapes depots={scene.depots} screen={screen} focus={focus} />
      {chosen && <Ring mark={chosen} screen={screen} air={chosen.kind === 'depot' ? 8 : 5} kind="selected" />}
    </g>
  );
}

interface RingProps {
  readonly mark: Mark;
  readonly screen: Screen;
  readonly air: number;
  readonly kind?: string;
}

function Ring({ mark, screen, air, kind = 'ring' }: RingProps) {
  const { x, y } = screen.toScreen(mark.at);
  return <circle class={kind} cx={x} cy={y} r={mark.radius + air} />;
}

/** What is pointed at, over everything else. */
function Pointed({ scene, screen, focus }: { readonly scene: Scene; readonly screen: Screen; readonly focus: Focus | undefined }) {
  if (!focus) return null;
  const { routes, customers, stroke } = scene;
  const customer = focus.kind === 'customer' ? customers.find(({ id }) => id === focus.id) : undefined;
  const lit = routes.filter(({ index, depot }) =>
    focus.kind === 'route' ? index === focus.index : focus.kind === 'depot' && depot === focus.id,
  );
  const stops = new Set(lit.flatMap((route) => route.stops));
  const path = (points: readonly Point[]) => pathThrough(points.map(screen.toScreen));
  return (
    <g class="pointed">
      {lit.map(({ index, colour, home, points }) => (
        <g key={index} fill="none" stroke={colour} stroke-width={Math.max(2, stroke * 1.7)} stroke-linejoin="round">
          <path d={path([points[0], home, points[points.length - 1]])} stroke-dasharray="2 4" />
          <path d={path(points)} />
        </g>
      ))}
      {[...customers.filter(({ id }) => stops.has(id)), ...(customer ? [customer] : [])].map(({ id, at, radius, colour }) => {
        const { x, y } = screen.toScreen(at);
        return <circle key={id} class="customer" cx={x} cy={y} r={radius} fill={colour} />;
      })}
      {customer && <Ring mark={customer} screen={screen} air={4} />}
    </g>
  );
}

const pathThrough = (points: readonly Point[]): string =>
  points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

interface DepotShapesProps {
  readonly depots: readonly DepotMark[];
  readonly screen: Screen;
  readonly focus: Focus | undefined;
}

function DepotShapes({ depots, screen, focus }: DepotShapesProps) {
  const named = depots.length <= namedDepots;
  // Open depots last, so that no closed one at the same place covers them.
  const order = depots.toSorted((a, b) => Number(a.state === 'open') - Number(b.state === 'open'));
  return (
    <g class="depots">
      {order.map(({ id, label, at, radius, colour, state, locked }) => {
        const isPointed = focus?.kind === 'depot' && focus.id === id;
        const half = isPointed ? radius + 2 : radius;
        const { x, y } = screen.toScreen(at);
        return (
          <g key={id} class={`depot ${state}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <rect x={-half} y={-half} width={2 * half} height={2 * half} rx="2.5" fill={state === 'open' ? colour : undefined} />
            {state === 'closed' && <path class="cross" d={`M${-half / 2} ${-half / 2}l${half} ${half}m0 ${-half}l${-half} ${half}`} />}
            {locked && <path class="lock" d="M-3 0h6v4.500h-6zM-1.800 0v-1.600a1.800 1.800 0 0 1 3.600 0v1.600" />}
            {(named || isPointed) && (
              <text y={half + 12} text-anchor="middle">
                {shortenName(label, longestName)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
