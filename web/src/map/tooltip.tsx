/** A few facts on what is under the pointer. */
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { draft } from '../state/document.ts';
import type { Point } from '../state/edits.ts';
import { shown } from '../state/run.ts';
import { type Focus, focus } from '../state/view.ts';
import type { Size } from './projection.ts';

export function Tooltip({ at, size }: { readonly at: Point; readonly size: Size }) {
  const facts = focus.value && describe(focus.value);
  if (!facts) return null;
  const [title, ...lines] = facts;
  const side = at.x > size.width / 2 ? { right: `${size.width - at.x + 14}px` } : { left: `${at.x + 14}px` };
  const height = at.y > size.height / 2 ? { bottom: `${size.height - at.y + 10}px` } : { top: `${at.y + 10}px` };
  return (
    <div class="tooltip" style={{ ...side, ...height }}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

const show = (value: number | string) => (typeof value === 'number' ? formatNumber(value) : value);

function describe(what: Focus): readonly string[] | undefined {
  const { depots, customers } = draft.value;
  const routes = shown.value?.routes ?? [];
  const demand = new Map(customers.map((customer) => [customer.id, Number(customer.demand)]));
  const load = (stops: readonly string[]) => stops.reduce((sum, stop) => sum + (demand.get(stop) ?? 0), 0);
  if (what.kind === 'route') {
    const route = routes[what.index];
    return (
      route && [
        `Route ${what.index + 1}`,
        `from ${route.depot}`,
        formatCount(route.stops.length, 'stop'),
        `load ${formatNumber(load(route.stops))}`,
      ]
    );
  }
  if (what.kind === 'customer') {
    const customer = customers.find(({ id }) => id === what.id);
    const served = routes.findIndex(({ stops }) => stops.includes(what.id));
    return (
      customer && [
        customer.id,
        `demand ${show(customer.demand)}`,
        ...(served < 0 ? [] : [`route ${served + 1} from ${routes[served].depot}`]),
      ]
    );
  }
  const depot = depots.find(({ id }) => id === what.id);
  if (!depot) return undefined;
  const own = routes.filter((route) => route.depot === what.id);
  const used = load(own.flatMap(({ stops }) => stops));
  return [
    depot.id,
    `opening costs ${show(depot.openingCost)}`,
    `capacity ${depot.capacity === null ? 'unlimited' : show(depot.capacity)}`,
    ...(own.length > 0 ? [`${formatCount(own.length, 'route')}, load ${formatNumber(used)}`] : shown.value ? ['not in use'] : []),
    ...(depot.status === 'candidate' ? [] : [`locked ${depot.status}`]),
  ];
}
