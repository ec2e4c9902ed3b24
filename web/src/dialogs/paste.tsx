/** Rows from a spreadsheet: pasted, judged at every change, then added to the data. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { NeoLrpError, type ReadWarning, type Rows, readCustomerRows, readDepotRows } from '../../../src/index.ts';
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { type Fault, faultOf } from '../solver/protocol.ts';
import { change, draft } from '../state/document.ts';
import { type Draft, type DraftCustomer, type DraftDepot, isEmpty, isGeographic } from '../state/draft.ts';
import { appendPlaces, type Kind } from '../state/edits.ts';
import { closeDialog, tab, tell } from '../state/view.ts';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { ChoiceField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { type DecimalMark, markOf, numbersIn, withPlainNumbers } from '../ui/numbers.ts';

/** What is in the box; a paste anywhere on the page lands here. */
export const pasted = signal('');
const kind = signal<Kind>('customer');

/** What the two coordinates of a row are. */
type Coordinates = 'plane' | 'longitude-latitude' | 'latitude-longitude';
/** Where the visitor knows better than the guess. */
const chosenMark = signal<DecimalMark | undefined>(undefined);
const chosenCoordinates = signal<Coordinates | undefined>(undefined);
/** Columns of what is in the box that the visitor plans without. */
const ignored = signal<readonly string[]>([]);
pasted.subscribe(() => {
  ignored.value = [];
});

const samples: Readonly<Record<Kind, string>> = {
  customer: 'Bakery\t14.51\t46.05\t12\nFlorist\t14.49\t46.06\t7',
  depot: 'North yard\t14.50\t46.09\t300\t120\nStation\t14.52\t46.06\t450\t180',
};
const expected: Readonly<Record<Kind, string>> = {
  customer: 'name, x (or longitude), y (or latitude), demand',
  depot: 'name, x (or longitude), y (or latitude), capacity, opening cost',
};
const marks = [
  { value: '.', label: 'a decimal point: 1,234.5' },
  { value: ',', label: 'a decimal comma: 1.234,5' },
] as const;
const coordinateNames: Readonly<Record<Coordinates, string>> = {
  plane: 'x, y in the plane',
  'longitude-latitude': 'longitude, latitude',
  'latitude-longitude': 'latitude, longitude',
};

interface Read {
  readonly state: 'read';
  readonly depots: readonly DraftDepot[];
  readonly customers: readonly DraftCustomer[];
  /** The columns are called longitude and latitude. */
  readonly geographic: boolean;
  readonly told: readonly ReadWarning[];
}
type Judged = { readonly state: 'empty' } | Read | { readonly state: 'refused'; readonly fault: Fault };

export function PasteDialog() {
  const guessed = useMemo(() => markOf(numbersIn(pasted.value)), [pasted.value]);
  const mark = chosenMark.value ?? guessed;
  const judged = useMemo(
    () => judge(withPlainNumbers(pasted.value, mark), kind.value, ignored.value),
    [pasted.value, kind.value, mark, ignored.value],
  );
  const options = judged.state === 'read' ? coordinatesFor(judged, draft.value) : [];
  const coordinates = options.find((option) => option === chosenCoordinates.value) ?? options[0] ?? 'plane';
  const count = judged.state === 'read' ? judged.depots.length + judged.customers.length : 0;
  return (
    <Modal title="Paste rows" onClose={closeDialog}>
      <p class="table-head">
        <span class="segments">
          {(['customer', 'depot'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={kind.value === one} onClick={() => choose(one)}>
              {one === 'customer' ? 'Customers' : 'Depots'}
            </button>
          ))}
        </span>
      </p>
      <label>
        Rows of {expected[kind.value]}; a first line with column names may put them in any order
        <textarea
          rows={10}
          spellcheck={false}
          placeholder={samples[kind.value]}
          value={pasted.value}
          onInput={({ currentTarget }) => {
            pasted.value = currentTarget.value;
          }}
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
            options={options.map((value) => ({ value, label: coordinateNames[value] }))}
            onChange={(value) => (chosenCoordinates.value = value)}
          />
        )}
      </div>
      {judged.state === 'read' && <Preview read={inOrder(judged, coordinates)} coordinates={coordinates} />}
      {judged.state === 'read' &&
        judged.told.map(({ message }) => (
          <p key={message} class="stale">
            <Icon name="warning" />
            <span>{message}</span>
          </p>
        ))}
      {judged.state === 'refused' && <Refusal fault={judged.fault} />}
      <p class="choices">
        <button
          type="button"
          class="primary"
          disabled={judged.state !== 'read'}
          onClick={() => judged.state === 'read' && add(inOrder(judged, coordinates), coordinates !== 'plane')}
        >
          {judged.state === 'read' ? `Add ${formatCount(count, kind.value)}` : 'Add'}
        </button>
      </p>
    </Modal>
  );
}

/** Another kind of table has other columns. */
function choose(next: Kind): void {
  kind.value = next;
  ignored.value = [];
}

function Refusal({ fault }: { readonly fault: Fault }) {
  const { ignorable } = fault.place;
  return (
    <ErrorNote fault={fault}>
      {ignorable !== undefined && (
        <button type="button" onClick={() => (ignored.value = [...ignored.value, ...ignorable])}>
          Plan without {ignorable.join(', ')}
        </button>
      )}
    </ErrorNote>
  );
}

/** How the first row has been understood. */
function Preview({ read: { depots, customers }, coordinates }: { readonly read: Read; readonly coordinates: Coordinates }) {
  const [first] = [...depots, ...customers];
  const show = (value: number | string | null) => (typeof value === 'number' ? formatNumber(value) : (value ?? 'unlimited'));
  const facts = [
    first.id || 'The first row',
    coordinates === 'plane' ? `x ${first.x}, y ${first.y}` : `longitude ${first.x}, latitude ${first.y}`,
    ...('demand' in first
      ? [`demand ${show(first.demand)}`]
      : [`capacity ${show(first.capacity)}`, `opening cost ${show(first.openingCost)}`]),
  ];
  return <p class="facts">Read as: {facts.join(' · ')}</p>;
}

/** What the coordinates can be, the likeliest first. Later rows are what the data already is. */
function coordinatesFor(read: Read, data: Draft): readonly Coordinates[] {
  if (!isEmpty(data) && !isGeographic(data)) return ['plane'];
  if (read.geographic) return ['longitude-latitude'];
  if (!isEmpty(data)) return ['longitude-latitude', ...(onGlobeAs(read, 'y', 'x') ? (['latitude-longitude'] as const) : [])];
  const likely = [
    ...(onGlobeAs(read, 'x', 'y') ? (['longitude-latitude'] as const) : []),
    ...(onGlobeAs(read, 'y', 'x') ? (['latitude-longitude'] as const) : []),
  ];
  return isFine(read) ? [...likely, 'plane'] : ['plane', ...likely];
}

/** Whether all rows lie on the globe, if that is what their coordinates are. */
const onGlobeAs = ({ depots, customers }: Read, longitude: 'x' | 'y', latitude: 'x' | 'y'): boolean =>
  [...depots, ...customers].every((place) => Math.abs(Number(place[longitude])) <= 180 && Math.abs(Number(place[latitude])) <= 90);

/** Whether most coordinates are finer than a tenth: degrees are, while a plane is measured in whole units, more often than not. */
function isFine({ depots, customers }: Read): boolean {
  const values = [...depots, ...customers].flatMap(({ x, y }) => [Number(x), Number(y)]);
  return 2 * values.filter((value) => Math.abs(value * 10 - Math.round(value * 10)) > 1e-6).length >= values.length;
}

function inOrder(read: Read, coordinates: Coordinates): Read {
  if (coordinates !== 'latitude-longitude') return read;
  const turned = <T extends DraftDepot | DraftCustomer>(place: T): T => ({ ...place, x: place.y, y: place.x });
  return { ...read, depots: read.depots.map(turned), customers: read.customers.map(turned) };
}

function judge(text: string, of: Kind, ignore: readonly string[]): Judged {
  if (text.trim() === '') return { state: 'empty' };
  const file = { name: 'rows', text };
  const told: ReadWarning[] = [];
  const options = { ignore, onWarning: (warning: ReadWarning) => told.push(warning) };
  try {
    if (of === 'customer') {
      const read = readCustomerRows(file, options);
      const customers = read.places.map((place) => ({ ...place, id: nameOf(place.id, read) }));
      return { state: 'read', depots: [], customers, geographic: read.geographic, told };
    }
    const read = readDepotRows(file, options);
    const depots = read.places.map(
      (place): DraftDepot => ({
        ...place,
        id: nameOf(place.id, read),
        capacity: place.capacity ?? null,
        openingCost: place.openingCost ?? 0,
        status: place.status ?? 'candidate',
      }),
    );
    return { state: 'read', depots, customers: [], geographic: read.geographic, told };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    return { state: 'refused', fault: faultOf(error) };
  }
}

/** Rows without names get one when they are added. */
const nameOf = (id: string | number, { named }: Rows<'customers'> | Rows<'depots'>) => (named ? String(id) : '');

function add({ depots, customers, told }: Read, geographic: boolean): void {
  if (draft.value.travel.kind === 'matrix') {
    tell('Distances are given by a matrix, which knows no new places. Choose straight lines under Data first.');
    return;
  }
  change((current) => onGlobe(appendPlaces(current, depots, customers), geographic && isEmpty(current)), told);
  tell(`Added ${formatCount(depots.length + customers.length, kind.value)}`);
  pasted.value = '';
  [chosenMark.value, chosenCoordinates.value] = [undefined, undefined];
  tab.value = 'data';
  closeDialog();
}

/** The first rows decide whether places lie on the globe. */
const onGlobe = (data: Draft, geographic: boolean): Draft =>
  geographic ? { ...data, travel: { kind: 'great-circle', unit: 'km', detour: 1, rounding: 'none' } } : data;
