/** Typed arrays that grow by doubling, so that a model of a million coefficients is built without boxed numbers. */

type NumericArray = Float64Array | Int32Array | Uint8Array;

class Growable<A extends NumericArray> {
  private store: A;
  private used = 0;

  constructor(private readonly allocate: (capacity: number) => A) {
    this.store = allocate(64);
  }

  get length(): number {
    return this.used;
  }

  push(value: number): number {
    if (this.used === this.store.length) {
      const larger = this.allocate(2 * this.store.length);
      larger.set(this.store);
      this.store = larger;
    }
    this.store[this.used] = value;
    return this.used++;
  }

  at(index: number): number {
    return this.store[index];
  }

  set(index: number, value: number): void {
    this.store[index] = value;
  }

  snapshot(): A {
    return this.store.slice(0, this.used) as A;
  }
}

export const growableFloats = () => new Growable((n) => new Float64Array(n));
export const growableInts = () => new Growable((n) => new Int32Array(n));
export const growableBytes = () => new Growable((n) => new Uint8Array(n));

export type GrowableFloats = ReturnType<typeof growableFloats>;
export type GrowableInts = ReturnType<typeof growableInts>;
export type GrowableBytes = ReturnType<typeof growableBytes>;
