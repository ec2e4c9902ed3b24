/** What tables to edit have in common: a column for each field, a row of cells, and a button that deletes the row. */
import { draft, validity } from '../state/document.ts';
import { showCell } from '../state/service-cells.ts';
import { IconButton } from './button.tsx';
import { Column } from './column.tsx';
import { CellInput } from './fields.tsx';

export interface EditColumn<Field extends string = string> {
  readonly field: Field;
  readonly title: string;
  readonly unit?: string;
  readonly numeric: boolean;
  readonly placeholder?: string;
}

export const Head = ({ columns, more }: { readonly columns: readonly EditColumn[]; readonly more?: string }) => (
  <thead>
    <tr>
      {columns.map(({ field, title, unit, numeric }) => (
        <Column key={field} title={title} unit={unit} numeric={numeric} />
      ))}
      {more && <Column title={more} />}
      <th scope="col">
        <span class="hidden">Delete</span>
      </th>
    </tr>
  </thead>
);

interface CellsProps<Field extends string> {
  readonly columns: readonly EditColumn<Field>[];
  readonly row: Partial<Record<Field, unknown>>;
  /** What the row is, such as `customer C1`. */
  readonly of: string;
  readonly fault: CellFault | undefined;
  readonly onChange: (column: EditColumn<Field>, text: string) => void;
}

export const Cells = <Field extends string>({ columns, row, of, fault, onChange }: CellsProps<Field>) =>
  columns.map((column) => (
    <td key={column.field}>
      <CellInput
        label={`${column.title} of ${of}`}
        value={showCell(column.field, row[column.field], draft.value.units.time)}
        numeric={column.numeric}
        placeholder={column.placeholder}
        fault={fault?.field === column.field ? fault.reason : undefined}
        onChange={(text) => onChange(column, text)}
      />
    </td>
  ));

export const DeleteCell = ({ of, onDelete }: { readonly of: string; readonly onDelete: () => void }) => (
  <td>
    <IconButton quiet icon="trash" label={`Delete ${of}`} onClick={onDelete} />
  </td>
);

export interface CellFault {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** The cell with a fault, where it is in this list of the data. `whole`: the field that shows a fault of its whole row. */
export function faultIn(list: 'depots' | 'customers' | 'vehicles', whole: string): CellFault | undefined {
  const now = validity.value;
  if (now.state !== 'invalid') return undefined;
  const [, found, index, field = whole] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(now.error.place.field ?? '') ?? [];
  return found === list ? { index: Number(index), field, reason: now.error.reason } : undefined;
}
