/** A table of depots or customers to edit. Only the rows in sight are rendered, so thousands are as quick as ten. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { change, draft } from '../state/document.ts';
import type { Draft, DraftCustomer, DraftDepot } from '../state/draft.ts';
import { type Kind, placesOf, removePlace, setCell } from '../state/edits.ts';
import { readServiceCell } from '../state/service-cells.ts';
import { focus, pointing, selectAt, selected, selection } from '../state/view.ts';
import { type CellFault, Cells, DeleteCell, type EditColumn, faultIn, Head } from '../ui/edit-table.tsx';
import { readCell } from '../ui/fields.tsx';
import { LockSelect } from '../ui/lock-select.tsx';

type Place = DraftDepot & DraftCustomer;
type Field = Exclude<keyof Place, 'details' | 'status'>;
type PlaceColumn = EditColumn<Field>;

/** Those that are no single number. */
const composed: readonly Field[] = ['timeWindows', 'vehicles', 'quantities', 'openingHours'];
/** Those that every place has, if only as empty text. */
const constant: readonly Field[] = ['id', 'name', 'address', 'capacity', 'openingCost', 'demand', 'x', 'y'];

/** Shown once the instance has travel times or vehicle types, or a value in the column. */
function serviceColumns(kind: Kind, draft: Draft): readonly PlaceColumn[] {
  const { travel, units, vehicles } = draft;
  const { time = 'min', currency, demand } = units;
  const timed = travel.speed !== undefined || (travel.kind === 'matrix' && travel.durations !== undefined);
  const own: readonly (PlaceColumn & { readonly when: boolean })[] =
    kind === 'customer'
      ? [
          { field: 'serviceTime', title: 'Service', unit: time, numeric: true, placeholder: '0', when: timed },
          { field: 'timeWindows', title: 'Time windows', numeric: false, placeholder: '8:00-12:00', when: timed },
          { field: 'vehicles', title: 'Only vehicles', numeric: false, placeholder: 'any', when: vehicles !== undefined },
          { field: 'quantities', title: 'Quantities', numeric: false, placeholder: 'm³: 2', when: vehicles !== undefined },
        ]
      : [
          { field: 'openingHours', title: 'Hours', numeric: false, placeholder: '6:00-18:00', when: timed },
          { field: 'loadingTime', title: 'Loading', unit: time, numeric: true, placeholder: '0', when: timed },
          {
            field: 'handlingCost',
            title: 'Handling per unit',
            unit: currency,
            numeric: true,
            placeholder: '0',
            when: vehicles !== undefined,
          },
          { field: 'minLoad', title: 'Least load', unit: demand, numeric: true, placeholder: '0', when: vehicles !== undefined },
          { field: 'maxVehicles', title: 'Most vehicles', numeric: true, placeholder: 'no limit', when: vehicles !== undefined },
        ];
  const places: readonly Partial<Place>[] = placesOf(draft, kind);
  return own.filter(({ field, when }) => when || places.some((place) => place[field] !== undefined));
}

function columnsOf(kind: Kind, draft: Draft): readonly PlaceColumn[] {
  const { travel, units, depots, customers } = draft;
  const geographic = travel.kind === 'great-circle';
  const addressed = [...depots, ...customers].some(({ address }) => address !== undefined);
  const own: Readonly<Record<Kind, readonly PlaceColumn[]>> = {
    depot: [
      { field: 'capacity', title: 'Capacity', unit: units.demand, numeric: true, placeholder: 'no limit' },
      { field: 'openingCost', title: 'Opening', unit: units.currency, numeric: true },
    ],
    customer: [{ field: 'demand', title: 'Demand', unit: units.demand, numeric: true }],
  };
  return [
    { field: 'id', title: 'Id', numeric: false },
    { field: 'name', title: 'Name', numeric: false, placeholder: '–' },
    ...own[kind],
    ...serviceColumns(kind, draft),
    { field: 'x', title: geographic ? 'Longitude' : 'x', numeric: true },
    { field: 'y', title: geographic ? 'Latitude' : 'y', numeric: true },
    ...(addressed ? [{ field: 'address', title: 'Address', numeric: false } as const] : []),
  ];
}

/** Pixels, as in the style sheet. */
const rowHeight = 34;
const spareRows = 6;

export function PlaceTable({ kind }: { readonly kind: Kind }) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const places = placesOf(draft.value, kind);
  const columns = columnsOf(kind, draft.value);
  const faultAt = faultIn(`${kind}s`, 'x');

  const chosen = selected.value?.kind === kind ? selected.value.index : undefined;
  const shownRow = faultAt?.index ?? chosen;
  useEffect(() => {
    const { current } = frame;
    if (!current || shownRow === undefined) return;
    const [at, seen] = [shownRow * rowHeight, current.clientHeight - 2 * rowHeight];
    if (at < current.scrollTop || at > current.scrollTop + seen) current.scrollTop = Math.max(0, at - seen / 2);
  }, [shownRow]);

  const first = Math.max(0, Math.floor(top / rowHeight) - spareRows);
  const last = Math.min(places.length, first + 2 * spareRows + 16);
  return (
    <div class="table-frame" ref={frame} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <table class={`places ${kind}s`} aria-rowcount={places.length + 1}>
        <Head columns={columns} more={kind === 'depot' ? 'Lock' : undefined} />
        <tbody>
          {first > 0 && <Gap rows={first} />}
          {places.slice(first, last).map((place, k) => (
            <Row
              key={first + k}
              kind={kind}
              index={first + k}
              place={place}
              columns={columns}
              chosen={chosen === first + k}
              fault={faultAt?.index === first + k ? faultAt : undefined}
            />
          ))}
          {last < places.length && <Gap rows={places.length - last} />}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ rows }: { readonly rows: number }) {
  return (
    <tr class="gap">
      <td style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );
}

interface RowProps {
  readonly kind: Kind;
  readonly index: number;
  readonly place: Partial<Place> & { readonly id: string };
  readonly columns: readonly PlaceColumn[];
  readonly chosen: boolean;
  readonly fault: CellFault | undefined;
}

function Row({ kind, index, place, columns, chosen, fault }: RowProps) {
  const lit = focus.value?.kind === kind && focus.value.id === place.id;
  return (
    <tr
      class={chosen ? 'chosen' : lit ? 'lit' : undefined}
      aria-rowindex={index + 2}
      {...pointing({ kind, id: place.id })}
      onFocusCapture={() => selectAt({ kind, index })}
    >
      <Cells
        columns={columns}
        row={place}
        of={`${kind} ${place.id}`}
        fault={fault}
        onChange={(column, text) => {
          change((current) => setCell(current, { kind, index }, column.field, typedIn(column, text)));
          // The selection goes by the id, which may have changed.
          if (column.field === 'id' && chosen) selectAt({ kind, index });
        }}
      />
      {place.status && (
        <td>
          <LockSelect
            class="cell"
            label={`Lock of depot ${place.id}`}
            value={place.status}
            onChange={(status) => change((current) => setCell(current, { kind, index }, 'status', status))}
          />
        </td>
      )}
      <DeleteCell
        of={`${kind} ${place.id}`}
        onDelete={() => {
          change((current) => removePlace(current, { kind, index }));
          focus.value = undefined;
          selection.value = undefined;
        }}
      />
    </tr>
  );
}

/** An empty cell is no value, or no limit. */
function typedIn({ field, numeric }: PlaceColumn, text: string): unknown {
  if (composed.includes(field)) return readServiceCell(field, text, draft.value.units.time);
  const typed = numeric ? readCell(text) : text.trim();
  if (typed !== '') return typed;
  return field === 'capacity' ? null : constant.includes(field) ? '' : undefined;
}
