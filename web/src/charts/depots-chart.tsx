/** Cost by number of open depots: predicted, with how far that may be off, and beside it the true cost of plans that were solved. */
import { type CurvePoint, formatCount, formatNumber } from '../../../src/page.ts';
import { Button } from '../ui/button.tsx';
import { within } from '../ui/units.ts';

interface DepotsChartProps {
  readonly points: readonly CurvePoint[];
  /** Without the trials, where there are any. */
  readonly before: readonly CurvePoint[];
  /** Costs of solved plans, by number of open depots. */
  readonly solved: ReadonlyMap<number, number>;
  /** How far a prediction may be off. */
  readonly band: (point: CurvePoint) => number;
  readonly busy: boolean;
  readonly onSolve: (count: number) => void;
}

const sheet = { width: 440, height: 210, right: 12, top: 14, bottom: 30 } as const;
/** Pixels of a digit on the axis, and of the space beside it. */
const [digit, space] = [6.4, 14];
/** Up to this many buttons have room under their points. */
const mostAligned = 12;

export function DepotsChart({ points, before, solved, band, busy, onSolve }: DepotsChartProps) {
  const best = points.reduce((least, point) => (point.total < least.total ? point : least), points[0]);
  // Anything above 1.5 times the best would only flatten the curve.
  const worthwhile = points.filter(({ total }) => total <= 1.5 * best.total);
  const counts = worthwhile.map(({ count }) => count);
  const marked = [...solved].filter(([count]) => counts.includes(count));
  const compared = [...worthwhile, ...before.filter(({ count }) => counts.includes(count))];
  const { box, x, y, path, area, labels } = axesFor(counts, [...compared.map(({ total }) => total), ...marked.map(([, cost]) => cost)]);
  const aligned = counts.length <= mostAligned;
  const everyOther = Math.ceil(counts.length / 16);
  const margins = { marginLeft: `${(100 * box.left) / box.width}%`, marginRight: `${(100 * box.right) / box.width}%` };
  const prediction = (point: CurvePoint) => `${formatCount(point.count, 'depot')}; predicted ${within(point.total, band(point))}`;
  return (
    <div class="depots-chart">
      <svg
        class="chart"
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`Predicted cost by number of open depots; lowest with ${best.count}: ${formatNumber(best.total)}`}
      >
        <path class="band" d={area(worthwhile, band)} />
        {labels.map(({ value, label }) => (
          <g key={value}>
            <path class="axis" d={`M${box.left} ${y(value)}H${box.width - box.right}`} />
            <text x={box.left - 7} y={y(value) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        <path class="line before" d={path(before)} />
        <path class="line" d={path(worthwhile)} />
        {worthwhile.map((point, k) => (
          <g key={point.count}>
            <circle class={point === best ? 'dot best' : 'dot'} cx={x(point.count)} cy={y(point.total)} r={point === best ? 6 : 4}>
              <title>{prediction(point)}</title>
            </circle>
            {!aligned && k % everyOther === 0 && (
              <text x={x(point.count)} y={box.height - 12} text-anchor="middle">
                {point.count}
              </text>
            )}
          </g>
        ))}
        {marked.map(([count, cost]) => (
          <path key={count} class="solved-mark" d={`M${x(count)} ${y(cost) - 6}l6 6-6 6-6-6z`}>
            <title>{`solved: ${formatNumber(cost)}`}</title>
          </path>
        ))}
      </svg>
      <Counts
        counts={counts}
        best={best.count}
        style={aligned ? margins : undefined}
        say={(k) => prediction(worthwhile[k])}
        busy={busy}
        onSolve={onSolve}
      />
    </div>
  );
}

interface CountsProps extends Pick<DepotsChartProps, 'busy' | 'onSolve'> {
  readonly counts: readonly number[];
  readonly best?: number;
  /** The margins of the chart above, where each button stands under its point. */
  readonly style?: Readonly<Record<string, string>>;
  /** What is known of the k-th number. */
  readonly say?: (k: number) => string;
}

/** A button for each number of depots, to solve it. */
export const Counts = ({ counts, best, style, say = (k) => formatCount(counts[k], 'depot'), busy, onSolve }: CountsProps) => (
  <ul class={style ? 'points aligned' : 'points'} style={style}>
    {counts.map((count, k) => (
      <li key={count}>
        <Button
          class={count === best ? 'small best' : 'small'}
          disabled={busy}
          title={say(k)}
          aria-label={`Solve with exactly ${say(k)}`}
          onClick={() => onSolve(count)}
          text={count}
        />
      </li>
    ))}
  </ul>
);

/** The axes for these numbers of depots and these costs, and what can be drawn along them. */
function axesFor(counts: readonly number[], costs: readonly number[]) {
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const margin = Math.max((high - low) * 0.12, low * 0.005, 1e-9);
  const labels = [low, (low + high) / 2, high].map((value) => ({ value, label: formatNumber(Math.round(value)) }));
  const box = { ...sheet, left: Math.max(36, digit * Math.max(...labels.map(({ label }) => label.length)) + space) };
  const x = (count: number) => box.left + ((count - fewest + 0.5) / (most - fewest + 1)) * (box.width - box.left - box.right);
  const y = (cost: number) => box.top + ((high + margin - cost) / (high - low + 2 * margin)) * (box.height - box.top - box.bottom);
  const at = (count: number, height: number) => `${x(count).toFixed(1)} ${height.toFixed(1)}`;
  const path = (line: readonly CurvePoint[]) => {
    const inside = line.filter(({ count, total }) => count >= fewest && count <= most && total <= high + margin);
    return inside.map(({ count, total }, k) => `${k === 0 ? 'M' : 'L'}${at(count, y(total))}`).join('');
  };
  /** Cut off at the edges: a band may be wider than the chart. */
  const clipped = (cost: number) => Math.min(box.height - box.bottom, Math.max(4, y(cost)));
  const area = (line: readonly CurvePoint[], band: (point: CurvePoint) => number) => {
    const upper = line.map((point) => at(point.count, clipped(point.total + band(point))));
    const lower = line.toReversed().map((point) => at(point.count, clipped(point.total - band(point))));
    return `M${[...upper, ...lower].join('L')}Z`;
  };
  return { box, x, y, path, area, labels };
}
