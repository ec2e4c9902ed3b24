/** Candidate sites from the customers' demand, for those who have none yet, or not enough. */
import { useState } from 'preact/hooks';
import { amountsOf, formatCount, type InstanceInput, NeoLrpError, suggestSites } from '../../../src/page.ts';
import { change, draft, undoing } from '../state/document.ts';
import type { Cell, Draft, DraftDepot } from '../state/draft.ts';
import { tell } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { NumberField } from '../ui/fields.tsx';

/** What `suggestSites` has made is replaced when it is asked again. */
const isSuggested = ({ id, name }: DraftDepot): boolean => /^S\d+$/.test(id) && name?.startsWith(`${id} (`) === true;

export function SuggestSites() {
  const { depots, customers, travel } = draft.value;
  const old = depots.filter(isSuggested);
  const [count, setCount] = useState<Cell>(10);
  const [rent, setRent] = useState<Cell>(Number(old[0]?.openingCost) || 0);
  const [capacity, setCapacity] = useState<Cell>('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  if (customers.length === 0 || travel.kind === 'matrix') return null;
  const { heading } = amountsOf(draft.value);
  const suggest = () => {
    try {
      const wanted = { count: Number(count), openingCost: Number(rent), capacity: capacity === '' ? null : Number(capacity) };
      const made = suggestedFor(draft.value, wanted);
      change((current) => ({ ...current, depots: [...current.depots.filter((depot) => !isSuggested(depot)), ...made] }));
      setFault(undefined);
      tell(`${formatCount(made.length, 'site')} suggested`, undoing);
    } catch (error) {
      if (!(error instanceof NeoLrpError)) throw error;
      setFault(error.reason);
    }
  };
  return (
    <details class="suggest" open={depots.length === old.length}>
      <summary>Suggest sites</summary>
      <p class="faint">Sites where the demand is: good ones whether few of them open or many. A plan then chooses among them.</p>
      <div class="form">
        <NumberField label="How many" value={count} onChange={setCount} fault={fault} />
        <NumberField
          label={heading.cost('Rent of each')}
          value={rent}
          onChange={setRent}
          hint={Number(rent) === 0 ? 'Assumed: without a rent, all may open.' : undefined}
        />
        <NumberField label={heading.demand('Capacity of each')} value={capacity} onChange={setCapacity} placeholder="no limit" />
      </div>
      <Button onClick={suggest} text={old.length > 0 ? 'Suggest again' : 'Suggest sites'} />
    </details>
  );
}

function suggestedFor({ customers, depots, travel }: Draft, options: Parameters<typeof suggestSites>[1]): readonly DraftDepot[] {
  const others = depots.filter((depot) => !isSuggested(depot));
  // What was typed may be no number; the library says so.
  const problem = { customers, depots: others, travel } as Pick<InstanceInput, 'customers' | 'depots' | 'travel'>;
  return suggestSites(problem, options).map((site) => ({
    ...site,
    id: String(site.id),
    capacity: site.capacity ?? null,
    openingCost: site.openingCost ?? 0,
    status: 'candidate',
  }));
}
