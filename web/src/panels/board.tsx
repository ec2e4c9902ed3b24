/** The board: scenarios to solve in a batch, made by a form or from a sheet of the workbook, and all plans side by side. */
import { computed } from '@preact/signals';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import {
  changeInstance,
  fileNameOf,
  headings,
  type Instance,
  type InstanceChanges,
  NeoLrpError,
  recommendation,
  reportPage,
  scenarioColumns,
  scenarioRows,
  shownTable,
} from '../../../src/page.ts';
import { baseMap } from '../map/ground.tsx';
import { addToBoard, addUsual, board, comparable, removeFromBoard } from '../state/board.ts';
import { validity } from '../state/document.ts';
import { labelOf } from '../state/draft.ts';
import { running } from '../state/run.ts';
import { Button, RemoveButton } from '../ui/button.tsx';
import { download } from '../ui/download.ts';
import { ChoiceField, TextField } from '../ui/fields.tsx';
import { Results } from '../ui/results.tsx';

export function Board() {
  const now = validity.value;
  const asked = board.value;
  if (now.state !== 'valid') return null;
  const solve = async () => (await import('../state/batch.ts')).solveBoard();
  return (
    <section aria-label="Scenarios">
      <h3>Scenarios</h3>
      <AddScenario instance={now.instance} />
      {asked.length > 0 && (
        <ul class="board list">
          {asked.map(({ name, changes }) => (
            <li key={name} class="row">
              <strong>{name}</strong>
              <span class="spring faint">{wordsFor(changes)}</span>
              <RemoveButton label={`Remove ${name}`} onClick={() => removeFromBoard(name)} />
            </li>
          ))}
        </ul>
      )}
      <p class="row">
        <Button onClick={addUsual} text="Add the usual questions" title="Driving ±20 %, demand ±10 %, rent +20 %" />
        <Button
          class="primary"
          disabled={asked.length === 0 || running.value !== undefined}
          onClick={solve}
          text={asked.length > 1 ? `Solve all ${asked.length}` : 'Solve it'}
        />
      </p>
      <SideBySide />
    </section>
  );
}

const wordsFor = (changes: InstanceChanges) =>
  Object.entries(changes)
    .map(([path, value]) => `${path} ${value}`)
    .join(', ');

/** What the form can ask, how it is called, and what to type. */
const kinds = {
  maxOpen: { label: 'At most so many sites', example: '2' },
  open: { label: 'A site is open', example: '' },
  closed: { label: 'A site is closed', example: '' },
  demandFactor: { label: 'More or less demand', example: '+10 %' },
  costPerDistance: { label: 'Fuel, or cost of distance', example: '+20 %' },
  'depots.openingCost': { label: 'Rent of all sites', example: '+20 %' },
  rent: { label: 'Rent of one site', example: '900' },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.fromEntries(Object.entries(kinds).map(([kind, { label }]) => [kind, label])) as Record<Kind, string>;

function AddScenario({ instance }: { readonly instance: Instance }) {
  const [kind, setKind] = useState<Kind>('maxOpen');
  const [site, setSite] = useState(instance.depots[0].id);
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const ofSite = kind === 'open' || kind === 'closed' || kind === 'rent';
  const known = instance.depots.find(({ id }) => id === site) ?? instance.depots[0];
  const choose = (next: Kind) => {
    setKind(next);
    setValue('');
  };
  const add = () => {
    try {
      const { name, changes } = scenarioOf(kind, value.trim() || kinds[kind].example, known);
      changeInstance(instance, changes);
      addToBoard([{ name, changes }]);
      setFault(undefined);
    } catch (error) {
      if (!(error instanceof NeoLrpError)) throw error;
      setFault(error.reason);
    }
  };
  return (
    <div class="form">
      <ChoiceField label="What if" value={kind} options={kindNames} onChange={choose} />
      {ofSite && (
        <ChoiceField
          label="Site"
          value={known.id}
          options={Object.fromEntries(instance.depots.map((depot) => [depot.id, labelOf(depot)]))}
          onChange={setSite}
        />
      )}
      {kind !== 'open' && kind !== 'closed' && (
        <TextField label="Value" value={value} placeholder={kinds[kind].example} onCommit={setValue} />
      )}
      <Button onClick={add} text="Add" />
      {fault && <small class="fault">{fault}</small>}
    </div>
  );
}

function scenarioOf(
  kind: Kind,
  value: string,
  site: Instance['depots'][number],
): { readonly name: string; readonly changes: InstanceChanges } {
  const given = /^\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : value;
  if (kind === 'open' || kind === 'closed') return { name: `${labelOf(site)} ${kind}`, changes: { [`depots.${site.id}.status`]: kind } };
  if (kind === 'rent') return { name: `Rent of ${labelOf(site)} ${value}`, changes: { [`depots.${site.id}.openingCost`]: given } };
  if (kind === 'maxOpen') return { name: `At most ${value} open`, changes: { maxOpen: given } };
  if (kind !== 'demandFactor') return { name: `${kindNames[kind]} ${value}`, changes: { [kind]: given } };
  const [, sign, percent] = /^([+−-])\s*(\d+(?:[.,]\d+)?)\s*%$/.exec(value) ?? [];
  const share = Number(percent?.replace(',', '.')) / 100;
  const factor = percent === undefined ? given : Number((1 + (sign === '+' ? share : -share)).toPrecision(12));
  return { name: `Demand ${value}`, changes: { demandFactor: factor } };
}

/** Those of which there is something to say. */
const inWords = (heads: readonly string[], cells: readonly string[]) =>
  heads.flatMap((head, k) => (cells[k] === '' || cells[k] === '0' ? [] : [`${head} ${cells[k]}`])).join(' · ');

const rowsOfAll = computed(() => scenarioRows(comparable.value));

/** All plans for the same customers. */
function SideBySide() {
  const all = comparable.value;
  if (all.length === 0) return null;
  const [{ instance }] = all;
  const rows = rowsOfAll.value;
  const { name, costs, figures } = scenarioColumns(instance, rows, headings());
  // The panel is narrow: the rest stands below each row, in words.
  const [brief, rest] = [costs.slice(0, 3), [...figures, ...costs.slice(3)]];
  const [heads, cells] = shownTable([name, ...brief, ...rest], rows, instance);
  const columns = [name, ...brief].map(({ kind }, k) => ({ title: heads[k], numeric: kind !== 'text' }));
  const report = () =>
    download(`${fileNameOf(instance.name)}.report.html`, new Blob([reportPage(all, undefined, baseMap.value)], { type: 'text/html' }));
  return (
    <>
      <p>{recommendation(rows)}</p>
      {all.length > 1 && (
        <Results label="Scenarios side by side" columns={columns}>
          {cells.map(([called, ...others]) => (
            <Fragment key={called}>
              <tr>
                <th scope="row">{called}</th>
                {others.slice(0, brief.length).map((cell, k) => (
                  <td key={k} class="number">
                    {cell}
                  </td>
                ))}
              </tr>
              <tr class="stops">
                <td colSpan={columns.length}>{inWords(heads.slice(columns.length), others.slice(brief.length))}</td>
              </tr>
            </Fragment>
          ))}
        </Results>
      )}
      <p class="row">
        <Button onClick={report} icon="download" text="Save a report" title="A page to print or to send, with all of these" />
      </p>
    </>
  );
}
