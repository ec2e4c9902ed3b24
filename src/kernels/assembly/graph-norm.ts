/** Graph norm (Cai et al. 2021) over the nodes of one graph, four columns to a vector. */

const epsilon: f32 = 1e-5;

/** x becomes scale · n + shift, n = (x − keep · mean) / deviation, by column; n, mean and 1 / deviation stay for the way back. */
export function graphNorm(
  nodes: i32, columns: i32, x: usize, scale: usize, shift: usize, keep: usize, n: usize, mean: usize, inverse: usize,
): void {
  const row: usize = <usize>columns << 2;
  const size: usize = <usize>nodes * row;
  x <<= 2;
  scale <<= 2;
  shift <<= 2;
  keep <<= 2;
  n <<= 2;
  mean <<= 2;
  inverse <<= 2;
  const count = f32x4.splat(<f32>nodes);
  for (let c: usize = 0; c < row; c += 16) {
    let sum = f32x4.splat(0);
    for (let u: usize = 0; u < size; u += row) sum = f32x4.add(sum, v128.load(x + c + u));
    const average = f32x4.div(sum, count);
    v128.store(mean + c, average);
    const taken = f32x4.mul(average, v128.load(keep + c));
    let squares = f32x4.splat(0);
    for (let u: usize = 0; u < size; u += row) {
      const centred = f32x4.sub(v128.load(x + c + u), taken);
      v128.store(n + c + u, centred);
      squares = f32x4.add(squares, f32x4.mul(centred, centred));
    }
    const factor = f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(f32x4.div(squares, count), f32x4.splat(epsilon))));
    v128.store(inverse + c, factor);
    const gain = v128.load(scale + c);
    const offset = v128.load(shift + c);
    for (let u: usize = 0; u < size; u += row) {
      const unit = f32x4.mul(v128.load(n + c + u), factor);
      v128.store(n + c + u, unit);
      v128.store(x + c + u, f32x4.add(f32x4.mul(gain, unit), offset));
    }
  }
}

/** The way back of `graphNorm`: the derivative d becomes that by its input; adds to what scale, shift and keep gain. */
export function graphNormBackward(
  nodes: i32, columns: i32, d: usize, n: usize, mean: usize, inverse: usize, scale: usize, keep: usize,
  dScale: usize, dShift: usize, dKeep: usize,
): void {
  const row: usize = <usize>columns << 2;
  const size: usize = <usize>nodes * row;
  d <<= 2;
  n <<= 2;
  mean <<= 2;
  inverse <<= 2;
  scale <<= 2;
  keep <<= 2;
  dScale <<= 2;
  dShift <<= 2;
  dKeep <<= 2;
  const count = f32x4.splat(<f32>nodes);
  for (let c: usize = 0; c < row; c += 16) {
    let along = f32x4.splat(0);
    let total = f32x4.splat(0);
    for (let u: usize = 0; u < size; u += row) {
      const g = v128.load(d + c + u);
      along = f32x4.add(along, f32x4.mul(g, v128.load(n + c + u)));
      total = f32x4.add(total, g);
    }
    v128.store(dScale + c, f32x4.add(v128.load(dScale + c), along));
    v128.store(dShift + c, f32x4.add(v128.load(dShift + c), total));
    const factor = f32x4.mul(v128.load(scale + c), v128.load(inverse + c));
    const share = f32x4.div(along, count);
    let centred = f32x4.splat(0);
    for (let u: usize = 0; u < size; u += row) {
      const g = f32x4.mul(factor, f32x4.sub(v128.load(d + c + u), f32x4.mul(v128.load(n + c + u), share)));
      v128.store(d + c + u, g);
      centred = f32x4.add(centred, g);
    }
    v128.store(dKeep + c, f32x4.sub(v128.load(dKeep + c), f32x4.mul(centred, v128.load(mean + c))));
    const back = f32x4.div(f32x4.mul(v128.load(keep + c), centred), count);
    for (let u: usize = 0; u < size; u += row) v128.store(d + c + u, f32x4.sub(v128.load(d + c + u), back));
  }
}
