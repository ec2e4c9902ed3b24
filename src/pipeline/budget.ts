/**
 * How the time of a run is split: shares of it, or points of it by which a stage ends. In words: docs/explained/method.md, "The budget".
 * Trials behind the figures: docs/lab/pipeline.md. How the search splits what it gets is in search/parameters.ts.
 */

/** Where the search follows, all that a named method may take: its decision and the routes of that. */
export const beforeSearch = 0.25;

/** A decision ends by then: earlier where several of its proposals are routed afterwards. Of its time, the allocator has a part if it is appraised. */
export const decidedBy = { ranking: 0.25, routing: 0.5 } as const;
export const allocatorShare = 0.8;
/** For sets of depots that a decision on a large instance begins with. */
export const hurriedShare = 0.2;

/** Without a search: several allocations are routed until then, none of whose neighbours are tried if one takes longer than `quickShare`. */
export const rankedBy = 0.7;
export const quickShare = 0.03;

/** What if: sets of depots are proposed by then and, where the network speaks, priced. The rest is for searches. */
export const exploredBy = { proposing: 0.15, pricing: 0.35 } as const;
