/** Rules that are lists: groups of customers, and depots by customer. */
import { useState } from 'preact/hooks';
import { placeNames } from '../../../src/page.ts';
import { draft } from '../state/document.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { IdPicker } from '../ui/id-picker.tsx';

interface GroupsProps {
  readonly title: string;
  readonly empty: string;
  /** What the groups are of. */
  readonly kind?: 'customer' | 'depot';
  readonly groups: readonly (readonly string[])[];
  readonly onChange: (groups: readonly (readonly string[])[]) => void;
}

export function Groups({ title, empty, kind = 'customer', groups, onChange }: GroupsProps) {
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const places = kind === 'customer' ? draft.value.customers : draft.value.depots;
  return (
    <section>
      <h3>{title}</h3>
      {groups.length === 0 && <p class="faint">{empty}</p>}
      {groups.map((group, k) => (
        <div class="row ruled" key={group.join('\n')}>
          <IdPicker
            label={`add a ${kind}`}
            chosen={group}
            options={places}
            list={`${kind}-names`}
            onChange={(next) => onChange(next.length > 1 ? groups.with(k, next) : groups.toSpliced(k, 1))}
          />
          <span class="spring" />
          <IconButton
            quiet
            icon="trash"
            label={`Remove the group of ${group.join(', ')}`}
            onClick={() => onChange(groups.toSpliced(k, 1))}
          />
        </div>
      ))}
      <div class="row ruled">
        <IdPicker
          label={fresh.length === 0 ? `new group: first ${kind}` : `next ${kind}`}
          chosen={fresh}
          options={places}
          list={`${kind}-names`}
          onChange={setFresh}
        />
        <Button
          class="small"
          disabled={fresh.length < 2}
          onClick={() => {
            onChange([...groups, fresh]);
            setFresh([]);
          }}
          text="Add"
        />
      </div>
    </section>
  );
}

interface DepotListsProps {
  readonly title: string;
  readonly verb: string;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (lists: Readonly<Record<string, readonly string[]>>) => void;
}

export function DepotLists({ title, verb, lists, onChange }: DepotListsProps) {
  const [customer, setCustomer] = useState<readonly string[]>([]);
  const [depots, setDepots] = useState<readonly string[]>([]);
  const { customers, depots: sites } = draft.value;
  const labels = placeNames(customers);
  const without = (id: string) => Object.fromEntries(Object.entries(lists).filter(([name]) => name !== id));
  return (
    <section>
      <h3>{title}</h3>
      {Object.keys(lists).length === 0 && <p class="faint">No customer has such a list.</p>}
      {Object.entries(lists).map(([id, list]) => (
        <div class="row ruled" key={id}>
          <strong title={id}>{labels.get(id) ?? id}</strong> <span class="faint">{verb}</span>
          <IdPicker
            label="add a depot"
            chosen={list}
            options={sites}
            list="depot-names"
            onChange={(next) => onChange(next.length > 0 ? { ...lists, [id]: next } : without(id))}
          />
          <span class="spring" />
          <IconButton quiet icon="trash" label={`Remove the list of ${id}`} onClick={() => onChange(without(id))} />
        </div>
      ))}
      <div class="row ruled">
        <IdPicker
          label="customer"
          chosen={customer}
          options={customers.filter(({ id }) => !Object.hasOwn(lists, id))}
          list="customer-names"
          onChange={(chosen) => setCustomer(chosen.slice(-1))}
        />
        <IdPicker label="depot" chosen={depots} options={sites} list="depot-names" onChange={setDepots} />
        <Button
          class="small"
          disabled={customer.length === 0 || depots.length === 0}
          onClick={() => {
            onChange({ ...lists, [customer[0]]: depots });
            setCustomer([]);
            setDepots([]);
          }}
          text="Add"
        />
      </div>
    </section>
  );
}
