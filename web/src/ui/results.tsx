/** A table of results. It may be wider than the panel, and scrolls on its own, with the keyboard as well. */
import type { ComponentChildren } from 'preact';

interface ColumnProps {
  readonly title: string;
  readonly unit?: string;
  readonly numeric?: boolean;
}

/** The head of a column. A unit stands below the title, where it takes no width. */
export const Column = ({ title, unit, numeric = false }: ColumnProps) => (
  <th scope="col" class={numeric ? 'number' : undefined} title={unit && `${title} (${unit})`}>
    {title}
    {unit !== undefined && <span class="unit"> ({unit})</span>}
  </th>
);

interface PairsProps {
  readonly of: readonly (readonly [name: string, what: string | null | undefined])[];
  readonly class?: string;
}

/** Names and what they stand for; those that stand for nothing are left out. */
export const Pairs = ({ of, class: kind = '' }: PairsProps) => (
  <dl class={`pairs ${kind}`}>{of.map(([name, what]) => what && [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{what}</dd>])}</dl>
);

interface ResultsProps {
  readonly label: string;
  readonly columns: readonly ColumnProps[];
  /** Rows. */
  readonly children: ComponentChildren;
}

export const Results = ({ label, columns, children }: ResultsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys cannot scroll
  <section class="scroll" aria-label={label} tabIndex={0}>
    <table class="results">
      <thead>
        <tr>
          {columns.map((column) => (
            <Column key={column.title} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
