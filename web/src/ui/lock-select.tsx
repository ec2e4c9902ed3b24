/** Whether a depot may open, or is locked open or closed. */
import type { Depot } from '../../../src/page.ts';

type Status = Depot['status'];

interface LockSelectProps {
  readonly label: string;
  readonly class?: string;
  readonly value: Status;
  readonly onChange: (status: Status) => void;
}

const names: readonly (readonly [Status, string])[] = [
  ['candidate', 'free'],
  ['open', 'open'],
  ['closed', 'closed'],
];

export function LockSelect({ label, value, onChange, ...attributes }: LockSelectProps) {
  return (
    <select
      {...attributes}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(names[currentTarget.selectedIndex][0])}
    >
      {names.map(([status, name]) => (
        <option key={status} value={status}>
          {name}
        </option>
      ))}
    </select>
  );
}
