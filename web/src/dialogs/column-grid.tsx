/** The first rows of a table that could not be read, with what each column is taken for: the planner says what it is. */
import { useState } from 'preact/hooks';
import type { TablePreview } from '../../../src/page.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields.tsx';

interface ColumnGridProps {
  readonly table: TablePreview;
  readonly onRead: (names: ReadonlyMap<number, string>, ignore: readonly string[]) => void;
}

/** Shown as it is, and no part of the plan. */
const detail = 'detail';

export function ColumnGrid({ table: { columns, choices, rows }, onRead }: ColumnGridProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const read = () => {
    const ignored = [...chosen].flatMap(([k, meaning]) => (meaning === detail ? [columns[k].name] : []));
    onRead(new Map([...chosen].filter(([, meaning]) => meaning !== detail)), ignored);
  };
  const options = Object.fromEntries([['unclear', 'please choose'], [detail, 'only a detail'], ...choices.map((name) => [name, name])]);
  return (
    <section aria-label="Columns">
      <p>What is in each column?</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys cannot scroll */}
      <div class="scroll" tabIndex={0}>
        <table class="results">
          <thead>
            <tr>
              {columns.map(({ name, meaning }, k) => (
                <th key={k} scope="col">
                  {name}
                  <Select
                    aria-label={`Meaning of ${name}`}
                    value={chosen.get(k) ?? meaning}
                    options={options}
                    onChange={(next) => setChosen(new Map([...chosen, [k, next]]))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, r) => (
              <tr key={r}>
                {cells.map((cell, k) => (
                  <td key={k}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button class="primary" disabled={chosen.size === 0} onClick={read} text="Read it like this" />
    </section>
  );
}
