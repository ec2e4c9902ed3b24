/** Seeded random numbers: xoshiro128** (Blackman & Vigna 2018), seeded through splitmix32. */

export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(seed: number) {
    let state = seed | 0;
    const next = () => {
      state = (state + 0x9e3779b9) | 0;
      let z = state;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return z ^ (z >>> 16);
    };
    this.a = next();
    this.b = next();
    // All bits of a large seed count: the low word determines a and b, the high word also c and d.
    state ^= Math.floor(seed / 0x100000000);
    this.c = next();
    this.d = next() | 1;
  }

  uint32(): number {
    const scrambled = Math.imul(this.b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = (this.d << 11) | (this.d >>> 21);
    return result >>> 0;
  }

  /** Uniform in [0, 1), 53 bits. */
  float(): number {
    return ((this.uint32() >>> 5) * 0x4000000 + (this.uint32() >>> 6)) / 0x20000000000000;
  }

  /** Uniform integer in [0, n), 1 ≤ n ≤ 2³². The bias of the multiply is below n / 2³². */
  int(n: number): number {
    return Math.floor((this.uint32() * n) / 0x100000000);
  }

  /** Standard normal (Box–Muller, one of the pair). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.float())) * Math.cos(2 * Math.PI * this.float());
  }

  /** Fisher–Yates, in place. */
  shuffle<T extends { length: number; [k: number]: number }>(list: T): T {
    for (let k = list.length - 1; k > 0; k--) {
      const other = this.int(k + 1);
      const kept = list[k];
      list[k] = list[other];
      list[other] = kept;
    }
    return list;
  }

  /** An independent stream for task `k`; does not advance this one. */
  split(k: number): Random {
    const mixed = Math.imul(this.a ^ Math.imul(k + 1, 0x9e3779b9), 0x85ebca6b) ^ this.c;
    return new Random((mixed >>> 0) + (k + 1) * 0x100000000);
  }
}
