/** The head of a column. A unit stands below the title, where it takes no width. */

interface ColumnProps {
  readonly title: string;
  readonly unit?: string;
  readonly numeric?: boolean;
}

export function Column({ title, unit, numeric = false }: ColumnProps) {
  return (
    <th scope="col" class={numeric ? 'number' : undefined} title={unit && `${title} (${unit})`}>
      {title}
      {unit !== undefined && <span class="unit"> ({unit})</span>}
    </th>
  );
}
