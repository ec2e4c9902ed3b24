/** A few facts on the place or route that is pointed at or tapped, and what can be done with a place. */
import { formatCount, type Point, placeNames, type Size } from '../../../src/page.ts';
import { draft } from '../state/document.ts';
import { labelOf } from '../state/draft.ts';
import type { PlaceRef } from '../state/edits.ts';
import { shown } from '../state/run.ts';
import { type Focus, focus, selection, tab } from '../state/view.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { money, quantity } from '../ui/units.ts';

/** What is under the pointer. */
export function Tooltip({ at, size }: { readonly at: Point; readonly size: Size }) {
  const facts = focus.value && factsOn(focus.value);
  if (!facts) return null;
  const side = at.x > size.width / 2 ? { right: `${size.width - at.x + 14}px` } : { left: `${at.x + 14}px` };
  const height = at.y > size.height / 2 ? { bottom: `${size.height - at.y + 10}px` } : { top: `${at.y + 10}px` };
  return (
    <div class="tooltip card" style={{ ...side, ...height }}>
      <strong>{facts.title}</strong>
      <Lines of={facts} />
    </div>
  );
}

interface DetailsProps {
  readonly place: PlaceRef;
  readonly onRemove: () => void;
}

/** The place that was clicked or tapped. */
export function Details({ place, onRemove }: DetailsProps) {
  const facts = factsOn(place);
  if (!facts) return null;
  return (
    <section class="details card" aria-label={`Details of ${facts.title}`}>
      <header class="row">
        <strong>{facts.title}</strong>
        <span class="spring" />
        <IconButton quiet icon="close" label="Close the details" onClick={() => (selection.value = undefined)} />
      </header>
      <Lines of={facts} />
      <p class="row">
        <Button class="small" onClick={() => (tab.value = 'data')} text="Edit" />
        <Button class="small" onClick={onRemove} text="Delete" />
      </p>
    </section>
  );
}

interface Facts {
  readonly title: string;
  readonly lines: readonly string[];
}

const Lines = ({ of: { lines } }: { readonly of: Facts }) => (
  <ul class="faint">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

function factsOn(what: Focus): Facts | undefined {
  if (what.kind === 'route') return routeFacts(what.index);
  return what.kind === 'customer' ? customerFacts(what.id) : depotFacts(what.id);
}

/** The id, if the title is a name, and the address. */
function identity(place: { readonly id: string; readonly name?: string; readonly address?: string }): string[] {
  return [...(place.name === undefined ? [] : [place.id]), ...(place.address === undefined ? [] : [place.address])];
}

const further = (details: Readonly<Record<string, string>> = {}) => Object.entries(details).map(([key, value]) => `${key}: ${value}`);

function loadOf(stops: readonly string[]): number {
  const demand = new Map(draft.value.customers.map((customer) => [customer.id, Number(customer.demand)]));
  return stops.reduce((sum, stop) => sum + (demand.get(stop) ?? 0), 0);
}

const depotLabel = (id: string) => placeNames(draft.value.depots).get(id) ?? id;

function routeFacts(index: number): Facts | undefined {
  const route = shown.value?.routes[index];
  if (!route) return undefined;
  const load = quantity(loadOf(route.stops), draft.value);
  return {
    title: `Route ${index + 1}`,
    lines: [`from ${depotLabel(route.depot)}`, formatCount(route.stops.length, 'stop'), `load ${load}`],
  };
}

function customerFacts(id: string): Facts | undefined {
  const customer = draft.value.customers.find((one) => one.id === id);
  if (!customer) return undefined;
  const routes = shown.value?.routes ?? [];
  const served = routes.findIndex(({ stops }) => stops.includes(id));
  const stop = served < 0 ? 0 : routes[served].stops.indexOf(id) + 1;
  return {
    title: labelOf(customer),
    lines: [
      ...identity(customer),
      `demand ${quantity(customer.demand, draft.value)}`,
      ...(served < 0 ? [] : [`stop ${stop} of route ${served + 1} from ${depotLabel(routes[served].depot)}`]),
      ...further(customer.details),
    ],
  };
}

function depotFacts(id: string): Facts | undefined {
  const depot = draft.value.depots.find((one) => one.id === id);
  if (!depot) return undefined;
  const own = (shown.value?.routes ?? []).filter((route) => route.depot === id);
  const used = quantity(loadOf(own.flatMap(({ stops }) => stops)), draft.value);
  return {
    title: labelOf(depot),
    lines: [
      ...identity(depot),
      `opening cost ${money(depot.openingCost, draft.value)}`,
      `capacity ${depot.capacity === null ? 'unlimited' : quantity(depot.capacity, draft.value)}`,
      ...(own.length > 0 ? [`${formatCount(own.length, 'route')}, load ${used}`] : shown.value ? ['not in use'] : []),
      ...(depot.status === 'candidate' ? [] : [`locked ${depot.status}`]),
      ...further(depot.details),
    ],
  };
}
