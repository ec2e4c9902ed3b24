/** The answers to the usual what-if questions as one value: what each number of open depots costs, and what each site is worth. */
import type { Instance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import type { Stop } from '../run/stop.ts';
import { predictionError } from '../surrogate/model.ts';
import type { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { requirePredictable } from '../surrogate/unseen.ts';
import { SetPrices } from './set-prices.ts';
import { costByCount, differenceBand, type PricedSet, predictionBand, type SiteWorth, worthOfSites } from './what-if.ts';

/** All costs are predictions; nine of ten are within their `band`. */
export interface WhatIfReport {
  readonly instance: string;
  readonly instanceHash: string;
  readonly model: string;
  /** Sets of depots that were priced. */
  readonly sets: number;
  /** Nothing is left that could change the answers. */
  readonly complete: boolean;
  /** The cheapest set of every size, smallest first. */
  readonly byCount: readonly {
    readonly count: number;
    readonly openDepots: readonly string[];
    readonly cost: number;
    readonly band: number;
  }[];
  readonly sites: readonly SiteReport[];
}

/** Costs of the cheapest set with the site open and with it closed; null where no priced set is so. */
interface SiteReport {
  readonly depot: string;
  readonly open: number | null;
  readonly closed: number | null;
  /** What it costs more to open it. Within the band, only solving both can tell. */
  readonly difference: number | null;
  readonly band: number | null;
}

/** Throws E_UNSUPPORTED where the network does not see all that costs. */
export async function reportWhatIf(instance: Instance, surrogate: NetworkSurrogate, stop: Stop): Promise<WhatIfReport> {
  requirePredictable(instance);
  const prices = new SetPrices(instance, surrogate);
  const reason = await prices.explore(instance, stop);
  const { sets } = prices;
  const share = predictionError(surrogate.model.card)?.embedded ?? 0;
  return {
    instance: instance.name,
    instanceHash: instanceHash(instance),
    model: surrogate.name,
    sets: sets.length,
    complete: reason === 'complete',
    byCount: costByCount(sets, instance).map(({ count, set, total }) => ({
      count,
      openDepots: openIn(set, instance),
      cost: total,
      band: predictionBand(set, share),
    })),
    sites: worthOfSites(sets, instance).map((worth, d) => ({ depot: instance.depots[d].id, ...weighed(worth, share) })),
  };
}

function weighed({ open, closed }: SiteWorth, share: number): Omit<SiteReport, 'depot'> {
  const both = open && closed;
  return {
    open: open?.total ?? null,
    closed: closed?.total ?? null,
    difference: both ? open.total - closed.total : null,
    band: both ? differenceBand(open.set, closed.set, share) : null,
  };
}

const openIn = ({ open }: PricedSet, { depots }: Instance) => depots.filter((_, d) => open[d] === 1).map(({ id }) => id);
