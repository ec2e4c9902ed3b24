/** What a plan must satisfy: numbers of depots, a budget, customers together or apart, depots allowed or not. */
import type { Rules } from '../../../src/page.ts';
import { change, draft, faultAt, obstacle } from '../state/document.ts';
import type { Cell } from '../state/draft.ts';
import { NumberField } from '../ui/fields.tsx';
import { Names } from '../ui/id-picker.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { DepotLists, Groups } from './rule-lists.tsx';

const limits = [
  ['minOpen', 'Minimum open depots'],
  ['maxOpen', 'Maximum open depots'],
  ['openingBudget', 'Opening budget'],
] as const;

type Limit = (typeof limits)[number][0];

/** A limit that is not a number is kept as typed, for the library to judge. */
const set = (changed: Partial<Omit<Rules, Limit> & Record<Limit, Cell | undefined>>) =>
  change((current) => ({ ...current, rules: { ...current.rules, ...changed } as Rules }));

export function RulesPanel() {
  const { rules, customers, depots } = draft.value;
  return (
    <>
      <div class="form">
        {limits.map(([key, label]) => (
          <NumberField
            key={key}
            label={label}
            value={rules[key]}
            placeholder="no limit"
            fault={faultAt(`rules.${key}`)}
            onChange={(value) => set({ [key]: value === '' ? undefined : value })}
          />
        ))}
      </div>
      <p class="faint">To lock a depot open or closed, use the table of depots under Data.</p>
      <Groups
        title="Customers that share a depot"
        empty="No customers must share a depot."
        groups={rules.together}
        onChange={(together) => set({ together })}
      />
      <Groups
        title="Customers kept apart"
        empty="No customers must be kept apart."
        groups={rules.apart}
        onChange={(apart) => set({ apart })}
      />
      <Groups
        title="At most one of these depots"
        empty="No depots exclude each other."
        kind="depot"
        groups={rules.oneOf ?? []}
        onChange={(oneOf) => set({ oneOf: oneOf.length > 0 ? oneOf : undefined })}
      />
      <DepotLists title="Only these depots" verb="only" lists={rules.allowed} onChange={(allowed) => set({ allowed })} />
      <DepotLists title="Never these depots" verb="never" lists={rules.forbidden} onChange={(forbidden) => set({ forbidden })} />
      <OtherFault />
      <Names kind="customer" places={customers} />
      <Names kind="depot" places={depots} />
    </>
  );
}

/** A fault of the rules that no field above shows. */
function OtherFault() {
  const field = obstacle.value?.place.field ?? '';
  const isLimit = limits.some(([key]) => field === `rules.${key}`);
  return obstacle.value && field.startsWith('rules') && !isLimit ? <ErrorNote fault={obstacle.value} /> : null;
}
