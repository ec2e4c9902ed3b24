/** The vehicle types: a row each, to add, edit and remove. */
import { amountsOf, unitsOf } from '../../../src/page.ts';
import { change, draft, validity } from '../state/document.ts';
import type { DraftVehicle } from '../state/draft.ts';
import { addVehicle, removeVehicle, setVehicle } from '../state/edits.ts';
import { readServiceCell, showCell } from '../state/service-cells.ts';
import { Column } from '../ui/column.tsx';
import { CellInput, readCell } from '../ui/fields.tsx';
import { IconButton } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';

interface VehicleColumn {
  readonly field: keyof DraftVehicle;
  readonly title: string;
  readonly unit?: string;
  readonly numeric: boolean;
  readonly placeholder?: string;
}

function columnsOf(): readonly VehicleColumn[] {
  const { currency, demand, distance, time = 'min' } = unitsOf(draft.value);
  const none = 'no limit';
  return [
    { field: 'id', title: 'Type', numeric: false },
    { field: 'name', title: 'Name', numeric: false, placeholder: '–' },
    { field: 'capacity', title: 'Capacity', unit: demand, numeric: true },
    { field: 'fixedCost', title: 'Fixed cost', unit: currency, numeric: true, placeholder: '0' },
    { field: 'costPerDistance', title: `Per ${distance ?? 'distance'}`, unit: currency, numeric: true, placeholder: 'as all' },
    { field: 'costPerHour', title: 'Per hour', unit: currency, numeric: true, placeholder: '0' },
    { field: 'available', title: 'Number', numeric: true, placeholder: none },
    { field: 'availablePerDepot', title: 'At each depot', numeric: true, placeholder: none },
    { field: 'depots', title: 'Only from', numeric: false, placeholder: 'any depot' },
    { field: 'shift', title: 'Shift', numeric: false, placeholder: '8:00-17:00' },
    { field: 'maxDuration', title: 'Longest time', unit: time, numeric: true, placeholder: none },
    { field: 'maxDistance', title: 'Longest route', unit: distance, numeric: true, placeholder: none },
    { field: 'maxStops', title: 'Most stops', numeric: true, placeholder: none },
    { field: 'speedFactor', title: 'Speed factor', numeric: true, placeholder: '1' },
    { field: 'emissionPerDistance', title: `kg CO₂ per ${distance ?? 'distance'}`, numeric: true, placeholder: '0' },
  ];
}

/** A single number, or what only some cells hold: numbers by name, lists, spans. */
const read = (field: keyof DraftVehicle, numeric: boolean, text: string): unknown => {
  if (field === 'id') return text.trim();
  if (text.trim() === '') return field === 'capacity' ? '' : undefined;
  const typed = numeric ? readCell(text) : text.trim();
  const single = typeof typed === 'number' || !['capacity', 'availablePerDepot', 'depots', 'shift'].includes(field);
  return single ? typed : readServiceCell(field, text, draft.value.units.time);
};

export function VehicleTable() {
  const { vehicles = [], units } = draft.value;
  const columns = columnsOf();
  const now = validity.value;
  const [, row, faulty] = /^vehicles\[(\d+)\](?:\.(\w+))?/.exec(now.state === 'invalid' ? (now.error.place.field ?? '') : '') ?? [];
  const faultOf = (index: number, field: string) =>
    now.state === 'invalid' && Number(row) === index && (faulty ?? 'id') === field ? now.error.reason : undefined;
  return (
    <section aria-label="Vehicle types">
      <Scroll label="Table of vehicle types">
        <table class="places vehicle-types">
          <thead>
            <tr>
              {columns.map(({ field, title, unit, numeric }) => (
                <Column key={field} title={title} unit={unit} numeric={numeric} />
              ))}
              <th scope="col">
                <span class="hidden">Delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {vehicles.map((type, index) => (
              <tr key={index}>
                {columns.map(({ field, title, numeric, placeholder }) => (
                  <td key={field}>
                    <CellInput
                      label={`${title} of vehicle type ${type.id}`}
                      value={showCell(field, type[field], units.time)}
                      numeric={numeric}
                      placeholder={placeholder}
                      fault={faultOf(index, field)}
                      onChange={(text) => change((current) => setVehicle(current, index, field, read(field, numeric, text)))}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    quiet
                    name="trash"
                    label={`Delete vehicle type ${type.id}`}
                    onClick={() => change((current) => removeVehicle(current, index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <button type="button" class="small" onClick={() => change(addVehicle)}>
        Add a vehicle type
      </button>
      <p class="facts">
        Times are clock times such as 8:00-17:00; durations are in {amountsOf(draft.value).duration(1).replace(/^1 /, '')}. A capacity for
        several quantities is written as demand: 100; m³: 8.
      </p>
    </section>
  );
}
