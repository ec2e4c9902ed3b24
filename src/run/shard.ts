/** Part of some work, for one of several machines: every `of`-th piece, so that parts are equally hard. Counted from 1. */
export type Shard = readonly [part: number, of: number];

export const wholeWork: Shard = [1, 1];

export const isInShard = (index: number, [part, of]: Shard): boolean => index % of === part - 1;
