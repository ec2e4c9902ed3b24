/** Cost by number of open depots: predicted, with how far that may be off, and beside it the true cost of plans that were solved. */
import { type CurvePoint, drawCostsByCount, formatCount } from '../../../src/page.ts';
import { running } from '../state/run.ts';
import { theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Markup } from '../ui/markup.tsx';
import { within } from '../ui/units.ts';

interface DepotsChartProps {
  readonly points: readonly CurvePoint[];
  /** Without the trials, where there are any. */
  readonly before: readonly CurvePoint[];
  /** Costs of solved plans, by number of open depots. */
  readonly solved: ReadonlyMap<number, number>;
  /** How far a prediction may be off. */
  readonly bandOf: (point: CurvePoint) => number;
  readonly onSolve: (count: number) => void;
}

/** Up to this many buttons have room under their points. */
const mostAligned = 12;

export function DepotsChart({ points, before, solved, bandOf, onSolve }: DepotsChartProps) {
  const best = points.reduce((least, point) => (point.total < least.total ? point : least), points[0]);
  // Anything above 1.5 times the best would only flatten the curve.
  const shown = points
    .filter(({ total }) => total <= 1.5 * best.total)
    .map((point) => ({ ...point, band: bandOf(point), said: `predicted ${within(point.total, bandOf(point))}` }));
  const isAligned = shown.length <= mostAligned;
  const { svg, left, right } = drawCostsByCount({ points: shown, before, found: solved }, !isAligned, { height: 210, theme: theme.value });
  return (
    <div class="depots-chart">
      <Markup class="chart" markup={svg} />
      <Counts
        counts={shown.map(({ count }) => count)}
        best={best.count}
        style={isAligned ? { marginLeft: `${100 * left}%`, marginRight: `${100 * right}%` } : undefined}
        say={(k) => `${formatCount(shown[k].count, 'depot')}; ${shown[k].said}`}
        onSolve={onSolve}
      />
    </div>
  );
}

interface CountsProps extends Pick<DepotsChartProps, 'onSolve'> {
  readonly counts: readonly number[];
  readonly best?: number;
  /** The margins of the chart above, where each button stands under its point. */
  readonly style?: Readonly<Record<string, string>>;
  /** What is known of the k-th number. */
  readonly say?: (k: number) => string;
}

/** A button for each number of depots, to solve it. */
export const Counts = ({ counts, best, style, say = (k) => formatCount(counts[k], 'depot'), onSolve }: CountsProps) => (
  <ul class={style ? 'points row aligned' : 'points row'} style={style}>
    {counts.map((count, k) => (
      <li key={count}>
        <Button
          class={count === best ? 'small best' : 'small'}
          disabled={running.value !== undefined}
          title={say(k)}
          aria-label={`Solve with exactly ${say(k)}`}
          onClick={() => onSolve(count)}
          text={count}
        />
      </li>
    ))}
  </ul>
);
