/** A part of a data set as its own data set. */
import { contextWidth } from '../../surrogate/context.ts';
import type { Dataset, Labels, Source } from '../../training/dataset.ts';

/** Sets `from` … `to`−1. */
export function portionOf(dataset: Dataset, from: number, to: number): Dataset {
  const { start, labels } = dataset;
  const [first, last] = [start[from], start[to]];
  const label = (of: Labels) => ({
    travel: of.travel.slice(from, to),
    routes: of.routes.slice(from, to),
    cost: of.cost.slice(from, to),
  });
  return {
    sources: sourcesOf(dataset.sources, from, to),
    count: to - from,
    start: start.slice(from, to + 1).map((at) => at - first),
    x: dataset.x.slice(first, last),
    y: dataset.y.slice(first, last),
    demand: dataset.demand.slice(first, last),
    context: dataset.context.slice(contextWidth * first, contextWidth * last),
    capacity: dataset.capacity.slice(from, to),
    spread: dataset.spread.slice(from, to),
    group: dataset.group.slice(from, to),
    classCode: dataset.classCode.slice(from, to),
    origin: dataset.origin.slice(from, to),
    labels: labels && label(labels),
  };
}

/** `first` of a source counts sets, but for cells location instances; so for cells only the number of sets is cut. */
function sourcesOf(sources: readonly Source[], from: number, to: number): Source[] {
  let before = 0;
  return sources.flatMap((source) => {
    const [low, high] = [Math.max(from, before) - before, Math.min(to, before + source.sets) - before];
    before += source.sets;
    if (low >= high) return [];
    return [{ ...source, first: source.first + (source.kind === 'paper' ? low : 0), sets: high - low }];
  });
}
