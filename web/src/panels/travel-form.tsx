/** How travel is priced: straight lines in the plane, great circles on the globe, or a given matrix. */
import { type Rounding, roundings, type Travel } from '../../../src/problem/instance.ts';
import { change, draft, validity } from '../state/document.ts';
import type { Cell } from '../state/draft.ts';
import { ChoiceField, NumberField } from '../ui/fields.tsx';
import { distanceUnit, headed } from '../ui/units.ts';

const kinds = [
  { value: 'euclidean', label: 'straight lines in the plane' },
  { value: 'great-circle', label: 'on the globe (longitude, latitude)' },
  { value: 'matrix', label: 'a given matrix' },
] as const;
const unitOptions = [
  { value: 'km', label: 'kilometres' },
  { value: 'm', label: 'metres' },
  { value: 'mi', label: 'miles' },
] as const;
const roundingNames: Readonly<Record<Rounding, string>> = {
  none: 'as it is',
  ceil: 'rounded up',
  floor: 'rounded down',
  nearest: 'rounded',
};
const roundingOptions = roundings.map((value) => ({ value, label: roundingNames[value] }));

const set = (travel: Travel) => change((current) => ({ ...current, travel }));
/** Scales are kept where they are numbers above 0; anything else leaves the field as it was. */
const positive = (value: Cell, then: (value: number) => void) => {
  if (typeof value === 'number' && value > 0) then(value);
};

export function TravelForm() {
  const { travel, costPerDistance, units } = draft.value;
  const now = validity.value;
  const fault = now.state === 'invalid' && now.error.place.field === 'costPerDistance' ? now.error.reason : undefined;
  return (
    <>
      <ChoiceField
        label="Distances"
        value={travel.kind}
        options={kinds.filter(({ value }) => value !== 'matrix' || travel.kind === 'matrix')}
        onChange={(kind) => {
          if (kind === 'euclidean') set({ kind, scale: 1, rounding: 'none' });
          if (kind === 'great-circle') set({ kind, unit: 'km', detour: 1, rounding: 'none' });
        }}
      />
      {travel.kind === 'euclidean' && (
        <>
          <NumberField
            label="Distance of a unit"
            value={travel.scale}
            onChange={(value) => positive(value, (scale) => set({ ...travel, scale }))}
          />
          <ChoiceField
            label="Each way"
            value={travel.rounding}
            options={roundingOptions}
            onChange={(rounding) => set({ ...travel, rounding })}
          />
        </>
      )}
      {travel.kind === 'great-circle' && (
        <>
          <ChoiceField label="Unit" value={travel.unit} options={unitOptions} onChange={(unit) => set({ ...travel, unit })} />
          <NumberField
            label="Road over air line"
            value={travel.detour}
            onChange={(value) => positive(value, (detour) => set({ ...travel, detour }))}
          />
        </>
      )}
      <NumberField
        label={headed(`Cost per ${distanceUnit(draft.value) ?? 'unit of distance'}`, units.currency)}
        value={costPerDistance}
        fault={fault}
        onChange={(value) => change((current) => ({ ...current, costPerDistance: value }))}
      />
    </>
  );
}
