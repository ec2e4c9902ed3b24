/** The plan: what it costs, its depots and its routes. */
import { useMemo } from 'preact/hooks';
import {
  capitalised,
  confidenceTexts,
  costSplit,
  drawTimetable,
  formatCount,
  idleDepotNotes,
  informativeGap,
  verify,
} from '../../../src/page.ts';
import { outdated, type Plan, plan } from '../state/document.ts';
import { running } from '../state/run.ts';
import { keep } from '../state/scenarios.ts';
import { tell, theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Markup } from '../ui/markup.tsx';
import { Note } from '../ui/note.tsx';
import { Pairs } from '../ui/results.tsx';
import { distance, money } from '../ui/units.ts';
import { ClosedDepots } from './closed-depots.tsx';
import { DepotTable } from './depot-table.tsx';
import { RouteTable } from './route-table.tsx';

const untilItEnds = 'The map shows the best plan so far. Its tables appear here at the end.';

export function PlanPanel() {
  const current = plan.value;
  if (!current) return <p class="empty">{running.value ? untilItEnds : 'No plan yet. Choose a time and press Solve.'}</p>;
  return (
    <div class={outdated.value ? 'plan outdated' : 'plan'}>
      {outdated.value && (
        <Note role="status" text="The data has changed since this plan was made. This is the old plan, for the old data." />
      )}
      <Costs plan={current} />
      <Notes of={confidenceTexts(current.instance, current.solution).map(capitalised)} />
      <h3>Depots</h3>
      <DepotTable plan={current} />
      <Notes of={idleDepotNotes(current.instance, current.solution)} />
      <ClosedDepots plan={current} />
      <Timetable plan={current} />
      <h3>Routes</h3>
      <RouteTable plan={current} />
      <Record plan={current} />
    </div>
  );
}

const Notes = ({ of }: { readonly of: readonly string[] }) =>
  of.map((note) => (
    <p key={note} class="faint">
      {note}
    </p>
  ));

function Costs({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const { feasible, cost } = verify(instance, solution);
  const length = solution.routes.reduce((sum, route) => sum + route.distance, 0);
  const parts = costSplit(cost);
  const figures = [
    ['Open', `${solution.openDepots.length} of ${formatCount(instance.depots.length, 'depot')}`],
    ['Routes', solution.routes.length],
    ['Distance', distance(length, instance)],
  ];
  return (
    <section aria-label="Cost">
      <div class="total row">
        <span class="faint">
          Total cost <small>{feasible ? 'verified' : 'infeasible'}</small>
        </span>
        <strong data-testid="total-cost" data-value={cost.total}>
          {money(cost.total, instance)}
        </strong>
        <Button onClick={() => tell(`Kept as “${keep({ instance, solution }, instance.name).name}”`)} icon="keep" text="Keep" />
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
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** When each vehicle is where; only where times are part of the problem. */
function Timetable({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const drawn = useMemo(
    () => drawTimetable(instance, solution.routes, { width: 512, theme: theme.value }),
    [instance, solution, theme.value],
  );
  if (drawn === undefined) return null;
  return (
    <>
      <h3>Timetable</h3>
      <p class="faint">A line is driving, a full box service, an empty one waiting. Point at one to read it.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys cannot scroll */}
      <div class="scroll" tabIndex={0}>
        <Markup tag="div" class="timetable" markup={drawn} />
      </div>
    </>
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
  const expected = (cost: number) => money(Number(cost.toPrecision(3)), instance);
  const facts: Parameters<typeof Pairs>[0]['of'] = [
    ['Method', model ? `${method}, model ${model}` : method],
    ['Not seen by it', unpredicted.join(', ')],
    ['Predicted', predicted && `${expected(predicted.total)}; once routed, that choice cost ${money(predicted.actual, instance)}`],
    ['Choice', mip && `by ${mip.solver}${proof}`],
    ['Stopped by', stop],
    ['Time', `${time.total.toFixed(1)} s: ${stages}`],
    ['Seed', [seed, ...effort].join(', ')],
  ];
  return (
    <details class="record">
      <summary>How it was found</summary>
      <Pairs of={facts} />
      <Notes of={notes.filter((note) => !idle.includes(note))} />
    </details>
  );
}
