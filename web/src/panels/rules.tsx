/** What a plan must keep, in a plain form: counts, a budget, customers together or apart, depots allowed or not. */
import type { Rules } from '../../../src/index.ts';
import { change, draft, validity } from '../state/document.ts';
import type { Cell } from '../state/draft.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NumberField } from '../ui/fields.tsx';
import { Names } from '../ui/id-picker.tsx';
import { DepotLists, Groups } from './rule-lists.tsx';

const set = (changed: Partial<Rules>) => change((current) => ({ ...current, rules: { ...current.rules, ...changed } }));

export function RulesPanel() {
  const { rules } = draft.value;
  const limit = (key: 'minOpen' | 'maxOpen' | 'openingBudget') => (value: Cell) => {
    if (value === '') set({ [key]: undefined });
    // What is no number is kept as typed, for the library to say so.
    else change((current) => ({ ...current, rules: { ...current.rules, [key]: value } }));
  };
  return (
    <>
      <div class="form">
        <NumberField
          label="At least so many open"
          value={rules.minOpen}
          placeholder="no limit"
          fault={faultOf('rules.minOpen')}
          onChange={limit('minOpen')}
        />
        <NumberField
          label="At most so many open"
          value={rules.maxOpen}
          placeholder="no limit"
          fault={faultOf('rules.maxOpen')}
          onChange={limit('maxOpen')}
        />
        <NumberField
          label="Budget for opening"
          value={rules.openingBudget}
          placeholder="no limit"
          fault={faultOf('rules.openingBudget')}
          onChange={limit('openingBudget')}
        />
      </div>
      <p class="facts">Single depots are locked open or closed in the table of depots, under Data.</p>
      <Groups
        title="Customers that share a depot"
        empty="None are tied together."
        groups={rules.together}
        onChange={(together) => set({ together })}
      />
      <Groups title="Customers kept apart" empty="None are kept apart." groups={rules.apart} onChange={(apart) => set({ apart })} />
      <DepotLists title="Only these depots" verb="only" lists={rules.allowed} onChange={(allowed) => set({ allowed })} />
      <DepotLists title="Never these depots" verb="never" lists={rules.forbidden} onChange={(forbidden) => set({ forbidden })} />
      <OtherFault />
      <Names id="customer-names" places={draft.value.customers} />
      <Names id="depot-names" places={draft.value.depots} />
    </>
  );
}

const shownAtField = ['rules.minOpen', 'rules.maxOpen', 'rules.openingBudget'];

function currentFault() {
  const now = validity.value;
  return now.state === 'invalid' ? now.error : now.state === 'valid' ? now.obstacle : undefined;
}

function faultOf(field: string): string | undefined {
  const fault = currentFault();
  return fault?.place.field === field ? fault.reason : undefined;
}

function OtherFault() {
  const fault = currentFault();
  const field = fault?.place.field ?? '';
  return fault && field.startsWith('rules') && !shownAtField.includes(field) ? <ErrorNote fault={fault} /> : null;
}
