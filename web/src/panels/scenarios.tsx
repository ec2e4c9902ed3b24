/** Plans that were kept, and two of them side by side: costs, depots, and who changed hands. */
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { labelsOf } from '../state/draft.ts';
import { undo } from '../state/history.ts';
import { leaveRun, plan } from '../state/run.ts';
import { compared, comparison, discard, keep, related, rename, reopen, type Scenario, scenarios } from '../state/scenarios.ts';
import { focus, tab, tell } from '../state/view.ts';
import { Column } from '../ui/column.tsx';
import { TextInput } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { money } from '../ui/units.ts';
import { changedHands } from './changed-hands.ts';

export function ScenariosPanel() {
  const list = scenarios.value;
  const current = plan.value;
  return (
    <>
      <p class="choices">
        <button type="button" disabled={!current} onClick={() => current && keep(current, current.instance.name)}>
          <Icon name="keep" /> Keep the current plan
        </button>
      </p>
      {list.length === 0 ? (
        <p class="empty">Nothing kept yet. Solve, keep the plan, change something, solve again, and compare.</p>
      ) : (
        <ul class="scenarios">
          {list.map((scenario) => (
            <Row key={scenario.key} scenario={scenario} />
          ))}
        </ul>
      )}
      {comparison.value && <Comparison pair={comparison.value} />}
      {list.length === 1 && <p class="facts">A second plan, and the two can be compared.</p>}
      {list.length > 1 && !comparison.value && (
        <p class="facts">Choose A and B to compare two plans for the same customers. Plans for unrelated data have nothing to compare.</p>
      )}
    </>
  );
}

function Row({ scenario }: { readonly scenario: Scenario }) {
  const { key, name, instance, solution } = scenario;
  const partners = scenarios.value.filter((other) => other.key !== key && related(other.instance, instance));
  /** With whom it is compared: as now, where that means something, else with the first of its own data. */
  const choose = (side: 0 | 1) => {
    const [a, b] = compared.value ?? [];
    const other = side === 0 ? b : a;
    // Choosing one for both sides swaps them.
    const wanted = other === key ? (side === 0 ? a : b) : other;
    const partner = partners.find((one) => one.key === wanted) ?? partners[0];
    compared.value = side === 0 ? [key, partner.key] : [partner.key, key];
  };
  return (
    <li>
      <span class="sides">
        {(['A', 'B'] as const).map((letter, side) => (
          <button
            key={letter}
            type="button"
            class="small"
            disabled={partners.length === 0}
            title={partners.length === 0 ? 'No other plan is for these customers' : undefined}
            aria-pressed={comparison.value?.[side].key === key}
            aria-label={`Compare ${name} as ${letter}`}
            onClick={() => choose(side === 0 ? 0 : 1)}
          >
            {letter}
          </button>
        ))}
      </span>
      <TextInput class="cell" aria-label="Name of the scenario" value={name} onCommit={(text) => rename(key, text.trim() || name)} />
      <span class="figures">
        <strong>{money(solution.cost.total, instance)}</strong>
        <small>{formatCount(solution.openDepots.length, 'depot')}</small>
      </span>
      <button
        type="button"
        class="small"
        aria-label={`Open ${name}`}
        onClick={async () => {
          if (!(await leaveRun())) return;
          reopen(scenario);
          tab.value = 'plan';
          tell(`Opened ${name}`, { label: 'Undo', act: undo });
        }}
      >
        Open
      </button>
      <button
        type="button"
        class="icon quiet"
        aria-label={`Delete ${name}`}
        onClick={() => {
          discard(key);
          tell(`Deleted “${name}”`, { label: 'Undo', act: undo });
        }}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

function Comparison({ pair: [a, b] }: { readonly pair: readonly [Scenario, Scenario] }) {
  const costs = [
    ['Total', 'total'],
    ['Opening', 'opening'],
    ['Vehicles', 'vehicles'],
    ['Travel', 'travel'],
  ] as const;
  const moved = changedHands(a, b);
  const depotLabels = new Map([...labelsOf(a.instance.depots), ...labelsOf(b.instance.depots)]);
  const customerLabels = labelsOf(b.instance.customers);
  const names = (ids: readonly string[]) => ids.map((id) => depotLabels.get(id)).join(', ') || 'none';
  const only = (one: Scenario, other: Scenario) => one.solution.openDepots.filter((id) => !other.solution.openDepots.includes(id));
  const both = a.solution.openDepots.filter((id) => b.solution.openDepots.includes(id));
  return (
    <section class="comparison" aria-label="Comparison">
      <h3>Costs</h3>
      <Scroll label="Costs of both plans">
        <table class="results">
          <thead>
            <tr>
              <Column title="Cost" unit={b.instance.units.currency} />
              <Column title="A" numeric />
              <Column title="B" numeric />
              <Column title="B − A" numeric />
            </tr>
          </thead>
          <tbody>
            {costs.map(([title, key]) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td class="number">{formatNumber(a.solution.cost[key])}</td>
                <td class="number">{formatNumber(b.solution.cost[key])}</td>
                <td class="number">{difference(a.solution.cost[key], b.solution.cost[key])}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Routes</th>
              <td class="number">{a.solution.routes.length}</td>
              <td class="number">{b.solution.routes.length}</td>
              <td class="number">{difference(a.solution.routes.length, b.solution.routes.length)}</td>
            </tr>
          </tbody>
        </table>
      </Scroll>
      <h3>Depots</h3>
      <dl class="depot-sets">
        <dt>Open in both</dt>
        <dd>{names(both)}</dd>
        <dt>Only in A</dt>
        <dd>{names(only(a, b))}</dd>
        <dt>Only in B</dt>
        <dd>{names(only(b, a))}</dd>
      </dl>
      <h3>
        {moved.length === 0
          ? 'No customer changes hands'
          : `${formatCount(moved.length, 'customer')} ${moved.length === 1 ? 'changes' : 'change'} hands`}
      </h3>
      <ul class="moved">
        {moved.map(({ id, from, to }) => (
          <li
            key={id}
            onPointerEnter={() => {
              focus.value = { kind: 'customer', id };
            }}
            onPointerLeave={() => {
              focus.value = undefined;
            }}
          >
            <strong>{customerLabels.get(id)}</strong> {depotLabels.get(from)} → {depotLabels.get(to)}
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
