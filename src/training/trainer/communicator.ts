/**
 * Training runs as equal replicas, one per thread. Each computes the gradient of its share of a batch; all add them up in the order of
 * their ranks, over shared memory, and take the same optimiser step. So the weights depend on the thread count, but never on timing.
 */
import type { SampleSet } from '../sample.ts';
import { type Column, mapColumns } from '../set-table.ts';

export interface Communicator {
  readonly rank: number;
  readonly size: number;
  /** Replaces `values` by their sum over all replicas, the same to the bit in each. */
  sum(values: Float32Array | Float64Array): void;
}

export const alone: Communicator = { rank: 0, size: 1, sum: () => {} };

/** Polls before a waiting replica sleeps; the others are usually only microseconds behind. */
const patience = 20_000;

/** What replicas share; sent to each of them. */
export interface SharedState {
  readonly size: number;
  readonly capacity: number;
  /** [arrived, generation, interrupted] */
  readonly control: Int32Array;
  /** Two turns × size slots of `capacity`, because a fast replica may write the next sum while a slow one still reads this one. */
  readonly slots: Float64Array;
}

export function sharedState(size: number, capacity: number): SharedState {
  return {
    size,
    capacity,
    control: new Int32Array(new SharedArrayBuffer(12)),
    slots: new Float64Array(new SharedArrayBuffer(16 * size * capacity)),
  };
}

export const interrupt = ({ control }: SharedState): void => void Atomics.store(control, 2, 1);
export const isInterrupted = ({ control }: SharedState): boolean => Atomics.load(control, 2) === 1;

export class SharedCommunicator implements Communicator {
  readonly size: number;
  private turn = 0;

  constructor(
    readonly rank: number,
    private readonly state: SharedState,
  ) {
    this.size = state.size;
  }

  sum(values: Float32Array | Float64Array): void {
    const { capacity } = this.state;
    for (let from = 0; from < values.length; from += capacity) this.sumPiece(values.subarray(from, from + capacity));
  }

  private sumPiece(values: Float32Array | Float64Array): void {
    const { size, capacity, slots } = this.state;
    const start = this.turn * size * capacity;
    this.turn = 1 - this.turn;
    slots.set(values, start + this.rank * capacity);
    this.barrier();
    for (let k = 0; k < values.length; k++) {
      let sum = slots[start + k];
      for (let r = 1; r < size; r++) sum += slots[start + r * capacity + k];
      values[k] = sum;
    }
  }

  /** Returns when all replicas have arrived. */
  private barrier(): void {
    const { control, size } = this.state;
    const generation = Atomics.load(control, 1);
    if (Atomics.add(control, 0, 1) === size - 1) {
      Atomics.store(control, 0, 0);
      Atomics.add(control, 1, 1);
      Atomics.notify(control, 1);
      return;
    }
    for (let poll = 0; poll < patience; poll++) if (Atomics.load(control, 1) !== generation) return;
    while (Atomics.load(control, 1) === generation) Atomics.wait(control, 1, generation);
  }
}

/** The same set with its arrays in shared memory, which all replicas read without copies. */
export const shareSamples = (set: SampleSet): SampleSet =>
  mapColumns(set, (column) => {
    const copy = new (column.constructor as new (buffer: SharedArrayBuffer) => Column)(new SharedArrayBuffer(column.byteLength));
    copy.set(column);
    return copy;
  });
