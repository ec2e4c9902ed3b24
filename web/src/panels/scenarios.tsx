/** Plans that were kept, and two of them side by side: costs, depots, and the customers that move. */
import { capitalised, costKinds, formatCount, formatNumber, placeNames } from '../../../src/page.ts';
import { plan, type Scenario, scenarios, undoing } from '../state/document.ts';
import { leaveRun } from '../state/run.ts';
import { type Comparison, compared, comparison, discard, keep, related, rename, reopen } from '../state/scenarios.ts';
import { pointing, tab, tell } from '../state/view.ts';
import { Button, RemoveButton } from '../ui/button.tsx';
import { TextInput } from '../ui/fields.tsx';
import { Pairs, Results } from '../ui/results.tsx';
import { money } from '../ui/units.ts';
import { Board } from './board.tsx';

const alone = 'Keep a second plan to compare the two.';
const unchosen = 'Choose A and B to compare two plans for the same customers. Plans for unrelated data cannot be compared.';

export function ScenariosPanel() {
  const list = scenarios.value;
  const current = plan.value;
  const keepCurrent = () => current && keep(current, current.instance.name);
  return (
    <>
      <Board />
      <h3>Two plans on maps</h3>
      <p class="row">
        <Button disabled={!current} onClick={keepCurrent} icon="keep" text="Keep the current plan" />
      </p>
      {list.length === 0 ? (
        <p class="empty">Nothing kept yet. Solve, keep the plan, change something, solve again, and compare.</p>
      ) : (
        <ul class="scenarios list">
          {list.map((scenario) => (
            <Row key={scenario.key} scenario={scenario} />
          ))}
        </ul>
      )}
      {comparison.value && <ComparisonTables {...comparison.value} />}
      {list.length > 0 && !comparison.value && <p class="faint">{list.length === 1 ? alone : unchosen}</p>}
    </>
  );
}

const letters = ['A', 'B'] as const;

function Row({ scenario }: { readonly scenario: Scenario }) {
  const { key, name, instance, solution } = scenario;
  const partners = scenarios.value.filter((other) => other.key !== key && related(other.instance, instance));
  /** Compares with the current partner, if that is for the same customers, else with the first that is. */
  const choose = (side: 0 | 1) => {
    const [a, b] = compared.value ?? [];
    const other = side === 0 ? b : a;
    // Choosing one for both sides swaps them.
    const wanted = other === key ? (side === 0 ? a : b) : other;
    const partner = partners.find((one) => one.key === wanted) ?? partners[0];
    compared.value = side === 0 ? [key, partner.key] : [partner.key, key];
  };
  const open = async () => {
    if (!(await leaveRun())) return;
    reopen(scenario);
    tab.value = 'plan';
    tell(`Opened ${name}`, undoing);
  };
  const remove = () => {
    discard(key);
    tell(`Deleted “${name}”`, undoing);
  };
  return (
    <li class="row">
      <span class="row">
        {([0, 1] as const).map((side) => (
          <Button
            key={side}
            class="small"
            disabled={partners.length === 0}
            title={partners.length === 0 ? 'No other plan is for the same customers' : undefined}
            aria-pressed={comparison.value?.pair[side].key === key}
            aria-label={`Compare ${name} as ${letters[side]}`}
            onClick={() => choose(side)}
            text={letters[side]}
          />
        ))}
      </span>
      <TextInput class="cell" aria-label="Name of the scenario" value={name} onCommit={(text) => rename(key, text.trim() || name)} />
      <span class="figures column number">
        <strong>{money(solution.cost.total, instance)}</strong>
        <small class="faint">{formatCount(solution.openDepots.length, 'depot')}</small>
      </span>
      <Button class="small" aria-label={`Open ${name}`} onClick={open} text="Open" />
      <RemoveButton label={`Delete ${name}`} onClick={remove} />
    </li>
  );
}

function ComparisonTables({ pair: [a, b], change: { opened, closed, moved } }: Comparison) {
  const depotLabels = new Map([...placeNames(a.instance.depots), ...placeNames(b.instance.depots)]);
  const customerLabels = placeNames(b.instance.customers);
  const names = (ids: readonly string[]) => ids.map((id) => depotLabels.get(id)).join(', ') || 'none';
  const rows = [
    ...(['total', ...costKinds] as const).flatMap((kind) => {
      const [before, after] = [a.solution.cost[kind], b.solution.cost[kind]];
      return before === undefined && after === undefined ? [] : [[capitalised(kind), before ?? 0, after ?? 0] as const];
    }),
    ['Routes', a.solution.routes.length, b.solution.routes.length] as const,
  ];
  const sets = [
    ['Open in both', names(a.solution.openDepots.filter((id) => !closed.includes(id)))],
    ['Only in A', names(closed)],
    ['Only in B', names(opened)],
  ] as const;
  const columns = [
    { title: 'Cost', unit: b.instance.units.currency },
    { title: 'A', numeric: true },
    { title: 'B', numeric: true },
    { title: 'B − A', numeric: true },
  ];
  return (
    <section aria-label="Comparison">
      <h3>Costs</h3>
      <Results label="Costs of both plans" columns={columns}>
        {rows.map(([title, before, after]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td class="number">{formatNumber(before)}</td>
            <td class="number">{formatNumber(after)}</td>
            <td class="number">{difference(before, after)}</td>
          </tr>
        ))}
      </Results>
      <h3>Depots</h3>
      <Pairs class="depot-sets" of={sets} />
      <h3>
        {moved.length === 0 ? 'No customer' : formatCount(moved.length, 'customer')} {moved.length > 1 ? 'change' : 'changes'} depots
      </h3>
      <ul class="moved">
        {moved.map(({ customer, from, to }) => (
          <li key={customer} {...pointing({ kind: 'customer', id: customer })}>
            <strong>{customerLabels.get(customer)}</strong> {depotLabels.get(from)} → {depotLabels.get(to)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function difference(a: number, b: number): string {
  const change = Math.round((b - a) * 100) / 100;
  const share = a !== 0 && change !== 0 ? ` (${change > 0 ? '+' : '−'}${Math.abs((100 * change) / a).toFixed(1)} %)` : '';
  return change === 0 ? '=' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}${share}`;
}
