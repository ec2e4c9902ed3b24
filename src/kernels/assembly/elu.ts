/** ELU of `count` elements, a multiple of 4. */
import { exp4 } from './exp';

/** y = x where positive, else eˣ − 1. */
export function elu(count: i32, x: usize, y: usize): void {
  const size: usize = <usize>count << 2;
  x <<= 2;
  y <<= 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < size; at += 16) {
    const value = v128.load(x + at);
    const below = f32x4.sub(exp4(f32x4.pmin(value, zero)), one);
    v128.store(y + at, v128.bitselect(value, below, f32x4.gt(value, zero)));
  }
}

/** dx from dy; the slope is told by y. */
export function eluBackward(count: i32, dy: usize, y: usize, dx: usize): void {
  const size: usize = <usize>count << 2;
  dy <<= 2;
  y <<= 2;
  dx <<= 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < size; at += 16) {
    const value = v128.load(y + at);
    const slope = v128.bitselect(one, f32x4.add(value, one), f32x4.gt(value, zero));
    v128.store(dx + at, f32x4.mul(v128.load(dy + at), slope));
  }
}
