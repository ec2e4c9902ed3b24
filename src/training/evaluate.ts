/** How well a surrogate prices sets whose routes are known: relative errors, overall and by origin, size and class. */
import { isObject, requireArgument } from '../problem/arguments.ts';
import { setOutputs } from '../surrogate/evaluate-network.ts';
import { seesOwn } from '../surrogate/features.ts';
import { requireModel, type SurrogateModel } from '../surrogate/model.ts';
import { denormalisation, type Price } from '../surrogate/target.ts';
import { classOfCode, customerPositions, demandTypes, depotPositions, type InstanceClass, routeSizes } from './instance-class.ts';
import { inLocalLengths, membersOf, onTheirOwn, origins, type SampleSet } from './sample.ts';

/** Predicted routing cost of sample k at the price. */
type SamplePredictor = (samples: SampleSet, k: number, price: Price) => number;

/** Of |predicted − true| / true; `bias` keeps the sign, so that positive means too expensive. */
export interface ErrorSummary {
  readonly count: number;
  readonly mean: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly ninthDecile: number;
  readonly bias: number;
}

export interface Breakdown {
  readonly label: string;
  readonly errors: ErrorSummary;
}

export interface Evaluation {
  readonly model: string;
  readonly price: Price;
  readonly overall: ErrorSummary;
  /** Decision-like sets are listed separately: theirs is the error of a decision's prediction (E_pred). */
  readonly byOrigin: readonly Breakdown[];
  readonly bySize: readonly Breakdown[];
  readonly byRoutes: readonly Breakdown[];
  readonly byClass: Readonly<Record<keyof InstanceClass, readonly Breakdown[]>>;
  /** For networks that price known sets: the same sets as inside the MIP, where a customer only knows the instance. */
  readonly embedded?: Evaluation;
  /** True and predicted cost of evenly spaced samples, for the calibration plot. */
  readonly calibration: readonly (readonly [actual: number, predicted: number])[];
}

const calibrationPoints = 2000;

/** 100 per unit of distance and 1000 per vehicle, as in sets P and S. */
const usualPrice: Price = { distanceScale: 100, vehicleCost: 1000 };

/** The price is for models that predict travel and routes separately; others have their own. */
export function evaluateModel(model: SurrogateModel, samples: SampleSet, price: Price = usualPrice): Evaluation {
  const { card, network } = requireModel(model);
  requireArgument(isObject(samples, 'count', 'travel', 'routes'), 'samples', 'labelled samples, as samplesFor returns them');
  const { target } = card;
  /** Samples are used as they are: inside their instance, or on their own. */
  const predict: SamplePredictor = (seen, k, { distanceScale, vehicleCost }) => {
    const spread = seen.spread[k];
    const outputs = setOutputs(network, seen, seen.start[k], seen.start[k + 1], spread, { members: membersOf(seen, k) });
    if (target.kind !== 'cost') return distanceScale * spread * outputs[0] + vehicleCost * outputs[1];
    const { factor, offset } = denormalisation(target, spread);
    return factor * outputs[0] + offset;
  };
  const fitting = target.kind === 'cost' ? { distanceScale: target.distanceScale, vehicleCost: target.vehicleCost } : price;
  const measured = (seen: SampleSet) => (network.shape.kind === 'local-sets' ? inLocalLengths(seen) : seen);
  const on = (seen: SampleSet) => evaluate(card.name, predict, measured(seen), fitting);
  return seesOwn(network.shape.features) ? { ...on(onTheirOwn(samples)), embedded: on(samples) } : on(samples);
}

export function trueCost(samples: SampleSet, k: number, { distanceScale, vehicleCost }: Price): number {
  return distanceScale * samples.travel[k] + vehicleCost * samples.routes[k];
}

export function evaluate(model: string, predict: SamplePredictor, samples: SampleSet, price: Price): Evaluation {
  const { count } = samples;
  const actual = Float64Array.from({ length: count }, (_, k) => trueCost(samples, k, price));
  const predicted = Float64Array.from({ length: count }, (_, k) => predict(samples, k, price));
  const error = predicted.map((value, k) => (value - actual[k]) / actual[k]);
  const breakdown = (labels: readonly string[], labelOf: (k: number) => number): Breakdown[] => {
    const members: number[][] = labels.map(() => []);
    for (let k = 0; k < count; k++) members[labelOf(k)]?.push(error[k]);
    return labels.flatMap((label, index) => (members[index].length > 0 ? [{ label, errors: summariseErrors(members[index]) }] : []));
  };
  const byClass = <K extends keyof InstanceClass>(key: K, values: readonly InstanceClass[K][]): Breakdown[] => {
    const { classCode } = samples;
    return classCode ? breakdown(values, (k) => (values as readonly unknown[]).indexOf(classOfCode(classCode[k])?.[key])) : [];
  };
  const stride = Math.max(1, Math.ceil(count / calibrationPoints));
  return {
    model,
    price,
    overall: summariseErrors(error),
    byOrigin: breakdown(origins, (k) => samples.origin[k]),
    bySize: breakdown(labelsOf(sizeBins), (k) => binOf(sizeBins, membersOf(samples, k))),
    byRoutes: breakdown(labelsOf(routeBins), (k) => binOf(routeBins, samples.routes[k])),
    byClass: {
      depot: byClass('depot', depotPositions),
      customers: byClass('customers', customerPositions),
      demand: byClass('demand', demandTypes),
      routeSize: byClass('routeSize', routeSizes),
    },
    calibration: Array.from({ length: Math.ceil(count / stride) }, (_, k) => [actual[k * stride], predicted[k * stride]] as const),
  };
}

interface Bin {
  readonly most: number;
  readonly label: string;
}

/** Up to a hundred customers in steps of five, one size of the paper each. */
const sizeBins: readonly Bin[] = [
  ...Array.from({ length: 20 }, (_, k) => ({ most: 5 * (k + 1), label: `${k === 0 ? 1 : 5 * k + 1}–${5 * (k + 1)}` })),
  { most: 140, label: '101–140' },
  { most: 180, label: '141–180' },
  { most: Number.POSITIVE_INFINITY, label: 'over 180' },
];
/** A set with one route is a travelling salesman problem, the hardest for a sum over customers. */
const routeBins: readonly Bin[] = [
  { most: 1, label: '1' },
  { most: 2, label: '2' },
  { most: 4, label: '3–4' },
  { most: 8, label: '5–8' },
  { most: Number.POSITIVE_INFINITY, label: 'over 8' },
];
const labelsOf = (bins: readonly Bin[]) => bins.map(({ label }) => label);
const binOf = (bins: readonly Bin[], value: number) => bins.findIndex(({ most }) => value <= most);

/** From signed relative errors. */
export function summariseErrors(signed: ArrayLike<number>): ErrorSummary {
  const count = signed.length;
  const sorted = Float64Array.from(signed, Math.abs).sort();
  let mean = 0;
  let bias = 0;
  for (let k = 0; k < count; k++) {
    mean += sorted[k] / count;
    bias += signed[k] / count;
  }
  return {
    count,
    mean,
    lowerQuartile: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upperQuartile: quantile(sorted, 0.75),
    ninthDecile: quantile(sorted, 0.9),
    bias,
  };
}

/** Linear between order statistics (type 7 of Hyndman & Fan 1996), as in numpy and R; NaN if there are none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
