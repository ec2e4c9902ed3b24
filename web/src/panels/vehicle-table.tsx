/** The vehicle types: a row each, to add, edit and remove. */
import { unitsOf } from '../../../src/page.ts';
import { change, draft } from '../state/document.ts';
import type { DraftVehicle } from '../state/draft.ts';
import { addVehicle, removeVehicle, setVehicle } from '../state/edits.ts';
import { readServiceCell } from '../state/service-cells.ts';
import { Button } from '../ui/button.tsx';
import { Cells, DeleteCell, type EditColumn, faultIn, Head } from '../ui/edit-table.tsx';
import { readCell } from '../ui/fields.tsx';
import { Scroll } from '../ui/scroll.tsx';

function columnsOf(): readonly EditColumn<keyof DraftVehicle>[] {
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
  const fault = faultIn('vehicles', 'id');
  return (
    <section aria-label="Vehicle types">
      <Scroll label="Table of vehicle types">
        <table class="places vehicle-types">
          <Head columns={columns} />
          <tbody>
            {vehicles.map((type, index) => (
              <tr key={index}>
                <Cells
                  columns={columns}
                  row={type}
                  of={`vehicle type ${type.id}`}
                  fault={fault?.index === index ? fault : undefined}
                  onChange={({ field, numeric }, text) =>
                    change((current) => setVehicle(current, index, field, read(field, numeric, text)))
                  }
                />
                <DeleteCell of={`vehicle type ${type.id}`} onDelete={() => change((current) => removeVehicle(current, index))} />
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Button class="small" onClick={() => change(addVehicle)} text="Add a vehicle type" />
      <p class="facts">
        Times are clock times such as 8:00-17:00; durations are in {units.time ?? 'min'}. A capacity for several quantities is written as
        demand: 100; m³: 8.
      </p>
    </section>
  );
}
