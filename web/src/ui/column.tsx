/** The head of a column; a unit stands below its title, where it takes no width. */
import { headed } from './units.ts';

interface ColumnProps {
  readonly title: string;
  readonly unit?: string;
  readonly numeric?: boolean;
}

export function Column({ title, unit, numeric = false }: ColumnProps) {
  return (
    <th scope="col" class={numeric ? 'number' : undefined} title={unit && headed(title, unit)}>
      {title}
      {unit !== undefined && <span class="unit"> ({unit})</span>}
    </th>
  );
}
