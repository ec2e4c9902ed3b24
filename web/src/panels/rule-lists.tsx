/** Rules that are lists: groups of customers, and depots by customer. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { placeNames } from '../../../src/page.ts';
import { draft } from '../state/document.ts';
import type { Kind } from '../state/edits.ts';
import { Button, RemoveButton } from '../ui/button.tsx';
import { IdPicker } from '../ui/id-picker.tsx';

const placesOf = (kind: Kind) => (kind === 'customer' ? draft.value.customers : draft.value.depots);

interface Listed {
  readonly key: string;
  readonly ids: readonly string[];
  /** What the list is called. */
  readonly noun: string;
  readonly head?: ComponentChildren;
  /** A list that lost too many is removed. */
  readonly onChange: (ids: readonly string[]) => void;
}

interface ListsProps {
  readonly title: string;
  readonly empty: string;
  readonly kind: Kind;
  readonly lists: readonly Listed[];
  /** The row for a new list. */
  readonly children: ComponentChildren;
}

const Lists = ({ title, empty, kind, lists, children }: ListsProps) => (
  <section>
    <h3>{title}</h3>
    {lists.length === 0 && <p class="faint">{empty}</p>}
    {lists.map(({ key, ids, noun, head, onChange }) => (
      <div class="row ruled" key={key}>
        {head}
        <IdPicker label={`add a ${kind}`} chosen={ids} kind={kind} options={placesOf(kind)} onChange={onChange} />
        <span class="spring" />
        <RemoveButton label={`Remove ${noun}`} onClick={() => onChange([])} />
      </div>
    ))}
    <div class="row ruled">{children}</div>
  </section>
);

interface GroupsProps {
  readonly title: string;
  readonly empty: string;
  /** What the groups are of. */
  readonly kind?: Kind;
  readonly groups: readonly (readonly string[])[];
  readonly onChange: (groups: readonly (readonly string[])[]) => void;
}

export function Groups({ title, empty, kind = 'customer', groups, onChange }: GroupsProps) {
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const add = () => {
    onChange([...groups, fresh]);
    setFresh([]);
  };
  const lists = groups.map((ids, k) => ({
    ...{ key: ids.join('\n'), ids, noun: `the group of ${ids.join(', ')}` },
    onChange: (next: readonly string[]) => onChange(next.length > 1 ? groups.with(k, next) : groups.toSpliced(k, 1)),
  }));
  const label = fresh.length === 0 ? `new group: first ${kind}` : `next ${kind}`;
  return (
    <Lists title={title} empty={empty} kind={kind} lists={lists}>
      <IdPicker label={label} chosen={fresh} kind={kind} options={placesOf(kind)} onChange={setFresh} />
      <Button class="small" disabled={fresh.length < 2} onClick={add} text="Add" />
    </Lists>
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
  const change = (id: string, next: readonly string[]) =>
    onChange(Object.fromEntries(Object.entries({ ...lists, [id]: next }).filter(([, list]) => list.length > 0)));
  const rows = Object.entries(lists).map(([id, ids]) => ({
    ...{ key: id, ids, noun: `the list of ${id}`, onChange: (next: readonly string[]) => change(id, next) },
    head: [<strong title={id}>{labels.get(id) ?? id}</strong>, <span class="faint">{verb}</span>],
  }));
  const add = () => {
    change(customer[0], depots);
    setCustomer([]);
    setDepots([]);
  };
  const others = customers.filter(({ id }) => !Object.hasOwn(lists, id));
  return (
    <Lists title={title} empty="No customer has such a list." kind="depot" lists={rows}>
      <IdPicker label="customer" chosen={customer} kind="customer" options={others} onChange={(chosen) => setCustomer(chosen.slice(-1))} />
      <IdPicker label="depot" chosen={depots} kind="depot" options={sites} onChange={setDepots} />
      <Button class="small" disabled={customer.length === 0 || depots.length === 0} onClick={add} text="Add" />
    </Lists>
  );
}
