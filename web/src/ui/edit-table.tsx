/** A table to edit: a column for each field, a row of cells for each thing. Only rows in sight are rendered, so thousands are as quick as ten. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { change, draft, validity } from '../state/document.ts';
import { type RowKind, removeRow, rowsOf, setCell } from '../state/edits.ts';
import { RemoveButton } from './button.tsx';
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

interface EditTableProps {
  readonly kind: RowKind;
  /** What a row is, such as `customer`. */
  readonly noun: string;
  readonly columns: readonly EditColumn[];
  /** The field that shows a fault of its whole row. */
  readonly whole: string;
  /** The row to keep in sight. */
  readonly chosen?: number;
  readonly attributesOf?: (index: number) => object;
  /** After a change; without a field, after the row is deleted. */
  readonly onChange?: (index: number, field?: string) => void;
}

/** Pixels, as in the style sheet. */
const rowHeight = 34;
const spareRows = 6;

const isNumeric = (kind: EditColumn['kind']) => kind === 'number' || kind === 'amounts';

export function EditTable(props: EditTableProps) {
  const { kind: list, columns, whole, chosen } = props;
  const rows = rowsOf(draft.value, list);
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
      <table class={`places ${list}s`} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ field, title, unit, kind }) => (
              <Column key={field} title={title} unit={unit} numeric={isNumeric(kind)} />
            ))}
            <th scope="col" aria-label="Delete" />
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {rows.slice(first, last).map((row, k) => (
            <Row key={first + k} {...props} row={row} index={first + k} fault={fault?.index === first + k ? fault : undefined} />
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

interface RowProps extends EditTableProps {
  readonly row: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly index: number;
  readonly fault: CellFault | undefined;
}

function Row({ kind: list, noun, columns, row, index, fault, attributesOf, onChange }: RowProps) {
  const { time } = draft.value.units;
  const set = (field: string, value: unknown) => {
    change((current) => setCell(current, { kind: list, index }, field, value));
    onChange?.(index, field);
  };
  const remove = () => {
    change((current) => removeRow(current, { kind: list, index }));
    onChange?.(index);
  };
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
                onChange={(status) => set(field, status)}
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
                onCommit={(text) => set(field, readCell(text, kind, time) ?? empty)}
              />
            )}
          </td>
        );
      })}
      <td>
        <RemoveButton label={`Delete ${noun} ${row.id}`} onClick={remove} />
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
function faultIn(kind: RowKind, whole: string): CellFault | undefined {
  const now = validity.value;
  if (now.state !== 'invalid') return undefined;
  const [, found, index, field = whole] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(now.error.place.field ?? '') ?? [];
  return found === `${kind}s` ? { index: Number(index), field, reason: now.error.reason } : undefined;
}
