/** Rows from a spreadsheet: pasted, judged at every change, then added to the data. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { NeoLrpError, type Rows, readCustomerRows, readDepotRows } from '../../../src/index.ts';
import { formatCount } from '../../../src/report/number.ts';
import { type Fault, faultOf } from '../solver/protocol.ts';
import { change, draft } from '../state/document.ts';
import type { Draft, DraftCustomer, DraftDepot } from '../state/draft.ts';
import { appendPlaces, type Kind } from '../state/edits.ts';
import { closeDialog, tab, tell } from '../state/view.ts';
import { Modal } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';

/** What is in the box; a paste anywhere on the page lands here. */
export const pasted = signal('');
const kind = signal<Kind>('customer');

const samples: Readonly<Record<Kind, string>> = {
  customer: 'Bakery\t14.51\t46.05\t12\nFlorist\t14.49\t46.06\t7',
  depot: 'North yard\t14.50\t46.09\t300\t120\nStation\t14.52\t46.06\t450\t180',
};
const expected: Readonly<Record<Kind, string>> = {
  customer: 'name, x (or longitude), y (or latitude), demand',
  depot: 'name, x (or longitude), y (or latitude), capacity, opening cost',
};

type Judged =
  | { readonly state: 'empty' }
  | {
      readonly state: 'read';
      readonly depots: readonly DraftDepot[];
      readonly customers: readonly DraftCustomer[];
      readonly geographic: boolean;
    }
  | { readonly state: 'refused'; readonly fault: Fault };

export function PasteDialog() {
  const judged = useMemo(() => judge(pasted.value, kind.value), [pasted.value, kind.value]);
  const count = judged.state === 'read' ? judged.depots.length + judged.customers.length : 0;
  return (
    <Modal title="Paste rows" onClose={closeDialog}>
      <p class="table-head">
        <span class="segments">
          {(['customer', 'depot'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={kind.value === one} onClick={() => (kind.value = one)}>
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
      {judged.state === 'refused' && <ErrorNote fault={judged.fault} />}
      <p class="choices">
        <button type="button" class="primary" disabled={judged.state !== 'read'} onClick={() => judged.state === 'read' && add(judged)}>
          {judged.state === 'read' ? `Add ${formatCount(count, kind.value)}` : 'Add'}
        </button>
      </p>
    </Modal>
  );
}

function judge(text: string, of: Kind): Judged {
  if (text.trim() === '') return { state: 'empty' };
  const file = { name: 'rows', text };
  try {
    if (of === 'customer') {
      const read = readCustomerRows(file);
      return {
        state: 'read',
        depots: [],
        customers: read.places.map((place) => ({ ...place, id: nameOf(place.id, read) })),
        geographic: read.geographic,
      };
    }
    const read = readDepotRows(file);
    const depots = read.places.map(
      (place): DraftDepot => ({
        ...place,
        id: nameOf(place.id, read),
        capacity: place.capacity ?? null,
        openingCost: place.openingCost ?? 0,
        status: place.status ?? 'candidate',
      }),
    );
    return { state: 'read', depots, customers: [], geographic: read.geographic };
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    return { state: 'refused', fault: faultOf(error) };
  }
}

/** Rows without names get one when they are added. */
const nameOf = (id: string | number, { named }: Rows<'customers'> | Rows<'depots'>) => (named ? String(id) : '');

function add({ depots, customers, geographic }: Extract<Judged, { state: 'read' }>): void {
  if (draft.value.travel.kind === 'matrix') {
    tell('Distances are given by a matrix, which knows no new places. Choose straight lines under Data first.');
    return;
  }
  change((current) =>
    onGlobe(appendPlaces(current, depots, customers), geographic && current.depots.length + current.customers.length === 0),
  );
  tell(`Added ${formatCount(depots.length + customers.length, kind.value)}`);
  pasted.value = '';
  tab.value = 'data';
  closeDialog();
}

/** The first rows decide whether places lie on the globe. */
const onGlobe = (data: Draft, geographic: boolean): Draft =>
  geographic ? { ...data, travel: { kind: 'great-circle', unit: 'km', detour: 1, rounding: 'none' } } : data;
