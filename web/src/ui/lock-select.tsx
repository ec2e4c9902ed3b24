/** Whether a depot may open, or is locked open or closed. */
import type { Depot } from '../../../src/page.ts';

interface LockSelectProps {
  readonly label: string;
  readonly class?: string;
  readonly value: unknown;
  readonly onChange: (status: Depot['status']) => void;
}

const names = { candidate: 'free', open: 'open', closed: 'closed' } as const;

export const LockSelect = ({ label, value, onChange, ...attributes }: LockSelectProps) => (
  <select
    {...attributes}
    aria-label={label}
    value={String(value)}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Depot['status'])}
  >
    {Object.entries(names).map(([status, name]) => (
      <option key={status} value={status}>
        {name}
      </option>
    ))}
  </select>
);
