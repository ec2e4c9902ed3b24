/** A table of depots or customers to edit. Only the rows in sight are rendered, so thousands are as quick as ten. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { change, draft, validity } from '../state/document.ts';
import type { Draft, DraftCustomer, DraftDepot } from '../state/draft.ts';
import { type Kind, placesOf, removePlace, setCell } from '../state/edits.ts';
import { focus, pointing, selectAt, selected, selection } from '../state/view.ts';
import { Column } from '../ui/column.tsx';
import { CellInput, readCell } from '../ui/fields.tsx';
import { IconButton } from '../ui/icon.tsx';
import { LockSelect } from '../ui/lock-select.tsx';

/** A cell that can be edited. */
type Field = 'id' | 'name' | 'address' | 'capacity' | 'openingCost' | 'demand' | 'x' | 'y';

interface PlaceColumn {
  readonly field: Field;
  readonly title: string;
  readonly unit?: string;
  readonly numeric: boolean;
  readonly placeholder?: string;
}

function columnsOf(kind: Kind, { travel, units, depots, customers }: Draft): readonly PlaceColumn[] {
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
  const faultAt = faultFor(kind);

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
        <thead>
          <tr>
            {columns.map(({ field, title, unit, numeric }) => (
              <Column key={field} title={title} unit={unit} numeric={numeric} />
            ))}
            {kind === 'depot' && <Column title="Lock" />}
            <th scope="col">
              <span class="hidden">Delete</span>
            </th>
          </tr>
        </thead>
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
  readonly place: Partial<DraftDepot & DraftCustomer> & { readonly id: string };
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
      {columns.map(({ field, title, numeric, placeholder }) => (
        <td key={field}>
          <CellInput
            label={`${title} of ${kind} ${place.id}`}
            value={place[field] ?? null}
            numeric={numeric}
            placeholder={placeholder}
            fault={fault?.field === field ? fault.reason : undefined}
            onChange={(text) => {
              const typed = numeric ? readCell(text) : text.trim();
              change((current) => setCell(current, { kind, index }, field, field === 'capacity' && typed === '' ? null : typed));
              // The selection goes by the id, which may have changed.
              if (field === 'id' && chosen) selectAt({ kind, index });
            }}
          />
        </td>
      ))}
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
      <td>
        <IconButton
          quiet
          name="trash"
          label={`Delete ${kind} ${place.id}`}
          onClick={() => {
            change((current) => removePlace(current, { kind, index }));
            focus.value = undefined;
            selection.value = undefined;
          }}
        />
      </td>
    </tr>
  );
}

interface CellFault {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** The cell with a fault, where it is in this table. */
function faultFor(kind: Kind): CellFault | undefined {
  const now = validity.value;
  if (now.state !== 'invalid') return undefined;
  const [, list, index, field] = /^(depots|customers)\[(\d+)\](?:\.(\w+))?/.exec(now.error.place.field ?? '') ?? [];
  return list === `${kind}s` ? { index: Number(index), field: field ?? 'x', reason: now.error.reason } : undefined;
}
