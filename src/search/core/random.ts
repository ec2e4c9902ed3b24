/** src/run/random.ts, to the bit. */

let a: i32 = 0;
let b: i32 = 0;
let c: i32 = 0;
let d: i32 = 0;
let state: i32 = 0;

function splitmix(): i32 {
  state += <i32>0x9e3779b9;
  let z = state;
  z = (z ^ <i32>(<u32>z >> 16)) * <i32>0x85ebca6b;
  z = (z ^ <i32>(<u32>z >> 13)) * <i32>0xc2b2ae35;
  return z ^ <i32>(<u32>z >> 16);
}

export function seed(value: u32): void {
  state = <i32>value;
  a = splitmix();
  b = splitmix();
  c = splitmix();
  d = splitmix() | 1;
}

export function uint32(): u32 {
  const result = rotl<i32>(b * 5, 7) * 9;
  const shifted = b << 9;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  d = rotl<i32>(d, 11);
  return <u32>result;
}

export function float(): f64 {
  const high = <f64>(uint32() >> 5);
  return (high * 67108864 + <f64>(uint32() >> 6)) / 9007199254740992;
}

export function below(count: i32): i32 {
  return <i32>((<f64>uint32() * <f64>count) / 4294967296);
}

export function shuffle(list: usize, length: i32): void {
  for (let k = length - 1; k > 0; k--) {
    const other = below(k + 1);
    const kept = int(list, k);
    put(list, k, int(list, other));
    put(list, other, kept);
  }
}
