/** Rows from a spreadsheet: pasted, judged at every change, then added to the data. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { capitalised, formatCount, formatNumber } from '../../../src/page.ts';
import { change, draft } from '../state/document.ts';
import { type Draft, isEmpty } from '../state/draft.ts';
import { appendPlaces, type Kind } from '../state/edits.ts';
import { canAddPlaces, closeDialog, tab, tell } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { ChoiceField } from '../ui/fields.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { type DecimalMark, markOf, numbersIn, withPlainNumbers } from '../ui/numbers.ts';
import { type Coordinates, coordinatesFor, inOrder, judgeRows, type PastedRows } from './pasted-rows.ts';

/** What is in the box; a paste anywhere on the page lands here. */
export const pasted = signal('');
const kind = signal<Kind>('customer');
/** What the user has chosen instead of the guess. */
const chosenMark = signal<DecimalMark | undefined>(undefined);
const chosenCoordinates = signal<Coordinates | undefined>(undefined);
/** Columns of the pasted rows that the user plans without. */
const ignored = signal<readonly string[]>([]);
pasted.subscribe(() => (ignored.value = []));

const samples: Readonly<Record<Kind, string>> = {
  customer: 'Bakery\t14.51\t46.05\t12\nFlorist\t14.49\t46.06\t7',
  depot: 'North yard\t14.50\t46.09\t300\t120\nStation\t14.52\t46.06\t450\t180',
};
const expected: Readonly<Record<Kind, string>> = {
  customer: 'name, x (or longitude), y (or latitude), demand',
  depot: 'name, x (or longitude), y (or latitude), capacity, opening cost',
};
const marks = { '.': 'a decimal point: 1,234.5', ',': 'a decimal comma: 1.234,5' } as const;
const coordinateNames: Readonly<Record<Coordinates, string>> = {
  plane: 'x, y in the plane',
  'longitude-latitude': 'longitude, latitude',
  'latitude-longitude': 'latitude, longitude',
};

export function PasteDialog() {
  const guessed = useMemo(() => markOf(numbersIn(pasted.value)), [pasted.value]);
  const mark = chosenMark.value ?? guessed;
  const judged = useMemo(
    () => judgeRows(withPlainNumbers(pasted.value, mark), kind.value, ignored.value),
    [pasted.value, kind.value, mark, ignored.value],
  );
  const options = judged.state === 'read' ? coordinatesFor(judged, draft.value) : [];
  const coordinates = options.find((option) => option === chosenCoordinates.value) ?? options[0] ?? 'plane';
  const rows = judged.state === 'read' ? inOrder(judged, coordinates) : undefined;
  return (
    <Modal title="Paste rows" onClose={closeDialog}>
      <p class="row">
        {(['customer', 'depot'] as const).map((one) => (
          <Button key={one} aria-pressed={kind.value === one} onClick={() => choose(one)} text={capitalised(`${one}s`)} />
        ))}
      </p>
      <label>
        Rows of {expected[kind.value]}; with column names in the first line, in any order
        <textarea
          rows={10}
          spellcheck={false}
          placeholder={samples[kind.value]}
          value={pasted.value}
          onInput={({ currentTarget }) => (pasted.value = currentTarget.value)}
        />
      </label>
      <div class="form">
        {numbersIn(pasted.value).some((cell) => cell.includes(',')) && (
          <ChoiceField label="Numbers have" value={mark} options={marks} onChange={(value) => (chosenMark.value = value)} />
        )}
        {options.length > 1 && (
          <ChoiceField
            label="Coordinates are"
            value={coordinates}
            options={Object.fromEntries(options.map((option) => [option, coordinateNames[option]]))}
            onChange={(value) => (chosenCoordinates.value = value)}
          />
        )}
      </div>
      {rows && <Preview rows={rows} coordinates={coordinates} />}
      {judged.state === 'refused' && (
        <ErrorNote fault={judged.fault} without={(columns) => (ignored.value = [...ignored.value, ...columns])} />
      )}
      <p class="row">
        <Button
          class="primary"
          disabled={!rows}
          onClick={() => rows && add(rows, coordinates !== 'plane')}
          text={rows ? `Add ${formatCount(rows.places.length, kind.value)}` : 'Add'}
        />
      </p>
    </Modal>
  );
}

/** The other table has other columns. */
function choose(next: Kind): void {
  kind.value = next;
  ignored.value = [];
}

/** How the first row has been understood. */
function Preview({ rows, coordinates }: { readonly rows: PastedRows; readonly coordinates: Coordinates }) {
  const [first] = rows.places;
  const show = (value: number | string | null) => (typeof value === 'number' ? formatNumber(value) : (value ?? 'unlimited'));
  const facts = [
    first.id || 'The first row',
    coordinates === 'plane' ? `x ${first.x}, y ${first.y}` : `longitude ${first.x}, latitude ${first.y}`,
    ...('demand' in first
      ? [`demand ${show(first.demand)}`]
      : [`capacity ${show(first.capacity)}`, `opening cost ${show(first.openingCost)}`]),
  ];
  return (
    <>
      <p class="faint">Read as: {facts.join(' · ')}</p>
      {rows.warnings.map(({ message }) => (
        <Note key={message} text={message} />
      ))}
    </>
  );
}

function add(rows: PastedRows, geographic: boolean): void {
  if (!canAddPlaces()) return;
  change((current) => onGlobe(appendPlaces(current, kind.value, rows.places), geographic && isEmpty(current)), rows.warnings);
  tell(`Added ${formatCount(rows.places.length, kind.value)}`);
  pasted.value = '';
  [chosenMark.value, chosenCoordinates.value] = [undefined, undefined];
  tab.value = 'data';
  closeDialog();
}

/** The first rows decide whether places lie on the globe. */
const onGlobe = (data: Draft, geographic: boolean): Draft =>
  geographic ? { ...data, travel: { kind: 'great-circle', unit: 'km', detour: 1, rounding: 'none' } } : data;
