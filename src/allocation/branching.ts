/**
 * Branch and bound over the depots on the Lagrangian dual: the least bound of all nodes is a bound on the surrogate's objective. A node
 * locks some depots open or closed and continues its parent's ascent, so that it takes few steps; the next depot to lock is the one that
 * the dual opens about half of the time.
 */
import type { DepotSet } from '../problem/depot-set.ts';
import { Ascent } from './ascent.ts';
import type { Dual } from './dual.ts';
import type { LocationProblem } from './location-problem.ts';

/** Steps of the ascent in a node. */
const nodeSteps = 60;

interface Node {
  readonly lockedOpen: Uint8Array;
  readonly lockedClosed: Uint8Array;
  readonly bound: number;
  readonly dual: Dual;
  readonly openness: Float64Array;
}

export class Branching {
  /** Nodes to branch on, the one with the lowest bound last. */
  private readonly nodes: Node[];
  /** Lowest bound of the nodes in which all depots are locked. */
  private leaves = Number.POSITIVE_INFINITY;

  constructor(
    private readonly problem: LocationProblem,
    { bound, best, openness }: Ascent,
  ) {
    const { lockedOpen, lockedClosed } = problem.cover;
    this.nodes = [{ lockedOpen, lockedClosed, bound, dual: best, openness }];
  }

  /** Whether the bound may still rise: not if a leaf has the lowest one. */
  get open(): boolean {
    return this.nodes.length > 0 && this.bound < this.leaves;
  }

  /** ∞ once every set of depots has been ruled out. */
  get bound(): number {
    return Math.min(this.leaves, this.nodes.at(-1)?.bound ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Branches on the node with the lowest bound, and returns sets of depots that the dual proposes there. Drops nodes above `target`, the
   * objective of the best known allocation. If interrupted, bounds of the children are weaker.
   */
  step(target: number, interrupted: () => boolean = () => false): DepotSet[] {
    const node = this.nodes.pop();
    if (node === undefined) return [];
    const depot = undecided(node);
    if (depot === undefined) {
      this.leaves = Math.min(this.leaves, node.bound);
      return [];
    }
    const proposed: DepotSet[] = [];
    for (const opened of [1, 0]) {
      const lockedOpen = node.lockedOpen.with(depot, opened);
      const lockedClosed = node.lockedClosed.with(depot, 1 - opened);
      const ascent = new Ascent({ ...this.problem, cover: { ...this.problem.cover, lockedOpen, lockedClosed } }, node.dual);
      let open: DepotSet | undefined;
      for (let k = 0; k < nodeSteps && !ascent.settled && ascent.bound < target && !interrupted(); k++)
        open = ascent.step(target).cover.open ?? open;
      if (open) proposed.push(open);
      const bound = Math.max(node.bound, ascent.bound);
      if (bound < target) this.insert({ lockedOpen, lockedClosed, bound, dual: ascent.best, openness: ascent.openness });
    }
    return proposed;
  }

  private insert(node: Node): void {
    let at = this.nodes.length;
    while (at > 0 && this.nodes[at - 1].bound < node.bound) at--;
    this.nodes.splice(at, 0, node);
  }
}

/** The unlocked depot that is open closest to half of the time. */
function undecided({ lockedOpen, lockedClosed, openness }: Node): number | undefined {
  const free = [...openness.keys()].filter((d) => !lockedOpen[d] && !lockedClosed[d]);
  return free.sort((a, b) => Math.abs(openness[a] - 0.5) - Math.abs(openness[b] - 0.5) || a - b)[0];
}
