/** The plan: what it costs, its depots and its routes. */

import { Fragment } from 'preact';
import { capitalised, costSplit, formatCount, idleDepotNotes, informativeGap, verify } from '../../../src/page.ts';
import { outdated, type Plan, plan } from '../state/document.ts';
import { running } from '../state/run.ts';
import { keep } from '../state/scenarios.ts';
import { tell } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { distance, money } from '../ui/units.ts';
import { ClosedDepots } from './closed-depots.tsx';
import { DepotTable } from './depot-table.tsx';
import { RouteTable } from './route-table.tsx';

export function PlanPanel() {
  const current = plan.value;
  if (!current)
    return (
      <p class="empty">
        {running.value
          ? 'The map shows the best plan so far. Its tables appear here at the end.'
          : 'No plan yet. Choose a time and press Solve.'}
      </p>
    );
  return (
    <div class={outdated.value ? 'plan outdated' : 'plan'}>
      {outdated.value && (
        <Note role="status" text="The data has changed since this plan was made. This is the old plan, for the old data." />
      )}
      <Costs plan={current} />
      <h3>Depots</h3>
      <DepotTable plan={current} />
      {idleDepotNotes(current.instance, current.solution).map((note) => (
        <p key={note} class="faint">
          {note}
        </p>
      ))}
      <ClosedDepots plan={current} />
      <h3>Routes</h3>
      <RouteTable plan={current} />
      <Record plan={current} />
    </div>
  );
}

function Costs({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const { feasible, cost } = verify(instance, solution);
  const length = solution.routes.reduce((sum, route) => sum + route.distance, 0);
  const parts = costSplit(cost);
  return (
    <section aria-label="Cost">
      <div class="total row">
        <span class="faint">
          Total cost <small>{feasible ? 'verified' : 'infeasible'}</small>
        </span>
        <strong data-testid="total-cost" data-value={cost.total}>
          {money(cost.total, instance)}
        </strong>
        <Button
          onClick={() => {
            const { name } = keep({ instance, solution }, instance.name);
            tell(`Kept as “${name}”`);
          }}
          icon="keep"
          text="Keep"
        />
      </div>
      <div class="bar" aria-hidden="true">
        {parts.map(({ kind, value }) => (
          <span key={kind} style={{ flexGrow: Math.max(0, value), background: `var(--${kind})` }} />
        ))}
      </div>
      <dl class="parts row">
        {parts.map(({ kind, value }) => (
          <div key={kind}>
            <dt>
              <span class="key swatch" style={{ background: `var(--${kind})` }} aria-hidden="true" />
              {capitalised(kind)}
            </dt>
            <dd>{money(value, instance)}</dd>
          </div>
        ))}
        <div>
          <dt>Open</dt>
          <dd>
            {solution.openDepots.length} of {formatCount(instance.depots.length, 'depot')}
          </dd>
        </div>
        <div>
          <dt>Routes</dt>
          <dd>{solution.routes.length}</dd>
        </div>
        <div>
          <dt>Distance</dt>
          <dd>{distance(length, instance)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** How the plan was found, for those who want to repeat it. */
function Record({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const { method, model, seed, threads, stop, time, iterations, mip, predicted, unpredicted = [], notes = [] } = solution;
  // These are shown with the depots.
  const idle = idleDepotNotes(instance, solution);
  const gap = mip && informativeGap(mip.objective, mip.bound);
  const proof = gap === undefined ? '' : `, within ${(100 * gap).toFixed(2)} % of the optimum`;
  const stages = `${time.allocation.toFixed(1)} choosing, ${time.routing.toFixed(1)} routing, ${time.improvement.toFixed(1)} improving`;
  const effort = [
    ...(threads === undefined ? [] : [formatCount(threads, 'thread')]),
    ...(iterations === undefined ? [] : [formatCount(iterations, 'iteration')]),
  ];
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Method', model ? `${method}, model ${model}` : method],
    ['Not seen by it', unpredicted.join(', ')],
    [
      'Predicted',
      predicted
        ? `${money(Number(predicted.total.toPrecision(3)), instance)}; once routed, that choice cost ${money(predicted.actual, instance)}`
        : undefined,
    ],
    ['Choice', mip && `by ${mip.solver}${proof}`],
    ['Stopped by', stop],
    ['Time', `${time.total.toFixed(1)} s: ${stages}`],
    ['Seed', [seed, ...effort].join(', ')],
  ];
  return (
    <details class="record">
      <summary>How it was found</summary>
      <dl class="pairs">
        {facts
          .filter(([, text]) => text)
          .map(([name, text]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
      </dl>
      {notes
        .filter((note) => !idle.includes(note))
        .map((note) => (
          <p key={note} class="faint">
            {note}
          </p>
        ))}
    </details>
  );
}
