/** A location-allocation: which depots open, who is served from where, and what the surrogate thinks that costs. No routes yet. */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { Stop, StopReason } from '../run/stop.ts';

export interface Allocation {
  readonly open: DepotSet;
  /** Depot of each customer, by position in the instance. */
  readonly depotOf: Int32Array;
  /** Opening costs plus predicted routing costs. */
  readonly objective: number;
  /** Predicted routing cost of each depot; 0 if it is closed. */
  readonly predicted: Float64Array;
}

/** What is known about the surrogate's objective; says nothing about the true cost. */
export interface ObjectiveProof {
  readonly objective: number;
  /** No allocation has a lower objective; −∞ if nothing is known. */
  readonly bound: number;
  readonly gap: number;
  /** Who found and proved it: a MIP solver, or 'lagrangian'. */
  readonly solver: string;
}

export interface AllocationResult {
  readonly best: Allocation;
  /** Distinct good allocations, `best` first: one per set of open depots, then other assignments. */
  readonly pool: readonly Allocation[];
  readonly mip: ObjectiveProof;
  readonly seconds: number;
  readonly stop: StopReason;
  /** What the user should know: a solver that crashed, a point that was rejected. */
  readonly notes: readonly string[];
  /** Of the solvers that were asked. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Allocations one move away that keep all rules, the cheapest by objective first; absent where some rule is not the allocator's. */
  readonly neighbours?: (of: Pick<Allocation, 'open' | 'depotOf'>) => Iterable<Allocation>;
}

export interface AllocationProgress {
  readonly stage: 'lagrangian' | 'mip';
  readonly seconds: number;
  /** ∞ until something feasible is known. */
  readonly objective: number;
  readonly bound: number;
  readonly gap: number;
}

export interface AllocateOptions {
  /** Seconds and abort signal. Without seconds the method ends by itself. */
  readonly stop?: Stop;
  readonly seed?: number;
  /** Relative gap of the surrogate's objective that is good enough. */
  readonly gap?: number;
  /** Sets to look at first, from whoever has an opinion. */
  readonly depotSets?: readonly DepotSet[];
  readonly onProgress?: (progress: AllocationProgress) => void;
}

/** Decides which depots open and which customers each serves. Part of a pipeline by `decideBy`. */
export interface Allocator {
  readonly name: string;
  /** Keeps constraints of the caller's own, which no later stage may break. */
  readonly constrained?: boolean;
  /** Throws E_INFEASIBLE… with the rules that contradict each other, or E_BUDGET if time ended before anything was found. */
  allocate(instance: Instance, options?: AllocateOptions): Promise<AllocationResult>;
}
