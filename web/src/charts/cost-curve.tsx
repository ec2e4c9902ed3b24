/** Best cost over time: a staircase that ends now. */
import { formatNumber } from '../../../src/page.ts';

interface CostCurveProps {
  readonly points: readonly { readonly seconds: number; readonly cost: number }[];
  /** Seconds of the whole run, where time ends it. */
  readonly limit?: number;
}

const box = { width: 420, height: 96, left: 4, right: 4, top: 14, bottom: 16 } as const;

export function CostCurve({ points, limit }: CostCurveProps) {
  const [first, last] = [points[0], points[points.length - 1]];
  // A first plan far above the rest would flatten the curve.
  const costs = points.map(({ cost }) => cost);
  const low = Math.min(...costs);
  const high = Math.max(low * 1.0001, Math.min(Math.max(...costs), low * 1.25));
  const end = Math.max(limit ?? 0, last.seconds, 0.1);
  const x = (seconds: number) => box.left + (seconds / end) * (box.width - box.left - box.right);
  const y = (cost: number) => box.top + ((high - Math.min(high, cost)) / (high - low)) * (box.height - box.top - box.bottom);
  const path = points.reduce(
    (drawn, { seconds, cost }, k) =>
      drawn + (k === 0 ? `M${x(seconds).toFixed(1)} ${y(cost).toFixed(1)}` : `H${x(seconds).toFixed(1)}V${y(cost).toFixed(1)}`),
    '',
  );
  return (
    <svg
      class="chart cost-curve"
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={`Best cost from ${formatNumber(first.cost)} to ${formatNumber(last.cost)} in ${last.seconds.toFixed(1)} seconds`}
    >
      <path class="axis" d={`M${box.left} ${box.height - box.bottom}H${box.width - box.right}`} />
      <path class="area" d={`${path}V${box.height - box.bottom}H${x(first.seconds)}Z`} />
      <path class="line" d={path} />
      <circle class="dot" cx={x(last.seconds)} cy={y(last.cost)} r="3" />
      <text x={box.left} y={box.height - 4}>
        0 s
      </text>
      <text x={box.width - box.right} y={box.height - 4} text-anchor="end">
        {formatNumber(Math.round(end * 10) / 10)} s
      </text>
    </svg>
  );
}
