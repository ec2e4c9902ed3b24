/** The data: vehicles, travel, and the tables of depots and customers. */
import { useState } from 'preact/hooks';
import { summariseInstance } from '../../../src/index.ts';
import { formatCount } from '../../../src/report/number.ts';
import { change, dismiss, draft, validity, warnings } from '../state/document.ts';
import { type Draft, positionOf } from '../state/draft.ts';
import { addPlace, type Kind, type Point } from '../state/edits.ts';
import { dialog, selected, selection, tool } from '../state/view.ts';
import { Field, NumberField, TextInput } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { distanceUnit, headed, quantity } from '../ui/units.ts';
import { PlaceTable } from './place-table.tsx';
import { TravelForm } from './travel-form.tsx';
import { UnitsForm } from './units-form.tsx';

export function DataPanel() {
  const { name, depots, customers, vehicleCapacity, vehicleCost, maxRouteDistance, units } = draft.value;
  const [asked, setKind] = useState<Kind>('customer');
  const kind = faultyKind() ?? selected.value?.kind ?? asked;
  const choose = (next: Kind) => {
    setKind(next);
    selection.value = undefined;
  };
  return (
    <>
      <Warnings />
      <div class="form">
        <Field label="Name">
          {(id) => <TextInput id={id} value={name} onCommit={(text) => change((current) => ({ ...current, name: text }))} />}
        </Field>
        <NumberField
          label={headed('Vehicle capacity', units.demand)}
          value={vehicleCapacity}
          fault={faultOf('vehicleCapacity')}
          onChange={(value) => change((current) => ({ ...current, vehicleCapacity: value }))}
        />
        <NumberField
          label={headed('Cost of a vehicle', units.currency)}
          value={vehicleCost}
          fault={faultOf('vehicleCost')}
          onChange={(value) => change((current) => ({ ...current, vehicleCost: value }))}
        />
        <NumberField
          label={headed('Longest route', distanceUnit(draft.value))}
          value={maxRouteDistance}
          placeholder="no limit"
          fault={faultOf('maxRouteDistance')}
          onChange={(value) => change((current) => ({ ...current, maxRouteDistance: value === '' ? undefined : value }))}
        />
        <TravelForm />
      </div>
      <UnitsForm />
      <div class="table-head">
        <fieldset class="segments" aria-label="Which table">
          <button type="button" aria-pressed={kind === 'customer'} onClick={() => choose('customer')}>
            {formatCount(customers.length, 'customer')}
          </button>
          <button type="button" aria-pressed={kind === 'depot'} onClick={() => choose('depot')}>
            {formatCount(depots.length, 'depot')}
          </button>
        </fieldset>
        <span class="spring" />
        <button type="button" onClick={() => (dialog.value = 'paste')}>
          Paste…
        </button>
        <button type="button" onClick={() => (tool.value = kind)}>
          Draw
        </button>
        <button
          type="button"
          disabled={draft.value.travel.kind === 'matrix'}
          onClick={() => change((current) => addPlace(current, kind, middleOf(current)))}
        >
          Add
        </button>
      </div>
      {(kind === 'customer' ? customers : depots).length > 0 ? (
        <PlaceTable kind={kind} />
      ) : (
        <p class="empty">No {kind}s yet. Paste rows from a spreadsheet, or choose “Draw” and click on the map.</p>
      )}
      <Facts />
    </>
  );
}

/** Where a row that is added by hand starts: amid the others. */
function middleOf({ depots, customers }: Draft): Point {
  const places = [...depots, ...customers].flatMap((place) => positionOf(place) ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) };
}

/** The table in which the library finds a fault comes to the front. */
function faultyKind(): Kind | undefined {
  const now = validity.value;
  const field = now.state === 'invalid' ? (now.error.place.field ?? '') : '';
  return field.startsWith('customers[') ? 'customer' : field.startsWith('depots[') ? 'depot' : undefined;
}

function faultOf(field: string): string | undefined {
  const now = validity.value;
  return now.state === 'invalid' && now.error.place.field === field ? now.error.reason : undefined;
}

/** What the library finds odd. What is about a place leads to the first one; what was said of files is there until it is noted. */
function Warnings() {
  if (warnings.value.length === 0) return null;
  const lookAt = (id: string) => {
    selection.value = { kind: draft.value.depots.some((depot) => depot.id === id) ? 'depot' : 'customer', id };
  };
  return (
    <ul class="warnings" aria-label="Warnings">
      {warnings.value.map((warning) => (
        <li key={warning.code + warning.message} class="stale">
          <Icon name="warning" />
          <span>{warning.message}</span>
          {'places' in warning ? (
            warning.places.length > 0 && (
              <button type="button" class="small" onClick={() => lookAt(warning.places[0])}>
                Show
              </button>
            )
          ) : (
            <button type="button" class="small" onClick={() => dismiss(warning)}>
              Noted
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts() {
  const now = validity.value;
  if (now.state !== 'valid') return null;
  const { demand, depotCapacity, bounds } = summariseInstance(now.instance);
  return (
    <p class="facts">
      Demand {quantity(demand.total, now.instance)} in all, depots hold{' '}
      {depotCapacity.total === null ? 'any amount' : quantity(depotCapacity.total, now.instance)}; at least{' '}
      {formatCount(bounds.vehicles, 'vehicle')}
      {bounds.depots === null ? '' : ` and ${formatCount(bounds.depots, 'depot')}`}.
    </p>
  );
}
