/** Two plans side by side. Customers that change depots are ringed in both. */

import { useMemo, useRef } from 'preact/hooks';
import { composeScene, themes, wholeView } from '../../../src/page.ts';
import type { Scenario } from '../state/document.ts';
import type { Comparison } from '../state/scenarios.ts';
import { theme } from '../state/view.ts';
import { money } from '../ui/units.ts';
import { Drawing } from './drawing.tsx';
import { useSize } from './use-size.ts';

export function CompareMaps({ pair, change }: Comparison) {
  const ringed = useMemo(() => new Set(change.moved.map(({ customer }) => customer)), [change]);
  return (
    <section class="map compare-maps" aria-label="Two plans side by side">
      {pair.map((scenario, side) => (
        <OneMap key={side === 0 ? 'A' : 'B'} letter={side === 0 ? 'A' : 'B'} scenario={scenario} ringed={ringed} />
      ))}
    </section>
  );
}

interface OneMapProps {
  readonly letter: string;
  readonly scenario: Scenario;
  readonly ringed: ReadonlySet<string>;
}

function OneMap({ letter, scenario: { name, instance, solution }, ringed }: OneMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  // The caption covers the top.
  const view = useMemo(() => wholeView(instance, size, { top: 36, left: 0 }), [instance, size]);
  const scene = useMemo(
    () => composeScene(instance, { routes: solution.routes, open: new Set(solution.openDepots), theme: themes[theme.value], size }),
    [instance, solution, theme.value, size],
  );
  return (
    <figure>
      <figcaption class="card">
        <strong>{letter}</strong> {name} <span class="faint">{money(solution.cost.total, instance)}</span>
      </figcaption>
      <div class="still" ref={frame} role="img" aria-label={`Map of ${name}`}>
        <Drawing places={instance} scene={scene} view={view} size={size} ringed={ringed} />
      </div>
    </figure>
  );
}
