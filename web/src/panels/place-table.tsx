/** The table of depots or customers. */
import { draft } from '../state/document.ts';
import { type Draft, type DraftCustomer, type DraftDepot, isGeographic } from '../state/draft.ts';
import { type Kind, placesOf } from '../state/edits.ts';
import { focus, pointing, selectAt, selected, selection } from '../state/view.ts';
import { type EditColumn, EditTable } from '../ui/edit-table.tsx';

type Field = Exclude<keyof (DraftDepot & DraftCustomer), 'details'>;
type PlaceColumn = EditColumn<Field>;

/** Further columns are shown once the data has travel times or vehicle types, or a value in them. */
function columnsOf(kind: Kind, draft: Draft): readonly PlaceColumn[] {
  const { travel, units, vehicles, depots, customers } = draft;
  const { time = 'min', currency, demand } = units;
  const isTimed = travel.speed !== undefined || (travel.kind === 'matrix' && travel.durations !== undefined);
  const hasTypes = vehicles !== undefined;
  const rows: readonly Partial<Record<Field, unknown>>[] = placesOf(draft, kind);
  const optional = (when: boolean, column: PlaceColumn) => (when || rows.some((row) => row[column.field] !== undefined) ? [column] : []);
  const numeric = { kind: 'number', placeholder: '0' } as const;
  const own: Readonly<Record<Kind, readonly PlaceColumn[]>> = {
    customer: [
      { field: 'demand', title: 'Demand', unit: demand, kind: 'number', empty: '' },
      ...optional(isTimed, { field: 'serviceTime', title: 'Service', unit: time, ...numeric }),
      ...optional(isTimed, { field: 'timeWindows', title: 'Time windows', kind: 'spans', placeholder: '8:00-12:00' }),
      ...optional(hasTypes, { field: 'vehicles', title: 'Only vehicles', kind: 'list', placeholder: 'any' }),
      ...optional(hasTypes, { field: 'quantities', title: 'Quantities', kind: 'amounts', placeholder: 'm³: 2' }),
    ],
    depot: [
      { field: 'capacity', title: 'Capacity', unit: demand, kind: 'number', placeholder: 'no limit', empty: null },
      { field: 'openingCost', title: 'Opening', unit: currency, kind: 'number', empty: '' },
      ...optional(isTimed, { field: 'openingHours', title: 'Hours', kind: 'span', placeholder: '6:00-18:00' }),
      ...optional(isTimed, { field: 'loadingTime', title: 'Loading', unit: time, ...numeric }),
      ...optional(hasTypes, { field: 'handlingCost', title: 'Handling per unit', unit: currency, ...numeric }),
      ...optional(hasTypes, { field: 'minLoad', title: 'Least load', unit: demand, ...numeric }),
      ...optional(hasTypes, { field: 'maxVehicles', title: 'Most vehicles', kind: 'number', placeholder: 'no limit' }),
    ],
  };
  const hasDegrees = isGeographic(draft);
  const isAddressed = [...depots, ...customers].some(({ address }) => address !== undefined);
  return [
    { field: 'id', title: 'Id', kind: 'text', empty: '' },
    { field: 'name', title: 'Name', kind: 'text', placeholder: '–' },
    ...own[kind],
    { field: 'x', title: hasDegrees ? 'Longitude' : 'x', kind: 'number', empty: '' },
    { field: 'y', title: hasDegrees ? 'Latitude' : 'y', kind: 'number', empty: '' },
    ...(isAddressed ? [{ field: 'address', title: 'Address', kind: 'text' } as const] : []),
    ...(kind === 'depot' ? [{ field: 'status', title: 'Lock', kind: 'lock' } as const] : []),
  ];
}

export function PlaceTable({ kind }: { readonly kind: Kind }) {
  const places = placesOf(draft.value, kind);
  const chosen = selected.value?.kind === kind ? selected.value.index : undefined;
  return (
    <EditTable
      kind={kind}
      noun={kind}
      columns={columnsOf(kind, draft.value)}
      whole="x"
      chosen={chosen}
      attributesOf={(index) => {
        const { id } = places[index];
        const isLit = focus.value?.kind === kind && focus.value.id === id;
        return {
          class: chosen === index ? 'chosen' : isLit ? 'lit' : undefined,
          ...pointing({ kind, id }),
          onFocusCapture: () => selectAt({ kind, index }),
        };
      }}
      onChange={(index, field) => {
        if (field === undefined) [focus.value, selection.value] = [undefined, undefined];
        // The selection goes by the id, which may have changed.
        else if (field === 'id' && chosen === index) selectAt({ kind, index });
      }}
    />
  );
}
