/** The data: vehicles, travel, and the tables of depots and customers. */
import { useState } from 'preact/hooks';
import { amountsOf, formatCount, type Point, summariseInstance } from '../../../src/page.ts';
import { manyDays, showDay, shownDay } from '../state/days.ts';
import { change, dismiss, draft, validity, warnings } from '../state/document.ts';
import { type Draft, positionOf } from '../state/draft.ts';
import { addPlace, type Kind, listVehicles } from '../state/edits.ts';
import { openDialog, selected, selection, tool } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { DraftField, TextField } from '../ui/fields.tsx';
import { Note } from '../ui/note.tsx';
import { quantity } from '../ui/units.ts';
import { PlaceTable } from './place-table.tsx';
import { SuggestSites } from './suggest-sites.tsx';
import { TravelForm } from './travel-form.tsx';
import { UnitsForm } from './units-form.tsx';
import { VehicleTable } from './vehicle-table.tsx';

export function DataPanel() {
  const { name, depots, customers, travel, vehicles } = draft.value;
  const { heading } = amountsOf(draft.value);
  const [asked, setKind] = useState<Kind>('customer');
  const kind = faultyKind() ?? selected.value?.kind ?? asked;
  const add = () => change((current) => addPlace(current, kind, middleOf(current)));
  const choose = (next: Kind) => {
    setKind(next);
    selection.value = undefined;
  };
  return (
    <>
      <Warnings />
      <Days />
      <div class="form">
        <TextField label="Name" value={name} onCommit={(text) => change((current) => ({ ...current, name: text }))} />
        {!vehicles && (
          <>
            <DraftField field="vehicleCapacity" label={heading.demand('Vehicle capacity')} />
            <DraftField field="vehicleCost" label={heading.cost('Cost of a vehicle')} />
            <DraftField optional field="maxRouteDistance" label={heading.distance('Longest route')} placeholder="no limit" />
          </>
        )}
        <TravelForm />
      </div>
      {vehicles ? <VehicleTable /> : <Button class="small" onClick={() => change(listVehicles)} text="Several vehicle types…" />}
      <UnitsForm />
      <div class="row">
        <fieldset class="row" aria-label="Which table">
          <Button aria-pressed={kind === 'customer'} onClick={() => choose('customer')} text={formatCount(customers.length, 'customer')} />
          <Button aria-pressed={kind === 'depot'} onClick={() => choose('depot')} text={formatCount(depots.length, 'depot')} />
        </fieldset>
        <span class="spring" />
        <Button onClick={openDialog('paste')} text="Paste…" />
        <Button onClick={() => (tool.value = kind)} text="Draw" />
        <Button disabled={travel.kind === 'matrix'} onClick={add} text="Add" />
      </div>
      {(kind === 'customer' ? customers : depots).length > 0 ? (
        <PlaceTable kind={kind} />
      ) : (
        <p class="empty">No {kind}s yet. Paste rows from a spreadsheet, or choose “Draw” and click on the map.</p>
      )}
      {kind === 'depot' || depots.length === 0 ? <SuggestSites /> : null}
      <Facts />
    </>
  );
}

/** Where a row that is added by hand starts: among the others. */
function middleOf({ depots, customers }: Draft): Point {
  const places = [...depots, ...customers].flatMap((place) => positionOf(place) ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) };
}

/** Depots for all days are chosen elsewhere; here, one is looked at. */
function Days() {
  const many = manyDays.value;
  const days = many?.instance.days ?? [];
  if (!many || days.length === 0) return null;
  const shown = Math.max(0, shownDay.value);
  return (
    <div class="form" data-testid="days">
      <p>
        This data has {formatCount(days.length, 'day')}. The page plans one of them; <code>neo-lrp solve</code> or the service choose depots
        for all.
      </p>
      <label class="field">
        Day {days[shown].name}
        <input
          type="range"
          min={0}
          max={days.length - 1}
          value={shown}
          aria-valuetext={days[shown].name}
          onChange={({ currentTarget }) => showDay(Number(currentTarget.value))}
        />
      </label>
    </div>
  );
}

/** The table with a fault is shown first. */
function faultyKind(): Kind | undefined {
  const now = validity.value;
  const field = now.state === 'invalid' ? (now.error.place.field ?? '') : '';
  return field.startsWith('customers[') ? 'customer' : field.startsWith('depots[') ? 'depot' : undefined;
}

/** Warnings about places lead to the first of them; warnings about files stay until they are noted. */
function Warnings() {
  if (warnings.value.length === 0) return null;
  const lookAt = (id: string) => {
    selection.value = { kind: draft.value.depots.some((depot) => depot.id === id) ? 'depot' : 'customer', id };
  };
  return (
    <ul aria-label="Warnings">
      {warnings.value.map((warning) => (
        <li key={warning.code + warning.message}>
          <Note text={warning.message}>
            {'places' in warning ? (
              warning.places.length > 0 && <Button class="small" onClick={() => lookAt(warning.places[0])} text="Show" />
            ) : (
              <Button class="small" onClick={() => dismiss(warning)} text="Noted" />
            )}
          </Note>
        </li>
      ))}
    </ul>
  );
}

function Facts() {
  const now = validity.value;
  if (now.state !== 'valid') return null;
  const { demand, depotCapacity, bounds } = summariseInstance(now.instance);
  const supply = depotCapacity.total === null ? 'unlimited' : quantity(depotCapacity.total, now.instance);
  const least = formatCount(bounds.vehicles, 'vehicle') + (bounds.depots === null ? '' : ` and ${formatCount(bounds.depots, 'depot')}`);
  return (
    <p class="faint">
      Total demand {quantity(demand.total, now.instance)}; depot capacity {supply}; a plan needs at least {least}.
    </p>
  );
}
