/** A table to edit: a column for each field, a row of cells for each thing. Only rows in sight are rendered, so thousands are as quick as ten. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { draft, validity } from '../state/document.ts';
import { IconButton } from './button.tsx';
import { type CellKind, readCell, showCell } from './cells.ts';
import { lockNames, Select, TextInput } from './fields.tsx';
import { Column } from './results.tsx';

export interface EditColumn<Field extends string = string> {
  readonly field: Field;
  readonly title: string;
  readonly kind: CellKind | 'lock';
  readonly unit?: string;
  readonly placeholder?: string;
  /** What the data has where nothing was typed. */
  readonly empty?: '' | null;
}

interface EditTableProps<Field extends string> {
  readonly list: 'depots' | 'customers' | 'vehicles';
  /** What a row is, such as `customer`. */
  readonly noun: string;
  readonly columns: readonly EditColumn<Field>[];
  readonly rows: readonly (Partial<Record<Field, unknown>> & { readonly id: string })[];
  /** The field that shows a fault of its whole row. */
  readonly whole: Field;
  /** The row to keep in sight. */
  readonly chosen?: number;
  readonly attributesOf?: (index: number) => object;
  readonly onChange: (index: number, field: Field, value: unknown) => void;
  readonly onDelete: (index: number) => void;
}

/** Pixels, as in the style sheet. */
const rowHeight = 34;
const spareRows = 6;

const isNumeric = (kind: EditColumn['kind']) => kind === 'number' || kind === 'amounts';

export function EditTable<Field extends string>(props: EditTableProps<Field>) {
  const { list, columns, rows, whole, chosen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const fault = faultIn(list, whole);
  const shownRow = fault?.index ?? chosen;
  useEffect(() => {
    const { current } = frame;
    if (!current || shownRow === undefined) return;
    const [at, seen] = [shownRow * rowHeight, current.clientHeight - 2 * rowHeight];
    if (at < current.scrollTop || at > current.scrollTop + seen) current.scrollTop = Math.max(0, at - seen / 2);
  }, [shownRow]);
  const first = Math.max(0, Math.floor(top / rowHeight) - spareRows);
  const last = Math.min(rows.length, first + 2 * spareRows + 16);
  return (
    <div class="table-frame" ref={frame} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <table class={`places ${list}`} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ field, title, unit, kind }) => (
              <Column key={field} title={title} unit={unit} numeric={isNumeric(kind)} />
            ))}
            <th scope="col">
              <span class="hidden">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {rows.slice(first, last).map((_, k) => (
            <Row key={first + k} {...props} index={first + k} fault={fault?.index === first + k ? fault : undefined} />
          ))}
          <Gap rows={rows.length - last} />
        </tbody>
      </table>
    </div>
  );
}

const Gap = ({ rows }: { readonly rows: number }) =>
  rows > 0 && (
    <tr>
      <td style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );

interface RowProps<Field extends string> extends EditTableProps<Field> {
  readonly index: number;
  readonly fault: CellFault | undefined;
}

function Row<Field extends string>({ noun, columns, rows, index, fault, attributesOf, onChange, onDelete }: RowProps<Field>) {
  const row = rows[index];
  const { time } = draft.value.units;
  return (
    <tr aria-rowindex={index + 2} {...attributesOf?.(index)}>
      {columns.map(({ field, title, kind, placeholder, empty }) => {
        const label = `${title} of ${noun} ${row.id}`;
        const reason = fault?.field === field ? fault.reason : undefined;
        return (
          <td key={field}>
            {kind === 'lock' ? (
              <Select
                class="cell"
                aria-label={label}
                value={String(row[field])}
                options={lockNames}
                onChange={(status) => onChange(index, field, status)}
              />
            ) : (
              <TextInput
                class={isNumeric(kind) ? 'cell number' : 'cell'}
                aria-label={label}
                aria-invalid={reason !== undefined}
                title={reason}
                inputMode={isNumeric(kind) ? 'decimal' : 'text'}
                placeholder={placeholder}
                value={showCell(row[field], kind, time)}
                onCommit={(text) => onChange(index, field, readCell(text, kind, time) ?? empty)}
              />
            )}
          </td>
        );
      })}
      <td>
        <IconButton quiet icon="trash" label={`Delete ${noun} ${row.id}`} onClick={() => onDelete(index)} />
      </td>
    </tr>
  );
}

interface CellFault {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** The cell with a fault, where it is in this list of the data. */
function faultIn(list: EditTableProps<string>['list'], whole: string): CellFault | undefined {
  const now = validity.value;
  if (now.state !== 'invalid') return undefined;
  const [, found, index, field = whole] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(now.error.place.field ?? '') ?? [];
  return found === list ? { index: Number(index), field, reason: now.error.reason } : undefined;
}
