/** A few facts on the place or route that is pointed at or tapped, and what can be done with a place. */
import { formatCount, type Point, placeNames, type Size } from '../../../src/page.ts';
import { draft } from '../state/document.ts';
import { type DraftCustomer, type DraftDepot, labelOf } from '../state/draft.ts';
import type { PlaceRef } from '../state/edits.ts';
import { type ShownRoute, shown } from '../state/run.ts';
import { type Focus, focus, isolated, selection, tab } from '../state/view.ts';
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

/** The place that was clicked or tapped. */
export function Details({ place, onRemove }: { readonly place: PlaceRef; readonly onRemove: () => void }) {
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

/** The route that was clicked. */
export function RouteDetails({ index }: { readonly index: number }) {
  const facts = factsOn({ kind: 'route', index });
  if (!facts) return null;
  return (
    <section class="details card" aria-label={`Details of ${facts.title}`}>
      <header class="row">
        <strong>{facts.title}</strong>
        <span class="spring" />
        <IconButton quiet icon="close" label="Show all routes" onClick={() => (isolated.value = undefined)} />
      </header>
      <Lines of={facts} />
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
  const { depots, customers } = draft.value;
  const routes = shown.value?.routes;
  if (what.kind === 'route') return routes?.[what.index] && routeFacts(what.index, routes[what.index]);
  const place = (what.kind === 'customer' ? customers : depots).find(({ id }) => id === what.id);
  if (!place) return undefined;
  const { id, name, address, details = {} } = place;
  const further = Object.entries(details).map(([key, value]) => `${key}: ${value}`);
  const own = 'demand' in place ? customerFacts(place, routes) : depotFacts(place, routes);
  // The id, if the title is a name.
  return {
    title: labelOf(place),
    lines: [...(name === undefined ? [] : [id]), ...(address === undefined ? [] : [address]), ...own, ...further],
  };
}

function loadOf(routes: readonly ShownRoute[]): string {
  const demand = new Map(draft.value.customers.map((customer) => [customer.id, Number(customer.demand)]));
  const load = routes.flatMap(({ stops }) => stops).reduce((sum, stop) => sum + (demand.get(stop) ?? 0), 0);
  return `load ${quantity(load, draft.value)}`;
}

const depotLabel = (id: string) => placeNames(draft.value.depots).get(id) ?? id;

const routeFacts = (index: number, route: ShownRoute): Facts => ({
  title: `Route ${index + 1}`,
  lines: [`from ${depotLabel(route.depot)}`, formatCount(route.stops.length, 'stop'), loadOf([route])],
});

function customerFacts({ id, demand }: DraftCustomer, routes: readonly ShownRoute[] = []): readonly string[] {
  const served = routes.findIndex(({ stops }) => stops.includes(id));
  const [route] = routes.slice(served);
  const visit = served < 0 ? [] : [`stop ${route.stops.indexOf(id) + 1} of route ${served + 1} from ${depotLabel(route.depot)}`];
  return [`demand ${quantity(demand, draft.value)}`, ...visit];
}

function depotFacts({ id, capacity, openingCost, status }: DraftDepot, routes: readonly ShownRoute[] | undefined): readonly string[] {
  const own = routes?.filter(({ depot }) => depot === id) ?? [];
  return [
    `opening cost ${money(openingCost, draft.value)}`,
    `capacity ${capacity === null ? 'unlimited' : quantity(capacity, draft.value)}`,
    ...(own.length > 0 ? [`${formatCount(own.length, 'route')}, ${loadOf(own)}`] : routes ? ['not in use'] : []),
    ...(status === 'candidate' ? [] : [`locked ${status}`]),
  ];
}
