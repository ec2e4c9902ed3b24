/** How travel is priced: straight lines in the plane, great circles on the globe, or a given matrix. */
import { amountsOf, type Rounding, type Travel, unitsOf } from '../../../src/page.ts';
import { change, draft, faultAt } from '../state/document.ts';
import type { Cell, DraftVehicle } from '../state/draft.ts';
import { ChoiceField, DraftField, NumberField } from '../ui/fields.tsx';

const kinds = { euclidean: 'straight lines in the plane', 'great-circle': 'on the globe (longitude, latitude)' } as const;
const unitNames = { km: 'kilometres', m: 'metres', mi: 'miles' } as const;
const roundingNames: Readonly<Record<Rounding, string>> = { none: 'none', ceil: 'up', floor: 'down', nearest: 'to the nearest' };

const set = (travel: Travel) => change((current) => ({ ...current, travel }));
/** Only a number above 0 changes a scale. */
const positive = (value: Cell, then: (value: number) => void) => {
  if (typeof value === 'number' && value > 0) then(value);
};

export function TravelForm() {
  const { travel, vehicles } = draft.value;
  const { speed } = travel;
  const says =
    (field: 'costPerDistance' | 'emissionPerDistance') =>
    ({ [field]: value }: DraftVehicle) =>
      value !== undefined && value !== '';
  return (
    <>
      <ChoiceField
        label="Distances"
        value={travel.kind}
        options={{ ...kinds, ...(travel.kind === 'matrix' && { matrix: 'a given matrix' }) }}
        onChange={(kind) => {
          if (kind === 'euclidean') set({ kind, scale: 1, rounding: 'none', ...(speed && { speed }) });
          if (kind === 'great-circle') set({ kind, unit: 'km', detour: 1, rounding: 'none', ...(speed && { speed }) });
        }}
      />
      {travel.kind === 'euclidean' && (
        <>
          <NumberField
            label="Distance per unit"
            value={travel.scale}
            onChange={(value) => positive(value, (scale) => set({ ...travel, scale }))}
          />
          <ChoiceField
            label="Rounding"
            value={travel.rounding}
            options={roundingNames}
            onChange={(rounding) => set({ ...travel, rounding })}
          />
        </>
      )}
      {travel.kind === 'great-circle' && (
        <>
          <ChoiceField label="Unit" value={travel.unit} options={unitNames} onChange={(unit) => set({ ...travel, unit })} />
          <NumberField
            label="Detour (road over air distance)"
            value={travel.detour}
            onChange={(value) => positive(value, (detour) => set({ ...travel, detour }))}
          />
        </>
      )}
      <DraftField
        field="costPerDistance"
        label={amountsOf(draft.value).heading.cost(`Cost per ${unitsOf(draft.value).distance ?? 'unit of distance'}`)}
        idle={vehicles?.every(says('costPerDistance')) ? 'every vehicle type below states its own' : undefined}
      />
      {!(travel.kind === 'matrix' && travel.durations) && (
        <NumberField
          label={`Speed (${unitsOf(draft.value).distance ?? 'distance'} an hour)`}
          value={speed}
          placeholder="no travel times"
          fault={faultAt('travel.speed')}
          onChange={(value) =>
            value === '' ? set({ ...travel, speed: undefined }) : positive(value, (given) => set({ ...travel, speed: given }))
          }
        />
      )}
      {vehicles && (
        <DraftField
          optional
          field="emissionPrice"
          label={amountsOf(draft.value).heading.cost('Price of a kg CO₂')}
          placeholder="0"
          idle={vehicles.some(says('emissionPerDistance')) ? undefined : 'no vehicle type below states kg CO₂'}
        />
      )}
    </>
  );
}
