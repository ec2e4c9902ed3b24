/** Plans that were kept, and two of them side by side: costs, depots, and who changed hands. */
import { formatCount, formatNumber } from '../../../src/report/number.ts';
import { plan } from '../state/run.ts';
import { compared, comparison, discard, keep, rename, reopen, type Scenario, scenarios } from '../state/scenarios.ts';
import { focus, tab } from '../state/view.ts';
import { TextInput } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';
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
    </>
  );
}

function Row({ scenario }: { readonly scenario: Scenario }) {
  const { key, name, solution } = scenario;
  const choose = (side: 0 | 1) => {
    const [a, b] = compared.value ?? [scenarios.value[0].key, scenarios.value.at(-1)?.key ?? key];
    const other = side === 0 ? b : a;
    // Choosing one for both sides swaps them.
    const rest = other === key ? (side === 0 ? a : b) : other;
    compared.value = side === 0 ? [key, rest] : [rest, key];
  };
  return (
    <li>
      <span class="sides">
        {(['A', 'B'] as const).map((letter, side) => (
          <button
            key={letter}
            type="button"
            class="small"
            disabled={scenarios.value.length < 2}
            aria-pressed={compared.value?.[side] === key}
            aria-label={`Compare ${name} as ${letter}`}
            onClick={() => choose(side === 0 ? 0 : 1)}
          >
            {letter}
          </button>
        ))}
      </span>
      <TextInput class="cell" aria-label="Name of the scenario" value={name} onCommit={(text) => rename(key, text.trim() || name)} />
      <span class="figures">
        <strong>{formatNumber(solution.cost.total)}</strong>
        <small>{formatCount(solution.openDepots.length, 'depot')}</small>
      </span>
      <button
        type="button"
        class="small"
        aria-label={`Open ${name}`}
        onClick={() => {
          reopen(scenario);
          tab.value = 'plan';
        }}
      >
        Open
      </button>
      <button type="button" class="icon quiet" aria-label={`Delete ${name}`} onClick={() => discard(key)}>
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
  const only = (one: Scenario, other: Scenario) => one.solution.openDepots.filter((id) => !other.solution.openDepots.includes(id));
  const both = a.solution.openDepots.filter((id) => b.solution.openDepots.includes(id));
  return (
    <section class="comparison" aria-label="Comparison">
      <h3>Costs</h3>
      <Scroll label="Costs of both plans">
        <table class="results">
          <thead>
            <tr>
              <th scope="col">Cost</th>
              <th scope="col" class="number">
                A
              </th>
              <th scope="col" class="number">
                B
              </th>
              <th scope="col" class="number">
                B − A
              </th>
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
        <dd>{both.join(', ') || 'none'}</dd>
        <dt>Only in A</dt>
        <dd>{only(a, b).join(', ') || 'none'}</dd>
        <dt>Only in B</dt>
        <dd>{only(b, a).join(', ') || 'none'}</dd>
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
            <strong>{id}</strong> {from} → {to}
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
