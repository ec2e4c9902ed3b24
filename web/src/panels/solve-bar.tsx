/** Solving: the budget, the button, and what the run has to tell while it lasts. */
import { useEffect, useState } from 'preact/hooks';
import type { AllocationProgress, Instance, MethodName, SolveProgress } from '../../../src/index.ts';
import { formatCount } from '../../../src/report/number.ts';
import { CostCurve } from '../charts/cost-curve.tsx';
import { isPlanNews } from '../solver/protocol.ts';
import { apiKey, service } from '../solver/server-run.ts';
import { validity, warnings } from '../state/document.ts';
import { fault, mostThreads, type Running, running, settings, solveDraft, stopRun } from '../state/run.ts';
import { tab } from '../state/view.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ChoiceField, NumberField, readCell, TextInput } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { money } from '../ui/units.ts';

const methods: readonly { readonly value: MethodName; readonly label: string }[] = [
  { value: 'neo-ds', label: 'neural network, then search' },
  { value: 'flp', label: 'facility location, then search' },
  { value: 'search', label: 'search alone' },
];

const missing = {
  both: 'It takes a depot and a customer at least.',
  depots: 'It takes a depot at least.',
  customers: 'It takes a customer at least.',
} as const;

export function SolveBar() {
  const now = validity.value;
  const run = running.value;
  const obstacle = now.state === 'invalid' ? now.error : now.state === 'valid' ? now.obstacle : undefined;
  const ready = now.state === 'valid' && now.obstacle === undefined;
  return (
    <section class="solve-bar" aria-label="Solve">
      {run ? <Progress run={run} /> : <Start ready={ready} />}
      {now.state === 'empty' && !run && <p class="facts">{missing[now.missing]}</p>}
      {obstacle && !run && (
        <ErrorNote fault={obstacle}>
          <Jump field={obstacle.place.field} />
        </ErrorNote>
      )}
      {fault.value && !run && <ErrorNote fault={fault.value} />}
      {warnings.value.length > 0 && !run && tab.value !== 'data' && (
        <p class="stale">
          <Icon name="warning" />
          <span>{warnings.value[0].message}</span>
          <button type="button" class="small" onClick={() => (tab.value = 'data')}>
            {warnings.value.length > 1 ? `Show all ${warnings.value.length}` : 'Show'}
          </button>
        </p>
      )}
    </section>
  );
}

/** The same run on the service that the page came from, where it has one. */
function StartOnServer({ ready }: { readonly ready: boolean }) {
  const api = service.value;
  if (!api) return null;
  return (
    <div class="start">
      <button
        type="button"
        class="solve"
        disabled={!ready || (api.keyRequired && apiKey.value === '')}
        onClick={() => {
          tab.value = 'plan';
          void solveDraft(true);
        }}
      >
        Solve on the server
      </button>
      {api.keyRequired && (
        <input
          type="password"
          placeholder="API key"
          aria-label="API key"
          autocomplete="off"
          value={apiKey.value}
          onInput={({ currentTarget }) => (apiKey.value = currentTarget.value.trim())}
        />
      )}
    </div>
  );
}

function Start({ ready }: { readonly ready: boolean }) {
  const { seconds, iterations, seed, threads, method } = settings.value;
  const set = (changed: Partial<typeof settings.value>) => {
    settings.value = { ...settings.value, ...changed };
  };
  const whole = (value: number | string, least: number, then: (value: number) => void) => {
    if (typeof value === 'number' && value >= least) then(Math.round(value));
  };
  return (
    <>
      <div class="start">
        <button
          type="button"
          class="primary solve"
          disabled={!ready}
          onClick={() => {
            tab.value = 'plan';
            void solveDraft();
          }}
        >
          <Icon name="play" /> Solve
        </button>
        <span class="inline">
          for{' '}
          <TextInput
            class="number seconds"
            inputMode="decimal"
            aria-label="Seconds"
            disabled={iterations !== undefined}
            value={seconds}
            onCommit={(text) => {
              const value = readCell(text);
              if (typeof value === 'number' && value > 0) set({ seconds: value });
            }}
          />{' '}
          seconds
        </span>
      </div>
      <StartOnServer ready={ready} />
      <details class="options">
        <summary>Options</summary>
        <div class="form">
          <ChoiceField label="Method" value={method} options={methods} onChange={(value) => set({ method: value })} />
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
            placeholder="use the clock"
            hint="instead of seconds: the same result anywhere"
            onChange={(value) => (value === '' ? set({ iterations: undefined }) : whole(value, 1, (whole) => set({ iterations: whole })))}
          />
        </div>
      </details>
    </>
  );
}

/** Milliseconds between two looks at the clock: a run that has nothing to tell is seen to go on. */
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
      <div class="start">
        <button type="button" class="stop" onClick={stopRun} disabled={stopping}>
          <Icon name="stop" /> {stopping ? 'Stopping' : 'Stop'}
        </button>
        <div class="stage" role="status">
          <strong>{progress ? stageNames[progress.stage] : 'Starting'}</strong>
          {label && <span class="label">{label}</span>}
        </div>
        <span class="cost" data-testid="best-cost">
          {best ? money(best.cost, instance) : '–'}
        </span>
      </div>
      <progress max={limit ?? 1} value={limit === undefined ? undefined : Math.min(limit, seconds)} aria-label="Time used" />
      <p class="detail">
        <span data-testid="elapsed">{seconds.toFixed(1)} s</span> · {progress ? detailOf(progress, instance) : beginning(instance)}
      </p>
      {curve.length > 1 && <CostCurve points={curve} limit={limit} />}
    </div>
  );
}

/** Before there is anything to tell: large data takes its time to be prepared. */
const beginning = ({ depots, customers }: Instance) =>
  `preparing ${formatCount(depots.length, 'depot')} and ${formatCount(customers.length, 'customer')}`;

const stageNames: Readonly<Record<string, string>> = {
  construction: 'First plan',
  allocation: 'Choosing depots',
  routing: 'Routing',
  improvement: 'Improving',
};

function detailOf(progress: SolveProgress, instance: Instance): string {
  if (progress.stage === 'allocation')
    return progress.allocation ? predictionOf(progress.allocation, instance) : 'looking at the customers';
  if (!isPlanNews(progress)) return `choice ${progress.routed + 1} of ${progress.of}`;
  const { iterations, feasible, openDepots, vehicles } = progress;
  if (!feasible) return iterations > 0 ? 'nothing feasible yet' : beginning(instance);
  return [
    `${formatCount(openDepots, 'depot')} open`,
    formatCount(vehicles, 'vehicle'),
    ...(iterations > 0 ? [formatCount(iterations, 'iteration')] : []),
  ].join(' · ');
}

/** Predicted, not true: the word 'cost' is left to plans with routes. How well that is proved stands in the record of the plan. */
const predictionOf = ({ objective }: AllocationProgress, instance: Instance): string =>
  Number.isFinite(objective) ? `predicted ${money(objective, instance)}` : 'nothing feasible yet';

/** Leads to the place that the library speaks of. */
function Jump({ field }: { readonly field: string | undefined }) {
  const target = field === undefined ? undefined : field.startsWith('rules') ? 'rules' : 'data';
  if (!target || tab.value === target) return null;
  return (
    <button type="button" onClick={() => (tab.value = target)}>
      Show
    </button>
  );
}
