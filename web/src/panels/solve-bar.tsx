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
import { money } from '../ui/units.ts';

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
      {warnings.value.length > 0 && !run && tab.value !== 'data' && (
        <Note text={warnings.value[0].message}>
          <Button
            class="small"
            onClick={() => (tab.value = 'data')}
            text={warnings.value.length > 1 ? `Show all ${warnings.value.length}` : 'Show'}
          />
        </Note>
      )}
    </section>
  );
}

/** The same run on the service that the page came from, where it has one. */
function StartOnServer({ ready }: { readonly ready: boolean }) {
  const { api } = site.value;
  if (!api) return null;
  return (
    <div class="row">
      <Button
        class="solve"
        disabled={!ready || (api.keyRequired && apiKey.value === '')}
        onClick={() => {
          tab.value = 'plan';
          void solveDraft(true);
        }}
        text="Solve on the server"
      />
      {api.keyRequired && (
        <input
          type="password"
          placeholder="API key"
          aria-label="API key"
          autocomplete="off"
          value={apiKey.value}
          onInput={({ currentTarget }) => {
            apiKey.value = currentTarget.value.trim();
          }}
        />
      )}
    </div>
  );
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
  const { seconds, iterations, seed, threads, method, fresh } = settings.value;
  const set = (changed: Partial<typeof settings.value>) => {
    settings.value = { ...settings.value, ...changed };
  };
  const whole = (value: number | string, least: number, then: (value: number) => void) => {
    if (typeof value === 'number' && value >= least) then(Math.round(value));
  };
  return (
    <>
      <div class="row">
        <Button
          class="primary solve"
          disabled={!ready}
          onClick={() => {
            tab.value = 'plan';
            void solveDraft();
          }}
          icon="play"
          text="Solve"
        />
        <span class="row faint">
          for{' '}
          <TextInput
            class="number seconds"
            inputMode="decimal"
            aria-label="Seconds"
            disabled={iterations !== undefined}
            value={seconds}
            onCommit={(text) => {
              const value = readNumber(text);
              if (typeof value === 'number' && value > 0) set({ seconds: value });
            }}
          />{' '}
          seconds
        </span>
      </div>
      <StartOnServer ready={ready} />
      {job.value && site.value.api && <WaitingJob />}
      <details class="options">
        <summary>Options</summary>
        <div class="form">
          <ChoiceField label="Method" value={method} options={methods} onChange={(value) => set({ method: value })} />
          <ChoiceField
            label="Continue from"
            value={fresh ? 'nothing' : 'best'}
            options={starts}
            onChange={(value) => set({ fresh: value === 'nothing' })}
          />
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
  const { progress, best, curve, label, stopping } = run;
  const { seconds: limit } = run.run.options;
  const { instance } = run.run;
  const seconds = useElapsed(run.began);
  return (
    <div class="progress">
      <div class="row">
        <Button class="stop" onClick={stopRun} disabled={stopping} icon="stop" text={stopping ? 'Stopping' : 'Stop'} />
        <div class="stage column" role="status">
          <strong>{progress ? stageNames[progress.stage] : 'Starting'}</strong>
          {label && <span class="faint">{label}</span>}
        </div>
        <span class="cost" data-testid="best-cost">
          {best ? money(best.cost, instance) : '–'}
        </span>
      </div>
      <progress max={limit ?? 1} value={limit === undefined ? undefined : Math.min(limit, seconds)} aria-label="Time used" />
      <p class="detail faint">
        <span data-testid="elapsed">{seconds.toFixed(1)} s</span> · {progress ? detailOf(progress, instance) : beginning(instance)}
      </p>
      {curve.length > 1 && <Markup class="chart" markup={drawCostCurve(curve, limit, { width: 440, height: 120, theme: theme.value })} />}
    </div>
  );
}

/** Shown before the first progress: large data takes time to prepare. */
const beginning = ({ depots, customers }: Instance) =>
  `preparing ${formatCount(depots.length, 'depot')} and ${formatCount(customers.length, 'customer')}`;

const stageNames: Readonly<Record<string, string>> = {
  construction: 'First plan',
  allocation: 'Choosing depots',
  routing: 'Routing',
  improvement: 'Improving',
};

function detailOf(progress: SolveProgress, instance: Instance): string {
  if (progress.stage === 'allocation') return progress.allocation ? choiceOf(progress.allocation) : 'preparing the network';
  if (!isPlanProgress(progress)) return `candidate ${progress.routed + 1} of ${progress.of}`;
  const { iterations, feasible, openDepots, vehicles } = progress;
  if (!feasible) return iterations > 0 ? 'no feasible plan yet' : beginning(instance);
  return [
    `${formatCount(openDepots, 'depot')} open`,
    formatCount(vehicles, 'vehicle'),
    ...(iterations > 0 ? [formatCount(iterations, 'iteration')] : []),
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
