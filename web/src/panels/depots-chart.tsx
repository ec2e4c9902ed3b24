/** Cost by number of open depots: of plans that were found, and predicted while there is none. */
import { bandOf, type CountAnswer, drawCostsByCount, formatCount, type SetAnswers } from '../../../src/page.ts';
import { running } from '../state/run.ts';
import { theme } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Markup } from '../ui/markup.tsx';
import { within } from '../ui/units.ts';

interface DepotsChartProps {
  readonly answers: SetAnswers;
  /** Without the trials, where there are any. */
  readonly before: readonly CountAnswer[];
  readonly onSolve: (count: number) => void;
}

/** Up to this many buttons have room under their points. */
const mostAligned = 12;

export function DepotsChart({ answers: { byCount, errors }, before, onSolve }: DepotsChartProps) {
  const best = byCount.reduce((least, point) => (point.total < least.total ? point : least), byCount[0]);
  // Anything above 1.5 times the best would only flatten the curve.
  const points = byCount
    .filter(({ total }) => total <= 1.5 * best.total)
    .map((point) => {
      const band = bandOf(point, errors);
      return { ...point, band, said: `${point.isPredicted ? 'predicted' : 'solved:'} ${within(point.total, band)}` };
    });
  const isAligned = points.length <= mostAligned;
  const { svg, left, right } = drawCostsByCount({ points, before }, !isAligned, { height: 210, theme: theme.value });
  return (
    <div class="depots-chart">
      <Markup class="chart" markup={svg} />
      <Counts
        counts={points.map(({ count }) => count)}
        best={best.count}
        style={isAligned ? { marginLeft: `${100 * left}%`, marginRight: `${100 * right}%` } : undefined}
        say={(k) => `${formatCount(points[k].count, 'depot')}; ${points[k].said}`}
        onSolve={onSolve}
      />
    </div>
  );
}

interface CountsProps extends Pick<DepotsChartProps, 'onSolve'> {
  readonly counts: readonly number[];
  readonly best: number;
  /** The margins of the chart above, where each button stands under its point. */
  readonly style?: Readonly<Record<string, string>>;
  /** What is known of the k-th number. */
  readonly say: (k: number) => string;
}

/** A button for each number of depots, to solve it. */
const Counts = ({ counts, best, style, say, onSolve }: CountsProps) => (
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
