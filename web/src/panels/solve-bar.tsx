/** Solving: the button, its options, and the progress of a run. */
import { useEffect, useState } from 'preact/hooks';
import {
  type AllocationProgress,
  drawCostCurve,
  formatCount,
  type Instance,
  type MethodName,
  type SolveProgress,
} from '../../../src/page.ts';
import { isPlanProgress } from '../solver/protocol.ts';
import { apiKey } from '../solver/server-run.ts';
import { site } from '../solver/site.ts';
import { documentKey, obstacle, validity, warnings } from '../state/document.ts';
import { fault, job, mostThreads, pickUpJob, type Running, running, setJob, settings, solveDraft, stopRun } from '../state/run.ts';
import { tab, theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { readNumber } from '../ui/cells.ts';
import { ChoiceField, NumberField, TextInput } from '../ui/fields.tsx';
import { Markup } from '../ui/markup.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { money, placeCounts } from '../ui/units.ts';

const methods: Readonly<Partial<Record<MethodName, string>>> = {
  search: 'search alone',
  'neo-ds': 'neural network, then search',
  flp: 'facility location, then search',
};

const missing = {
  both: 'Add at least one depot and one customer.',
  depots: 'Add at least one depot.',
  customers: 'Add at least one customer.',
} as const;

export function SolveBar() {
  const now = validity.value;
  const run = running.value;
  const [first, ...others] = warnings.value;
  return (
    <section class="solve-bar" aria-label="Solve">
      {run ? <Progress run={run} /> : <Start ready={now.state === 'valid' && !obstacle.value} />}
      {now.state === 'empty' && !run && <p class="faint">{missing[now.missing]}</p>}
      {obstacle.value && !run && (
        <ErrorNote fault={obstacle.value}>
          <Jump field={obstacle.value.place.field} />
        </ErrorNote>
      )}
      {fault.value && !run && <ErrorNote fault={fault.value} />}
      {first && !run && tab.value !== 'data' && (
        <Note text={first.message}>
          <Button class="small" onClick={() => (tab.value = 'data')} text={others.length > 0 ? `Show all ${1 + others.length}` : 'Show'} />
        </Note>
      )}
    </section>
  );
}

/** The same run on the service that the page came from, where it has one. */
function StartOnServer({ ready }: { readonly ready: boolean }) {
  const { api } = site.value;
  if (!api) return null;
  const isLocked = api.keyRequired && apiKey.value === '';
  const setKey = (key: string) => (apiKey.value = key.trim());
  const input = { type: 'password', placeholder: 'API key', 'aria-label': 'API key', autocomplete: 'off', value: apiKey.value } as const;
  return (
    <div class="row">
      <Button class="solve" disabled={!ready || isLocked} onClick={() => solve(true)} text="Solve on the server" />
      {api.keyRequired && <input {...input} onInput={({ currentTarget }) => setKey(currentTarget.value)} />}
    </div>
  );
}

function solve(onServer: boolean): void {
  tab.value = 'plan';
  void solveDraft(onServer);
}

/** A run on the server could not be followed to its end. */
function WaitingJob() {
  return (
    <Note role="status" text="The plan of a run on the server has not been fetched.">
      <Button class="small" onClick={() => void pickUpJob()} text="Fetch it" />
      <Button class="small" onClick={() => setJob(documentKey.value, undefined)} text="Forget it" />
    </Note>
  );
}

const starts = { best: 'the best plan so far', nothing: 'nothing' } as const;

function Start({ ready }: { readonly ready: boolean }) {
  const { seconds, iterations, auto = false, seed, threads, method, fresh } = settings.value;
  const set = (changed: Partial<typeof settings.value>) => {
    settings.value = { ...settings.value, ...changed };
  };
  const start = fresh ? 'nothing' : 'best';
  const whole = (value: number | string, least: number, then: (value: number) => void) => {
    if (typeof value === 'number' && value >= least) then(Math.round(value));
  };
  return (
    <>
      <div class="row">
        <Button class="primary solve" disabled={!ready} onClick={() => solve(false)} icon="play" text="Solve" />
        <span class="row faint">
          for{' '}
          <TextInput
            class="number"
            size={4}
            inputMode="decimal"
            aria-label="Seconds"
            disabled={iterations !== undefined || auto}
            value={seconds}
            onCommit={(text) => Number(readNumber(text)) > 0 && set({ seconds: Number(readNumber(text)) })}
          />{' '}
          seconds{' '}
          <label class="row" title="ends when the search gains nothing more, after ten minutes at the latest">
            <input
              type="checkbox"
              checked={auto}
              disabled={iterations !== undefined}
              onChange={({ currentTarget }) => set({ auto: currentTarget.checked })}
            />{' '}
            until settled
          </label>
        </span>
      </div>
      <StartOnServer ready={ready} />
      {job.value && site.value.api && <WaitingJob />}
      <details class="options">
        <summary>Options</summary>
        <div class="form">
          <ChoiceField label="Method" value={method} options={methods} onChange={(value) => set({ method: value })} />
          <ChoiceField label="Continue from" value={start} options={starts} onChange={(value) => set({ fresh: value === 'nothing' })} />
          <NumberField label="Seed" value={seed} onChange={(value) => whole(value, 0, (whole) => set({ seed: whole }))} />
          <NumberField
            label="Threads"
            value={threads}
            hint={`this machine has ${mostThreads}`}
            onChange={(value) => whole(value, 1, (whole) => set({ threads: Math.min(whole, 64) }))}
          />
          <NumberField
            label="Iterations"
            value={iterations ?? null}
            placeholder="none"
            hint="in place of seconds; the same result from the same start on any machine"
            onChange={(value) => (value === '' ? set({ iterations: undefined }) : whole(value, 1, (whole) => set({ iterations: whole })))}
          />
        </div>
      </details>
    </>
  );
}

/** Milliseconds between two looks at the clock, which shows that a run goes on. */
const tick = 200;

function useElapsed(began: number): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tick);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (now - began) / 1000);
}

function Progress({ run }: { readonly run: Running }) {
  const { instance, options, variant, progress, best, curve, stopping } = run;
  const { auto, seconds: most } = options;
  const limit = auto ? undefined : most;
  const settled = progress && isPlanProgress(progress) ? (progress.settled ?? 0) : 0;
  const seconds = useElapsed(run.began);
  return (
    <div class="progress">
      <div class="row">
        <Button class="stop" onClick={stopRun} disabled={stopping} icon="stop" text={stopping ? 'Stopping' : 'Stop'} />
        <div class="stage column" role="status">
          <strong>{progress ? stageNames[progress.stage] : 'Starting'}</strong>
          {variant && <span class="faint">{variant.name}</span>}
        </div>
        <span class="cost spring" data-testid="best-cost">
          {best ? money(best.cost, instance) : '–'}
        </span>
      </div>
      {auto ? (
        <progress max={1} value={settled > 0 ? settled : undefined} aria-label="Settled" />
      ) : (
        <progress max={limit ?? 1} value={limit === undefined ? undefined : Math.min(limit, seconds)} aria-label="Time used" />
      )}
      <p class="detail faint">
        <span data-testid="elapsed">{seconds.toFixed(1)} s</span> · {progress ? detailOf(progress, instance) : beginning(instance)}
      </p>
      {curve.length > 1 && <Markup class="chart" markup={drawCostCurve(curve, limit, { width: 440, height: 120, theme: theme.value })} />}
    </div>
  );
}

/** Shown before the first progress: large data takes time to prepare. */
const beginning = (instance: Instance) => `preparing ${placeCounts(instance, ' and ')}`;

const stageNames: Readonly<Record<string, string>> = {
  construction: 'First plan',
  allocation: 'Choosing depots',
  routing: 'Routing',
  days: 'Planning days',
  improvement: 'Improving',
};

function detailOf(progress: SolveProgress, instance: Instance): string {
  if (progress.stage === 'allocation') return progress.allocation ? choiceOf(progress.allocation) : 'preparing the network';
  if (progress.stage === 'days') return formatCount(progress.searches, 'planned day');
  if (!isPlanProgress(progress)) return `candidate ${progress.routed + 1} of ${progress.of}`;
  const { iterations, feasible, openDepots, vehicles, settled = 0 } = progress;
  if (!feasible) return iterations > 0 ? 'no feasible plan yet' : beginning(instance);
  return [
    `${formatCount(openDepots, 'depot')} open`,
    formatCount(vehicles, 'vehicle'),
    ...(iterations > 0 ? [formatCount(iterations, 'iteration')] : []),
    ...(settled > 0 ? [`${Math.floor(100 * settled)} % settled`] : []),
  ].join(' · ');
}

/** Only plans with routes have a cost. */
const choiceOf = ({ objective, gap }: AllocationProgress): string => {
  if (!Number.isFinite(objective)) return 'no feasible choice yet';
  return Number.isFinite(gap) ? `gap ${(100 * gap).toFixed(1)} %` : 'improving the choice';
};

/** Leads to the field at fault. */
function Jump({ field }: { readonly field: string | undefined }) {
  const target = field === undefined ? undefined : field.startsWith('rules') ? 'rules' : 'data';
  if (!target || tab.value === target) return null;
  return <Button onClick={() => (tab.value = target)} text="Show" />;
}
