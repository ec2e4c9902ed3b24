/** Routes, customers and depots as SVG. State is told by shape as well as by colour. */
import { useMemo } from 'preact/hooks';
import type { Focus } from '../state/view.ts';
import type { DepotMark, Scene } from './scene.ts';

/** More names than this hide what they name. */
const namedDepots = 40;

interface MarksProps {
  readonly scene: Scene;
  readonly focus: Focus | undefined;
  readonly selected?: string;
  /** Customers to point out. */
  readonly ringed?: ReadonlySet<string>;
}

/** Layers are made once a scene; what is pointed at is drawn over them. */
export function Marks({ scene, focus, selected, ringed }: MarksProps) {
  const layers = useMemo(() => <Layers scene={scene} />, [scene]);
  const rings = useMemo(() => ringed && <Rings scene={scene} ids={ringed} />, [scene, ringed]);
  // A depot that serves nobody leaves nothing to be lit among the others.
  const dimmed = focus !== undefined && (focus.kind !== 'depot' || scene.routes.some(({ depot }) => depot === focus.id));
  return (
    <g class={dimmed ? 'marks dimmed' : 'marks'}>
      {layers}
      {rings}
      <Lit scene={scene} focus={focus} />
      <DepotShapes depots={scene.depots} selected={selected} focus={focus} />
      <Selected scene={scene} id={selected} />
    </g>
  );
}

function Layers({ scene: { routes, customers, stroke } }: { readonly scene: Scene }) {
  return (
    <g class="layers">
      {routes.map(({ index, colour, tour, ends }) => (
        <g key={index} fill="none" stroke={colour} stroke-width={stroke} stroke-linejoin="round">
          <path class="way-home" d={ends} stroke-dasharray="2 4" />
          <path d={tour} />
          <path class="reach" data-route={index} d={tour + ends} />
        </g>
      ))}
      {customers.map(({ id, at, radius, colour }) => (
        <circle key={id} class="customer" cx={at.x} cy={at.y} r={radius} fill={colour} />
      ))}
    </g>
  );
}

/** What is pointed at, over everything else. */
function Lit({ scene, focus }: { readonly scene: Scene; readonly focus: Focus | undefined }) {
  if (!focus) return null;
  const { routes, customers, stroke } = scene;
  const customer = focus.kind === 'customer' ? customers.find(({ id }) => id === focus.id) : undefined;
  const lit = routes.filter(({ index, depot }) =>
    focus.kind === 'route' ? index === focus.index : focus.kind === 'depot' && depot === focus.id,
  );
  const stops = new Set(lit.flatMap((route) => route.stops));
  return (
    <g class="lit">
      {lit.map(({ index, colour, tour, ends }) => (
        <g key={index} fill="none" stroke={colour} stroke-width={stroke * 1.7} stroke-linejoin="round">
          <path d={ends} stroke-dasharray="2 4" />
          <path d={tour} />
        </g>
      ))}
      {stops.size > 0 &&
        customers
          .filter(({ id }) => stops.has(id))
          .map(({ id, at, radius, colour }) => <circle key={id} class="customer" cx={at.x} cy={at.y} r={radius} fill={colour} />)}
      {customer && (
        <>
          <circle class="customer" cx={customer.at.x} cy={customer.at.y} r={customer.radius} fill={customer.colour} />
          <circle class="ring" cx={customer.at.x} cy={customer.at.y} r={customer.radius + 4} />
        </>
      )}
    </g>
  );
}

function Rings({ scene: { customers }, ids }: { readonly scene: Scene; readonly ids: ReadonlySet<string> }) {
  return (
    <g class="rings">
      {customers
        .filter(({ id }) => ids.has(id))
        .map(({ id, at, radius }) => (
          <circle key={id} class="ring" cx={at.x} cy={at.y} r={radius + 2.5} />
        ))}
    </g>
  );
}

interface DepotShapesProps {
  readonly depots: readonly DepotMark[];
  readonly selected: string | undefined;
  readonly focus: Focus | undefined;
}

function DepotShapes({ depots, focus }: DepotShapesProps) {
  const named = depots.length <= namedDepots;
  return (
    <g class="depots">
      {depots.map(({ id, at, radius, colour, state, locked }) => {
        const isLit = focus?.kind === 'depot' && focus.id === id;
        const half = isLit ? radius + 2 : radius;
        return (
          <g key={id} class={`depot ${state}`} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
            <rect x={-half} y={-half} width={2 * half} height={2 * half} rx="2.5" fill={state === 'open' ? colour : undefined} />
            {state === 'closed' && <path class="cross" d={`M${-half / 2} ${-half / 2}l${half} ${half}m0 ${-half}l${-half} ${half}`} />}
            {locked && <path class="lock" d="M-3 0h6v4.500h-6zM-1.800 0v-1.600a1.800 1.800 0 0 1 3.600 0v1.600" />}
            {(named || isLit) && (
              <text y={half + 12} text-anchor="middle">
                {id}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Selected({ scene, id }: { readonly scene: Scene; readonly id: string | undefined }) {
  const mark = id === undefined ? undefined : [...scene.depots, ...scene.customers].find((one) => `${one.kind}:${one.id}` === id);
  return mark ? <circle class="selected" cx={mark.at.x} cy={mark.at.y} r={mark.radius + (mark.kind === 'depot' ? 8 : 5)} /> : null;
}
