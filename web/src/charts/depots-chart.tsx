/** Cost against the number of open depots: predicted, with how far that may be off, and where one has been solved, the true cost beside it. */
import type { CurvePoint } from '../../../src/index.ts';
import { formatCount, formatNumber } from '../../../src/report/number.ts';

interface DepotsChartProps {
  readonly points: readonly CurvePoint[];
  /** As the data has it, where something else is tried out. */
  readonly before: readonly CurvePoint[];
  /** Costs of plans that were really made, by number of open depots. */
  readonly solved: ReadonlyMap<number, number>;
  /** How far a prediction may be off. */
  readonly band: (point: CurvePoint) => number;
  readonly busy: boolean;
  readonly onSolve: (count: number) => void;
}

const sheet = { width: 440, height: 210, right: 12, top: 14, bottom: 30 } as const;
/** Pixels of a digit on the axis, and of the air beside it. */
const [digit, air] = [6.4, 14];

export function DepotsChart({ points, before, solved, band, busy, onSolve }: DepotsChartProps) {
  const best = points.reduce((least, point) => (point.total < least.total ? point : least), points[0]);
  // What costs half as much again as the best is of no interest, and would flatten the rest.
  const worthwhile = points.filter(({ total }) => total <= 1.5 * best.total);
  const values = [...worthwhile, ...before.filter(({ count }) => worthwhile.some((point) => point.count === count))].map(
    ({ total }) => total,
  );
  values.push(...[...solved].filter(([count]) => worthwhile.some((point) => point.count === count)).map(([, cost]) => cost));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * 0.12, low * 0.005, 1e-9);
  const marks = [low, (low + high) / 2, high].map((value) => ({ value, label: formatNumber(Math.round(value)) }));
  const box = { ...sheet, left: Math.max(36, digit * Math.max(...marks.map(({ label }) => label.length)) + air) };
  const counts = worthwhile.map(({ count }) => count);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const x = (count: number) => box.left + ((count - fewest + 0.5) / (most - fewest + 1)) * (box.width - box.left - box.right);
  const y = (total: number) => box.top + ((high + margin - total) / (high - low + 2 * margin)) * (box.height - box.top - box.bottom);
  const path = (line: readonly CurvePoint[]) =>
    line
      .filter(({ count, total }) => count >= fewest && count <= most && total <= high + margin)
      .map(({ count, total }, k) => `${k === 0 ? 'M' : 'L'}${x(count).toFixed(1)} ${y(total).toFixed(1)}`)
      .join('');
  /** Within the chart: a band may be wider than all that is of interest. */
  const clipped = (total: number) => Math.min(box.height - box.bottom, Math.max(4, y(total)));
  const corner = ({ count }: CurvePoint, total: number) => `${x(count).toFixed(1)} ${clipped(total).toFixed(1)}`;
  const edges = [
    ...worthwhile.map((point) => corner(point, point.total + band(point))),
    ...worthwhile.toReversed().map((point) => corner(point, point.total - band(point))),
  ];
  // Buttons stand under their points where there is room for them.
  const aligned = counts.length <= 12;
  const predictionOf = (point: CurvePoint) =>
    `${formatCount(point.count, 'depot')}; predicted ${formatNumber(point.total)} ± ${formatNumber(Math.round(band(point)))}`;
  const everyOther = Math.ceil(counts.length / 16);
  return (
    <div class="depots-chart">
      <svg
        class="chart"
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`Predicted cost by number of open depots; least with ${best.count}: ${formatNumber(best.total)}`}
      >
        <path class="band" d={`M${edges.join('L')}Z`} />
        {marks.map(({ value, label }) => (
          <g key={value}>
            <path class="axis" d={`M${box.left} ${y(value)}H${box.width - box.right}`} />
            <text x={box.left - 7} y={y(value) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        <path class="line before" d={path(before)} />
        <path class="line" d={path(worthwhile)} />
        {worthwhile.map(({ count, total, set }, k) => (
          <g key={count}>
            <circle class={count === best.count ? 'dot best' : 'dot'} cx={x(count)} cy={y(total)} r={count === best.count ? 6 : 4}>
              <title>{predictionOf({ count, total, set })}</title>
            </circle>
            {!aligned && k % everyOther === 0 && (
              <text x={x(count)} y={box.height - 12} text-anchor="middle">
                {count}
              </text>
            )}
          </g>
        ))}
        {[...solved]
          .filter(([count]) => counts.includes(count))
          .map(([count, cost]) => (
            <path key={count} class="solved-mark" d={`M${x(count)} ${y(cost) - 6}l6 6-6 6-6-6z`}>
              <title>{`solved: ${formatNumber(cost)}`}</title>
            </path>
          ))}
      </svg>
      <ul
        class={aligned ? 'points aligned' : 'points'}
        style={aligned ? { marginLeft: `${(100 * box.left) / box.width}%`, marginRight: `${(100 * box.right) / box.width}%` } : {}}
      >
        {worthwhile.map(({ count, total, set }) => (
          <li key={count}>
            <button
              type="button"
              class={count === best.count ? 'small best' : 'small'}
              disabled={busy}
              title={predictionOf({ count, total, set })}
              aria-label={`Solve with exactly ${predictionOf({ count, total, set })}`}
              onClick={() => onSolve(count)}
            >
              {count}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
