/** The vehicle types: a row each, to add, edit and remove. */
import { unitsOf } from '../../../src/page.ts';
import { change, draft } from '../state/document.ts';
import type { DraftVehicle } from '../state/draft.ts';
import { addVehicle } from '../state/edits.ts';
import { Button } from '../ui/button.tsx';
import { type EditColumn, EditTable } from '../ui/edit-table.tsx';

function columnsOf(): readonly EditColumn<keyof DraftVehicle>[] {
  const { currency, demand, distance, time = 'min' } = unitsOf(draft.value);
  const placeholder = 'no limit';
  return [
    { field: 'id', title: 'Type', kind: 'text', empty: '' },
    { field: 'name', title: 'Name', kind: 'text', placeholder: '–' },
    { field: 'capacity', title: 'Capacity', unit: demand, kind: 'amounts', empty: '' },
    { field: 'fixedCost', title: 'Fixed cost', unit: currency, kind: 'number', placeholder: '0' },
    { field: 'costPerDistance', title: `Per ${distance ?? 'distance'}`, unit: currency, kind: 'number', placeholder: 'as all' },
    { field: 'costPerHour', title: 'Per hour', unit: currency, kind: 'number', placeholder: '0' },
    { field: 'available', title: 'Number', kind: 'number', placeholder },
    { field: 'availablePerDepot', title: 'At each depot', kind: 'amounts', placeholder },
    { field: 'depots', title: 'Only from', kind: 'list', placeholder: 'any depot' },
    { field: 'shift', title: 'Shift', kind: 'span', placeholder: '8:00-17:00' },
    { field: 'maxDuration', title: 'Longest time', unit: time, kind: 'number', placeholder },
    { field: 'maxDistance', title: 'Longest route', unit: distance, kind: 'number', placeholder },
    { field: 'maxStops', title: 'Most stops', kind: 'number', placeholder },
    { field: 'speedFactor', title: 'Speed factor', kind: 'number', placeholder: '1' },
    { field: 'emissionPerDistance', title: `kg CO₂ per ${distance ?? 'distance'}`, kind: 'number', placeholder: '0' },
  ];
}

export function VehicleTable() {
  const { units } = draft.value;
  return (
    <section aria-label="Vehicle types">
      <EditTable kind="vehicle" noun="vehicle type" columns={columnsOf()} whole="id" />
      <p class="row">
        <Button class="small" onClick={() => change(addVehicle)} text="Add a vehicle type" />
      </p>
      <p class="faint">
        Times are clock times such as 8:00-17:00; durations are in {units.time ?? 'min'}. A capacity for several quantities is written as
        demand: 100; m³: 8.
      </p>
    </section>
  );
}
