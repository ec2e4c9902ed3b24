/** How travel is priced: straight lines in the plane, great circles on the globe, or a given matrix. */
import { amountsOf, isGeographic, type Rounding, type Travel, unitsOf } from '../../../src/page.ts';
import { change, draft, faultAt } from '../state/document.ts';
import type { Cell, DraftVehicle } from '../state/draft.ts';
import { openDialog } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField, DraftField, NumberField } from '../ui/fields.tsx';

const kinds = { euclidean: 'straight lines in the plane', 'great-circle': 'on the globe (longitude, latitude)' } as const;
const unitNames = { km: 'kilometres', m: 'metres', mi: 'miles' } as const;
const roundingNames: Readonly<Record<Rounding, string>> = { none: 'none', ceil: 'up', floor: 'down', nearest: 'to the nearest' };

const set = (travel: Travel) => change((current) => ({ ...current, travel }));

function choose(kind: Travel['kind'], { speed }: Travel): void {
  const more = { rounding: 'none', ...(speed && { speed }) } as const;
  if (kind === 'euclidean') set({ kind, scale: 1, ...more });
  if (kind === 'great-circle') set({ kind, unit: 'km', detour: 1, ...more });
}

/** Only a number above 0 changes a scale, and nothing but a speed can be left out. */
function scaled(field: 'scale' | 'detour' | 'speed', value: Cell): void {
  const { travel } = draft.value;
  if (field === 'speed' && value === '') set({ ...travel, speed: undefined });
  if (typeof value === 'number' && value > 0) set({ ...travel, [field]: value });
}

const states = (field: 'costPerDistance' | 'emissionPerDistance') => (type: DraftVehicle) =>
  type[field] !== undefined && type[field] !== '';

export function TravelForm() {
  const { travel, vehicles } = draft.value;
  const { heading } = amountsOf(draft.value);
  const { distance } = unitsOf(draft.value);
  const options = { ...kinds, ...(travel.kind === 'matrix' && { matrix: 'a given matrix' }) };
  return (
    <>
      <ChoiceField label="Distances" value={travel.kind} options={options} onChange={(kind) => choose(kind, travel)} />
      {travel.kind === 'euclidean' && (
        <>
          <NumberField label="Distance per unit" value={travel.scale} onChange={(value) => scaled('scale', value)} />
          <ChoiceField
            label="Rounding"
            value={travel.rounding}
            options={roundingNames}
            onChange={(rounding) => set({ ...travel, rounding })}
          />
        </>
      )}
      {isGeographic(travel) && (
        <div class="field column">
          <span>Roads</span>
          <Button onClick={openDialog('roads')} text="On real roads…" />
        </div>
      )}
      {travel.kind === 'great-circle' && (
        <>
          <ChoiceField label="Unit" value={travel.unit} options={unitNames} onChange={(unit) => set({ ...travel, unit })} />
          <NumberField label="Detour (road over air distance)" value={travel.detour} onChange={(value) => scaled('detour', value)} />
        </>
      )}
      <DraftField
        field="costPerDistance"
        label={heading.cost(`Cost per ${distance ?? 'unit of distance'}`)}
        idle={vehicles?.every(states('costPerDistance')) ? 'every vehicle type below states its own' : undefined}
      />
      {!(travel.kind === 'matrix' && travel.durations) && (
        <NumberField
          label={`Speed (${distance ?? 'distance'} an hour)`}
          value={travel.speed}
          placeholder="no travel times"
          fault={faultAt('travel.speed')}
          onChange={(value) => scaled('speed', value)}
        />
      )}
      {vehicles && (
        <DraftField
          optional
          field="emissionPrice"
          label={heading.cost('Price of a kg CO₂')}
          placeholder="0"
          idle={vehicles.some(states('emissionPerDistance')) ? undefined : 'no vehicle type below states kg CO₂'}
        />
      )}
    </>
  );
}
