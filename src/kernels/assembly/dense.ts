/**
 * Dense layers, f32x4. A tile of 2 rows × 16 columns stays in 8 registers; weights come in panels of 16 columns, so that
 * one panel row is four consecutive loads. Inner loops are not unrolled by hand: V8 moves all loads of a block to its
 * beginning, and runs out of registers. Layout and padding rules are in index.ts; tests/kernels/twin.ts has every function as plain loops.
 */

@inline
function madd(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b));
}

/** y = x·W + bias, and relu of it where asked; `rows` is padded. */
export function dense(rows: i32, inputs: i32, outputs: i32, x: usize, w: usize, bias: usize, y: usize, relu: bool): void {
  layer(false, rows, inputs, outputs, x, w, bias, y, relu ? 0 : -Infinity);
}

/** dx = dy·Wᵀ where the activation is positive, else 0: the way back through a layer, with the panels of Wᵀ as w, and the ReLU before it. */
export function denseBackward(rows: i32, inputs: i32, outputs: i32, x: usize, w: usize, activation: usize, y: usize): void {
  layer(true, rows, inputs, outputs, x, w, activation, y, 0);
}

/** `edge` is the bias of a layer, one row, or on the way back the activation, a row for each of y. */
@inline
function layer(back: bool, rows: i32, inputs: i32, outputs: i32, x: usize, w: usize, edge: usize, y: usize, least: f32): void {
  const xs: usize = <usize>inputs << 2;
  const ys: usize = <usize>outputs << 2;
  x <<= 2;
  w <<= 2;
  edge <<= 2;
  y <<= 2;
  const floor = f32x4.splat(least);
  for (let j: i32 = 0; j < outputs; j += 16) {
    const b0 = back ? floor : v128.load(edge);
    const b1 = back ? floor : v128.load(edge, 16);
    const b2 = back ? floor : v128.load(edge, 32);
    const b3 = back ? floor : v128.load(edge, 48);
    let x0 = x;
    let out = y;
    let gate = edge;
    for (let i: i32 = 0; i < rows; i += 2) {
      let x1 = x0 + xs;
      let c00 = b0, c01 = b1, c02 = b2, c03 = b3, c10 = b0, c11 = b1, c12 = b2, c13 = b3;
      let wp = w;
      for (let end = x0 + xs; x0 < end; x0 += 4) {
        const w0 = v128.load(wp);
        const w1 = v128.load(wp, 16);
        const w2 = v128.load(wp, 32);
        const w3 = v128.load(wp, 48);
        let a = v128.load32_splat(x0);
        c00 = madd(c00, a, w0);
        c01 = madd(c01, a, w1);
        c02 = madd(c02, a, w2);
        c03 = madd(c03, a, w3);
        a = v128.load32_splat(x1);
        c10 = madd(c10, a, w0);
        c11 = madd(c11, a, w1);
        c12 = madd(c12, a, w2);
        c13 = madd(c13, a, w3);
        x1 += 4;
        wp += 64;
      }
      finish(back, out, gate, floor, c00, c01, c02, c03);
      out += ys;
      if (back) gate += ys;
      finish(back, out, gate, floor, c10, c11, c12, c13);
      out += ys;
      if (back) gate += ys;
      x0 = x1;
    }
    w += <usize>inputs << 6;
    edge += 64;
    y += 64;
  }
}

/** A row of a tile: its sums, at least the floor; on the way back those where the gate is positive. */
@inline
function finish(back: bool, out: usize, gate: usize, floor: v128, c0: v128, c1: v128, c2: v128, c3: v128): void {
  v128.store(out, back ? v128.and(c0, f32x4.gt(v128.load(gate), floor)) : f32x4.pmax(c0, floor));
  v128.store(out, back ? v128.and(c1, f32x4.gt(v128.load(gate, 16), floor)) : f32x4.pmax(c1, floor), 16);
  v128.store(out, back ? v128.and(c2, f32x4.gt(v128.load(gate, 32), floor)) : f32x4.pmax(c2, floor), 32);
  v128.store(out, back ? v128.and(c3, f32x4.gt(v128.load(gate, 48), floor)) : f32x4.pmax(c3, floor), 48);
}

/** dW += xᵀ·dy, in W's panels; padding rows of dy must be zero. */
export function denseWeightGradient(rows: i32, inputs: i32, outputs: i32, x: usize, dy: usize, dw: usize): void {
  const xs: usize = <usize>inputs << 2;
  const ys: usize = <usize>outputs << 2;
  x <<= 2;
  dy <<= 2;
  dw <<= 2;
  for (let j: i32 = 0; j < outputs; j += 16) {
    let column = x;
    for (let k: i32 = 0; k < inputs; k += 2) {
      let c00 = v128.load(dw), c01 = v128.load(dw, 16), c02 = v128.load(dw, 32), c03 = v128.load(dw, 48);
      let c10 = v128.load(dw, 64), c11 = v128.load(dw, 80), c12 = v128.load(dw, 96), c13 = v128.load(dw, 112);
      let xp = column;
      let gp = dy;
      for (let end = xp + <usize>rows * xs; xp < end; xp += xs) {
        const g0 = v128.load(gp);
        const g1 = v128.load(gp, 16);
        const g2 = v128.load(gp, 32);
        const g3 = v128.load(gp, 48);
        let a = v128.load32_splat(xp);
        c00 = madd(c00, a, g0);
        c01 = madd(c01, a, g1);
        c02 = madd(c02, a, g2);
        c03 = madd(c03, a, g3);
        a = v128.load32_splat(xp, 4);
        c10 = madd(c10, a, g0);
        c11 = madd(c11, a, g1);
        c12 = madd(c12, a, g2);
        c13 = madd(c13, a, g3);
        gp += ys;
      }
      v128.store(dw, c00);
      v128.store(dw, c01, 16);
      v128.store(dw, c02, 32);
      v128.store(dw, c03, 48);
      v128.store(dw, c10, 64);
      v128.store(dw, c11, 80);
      v128.store(dw, c12, 96);
      v128.store(dw, c13, 112);
      column += 8;
      dw += 128;
    }
    dy += 64;
  }
}

/** The panels of Wᵀ from those of W; the backward pass through a layer is a forward pass with it. Both sizes are multiples of 16. */
export function transpose(inputs: i32, outputs: i32, w: usize, wt: usize): void {
  w <<= 2;
  wt <<= 2;
  for (let k: i32 = 0; k < inputs; k++)
    for (let j: i32 = 0; j < outputs; j++) {
      const from = w + (<usize>((j >> 4) * (inputs << 4) + (k << 4) + (j & 15)) << 2);
      const to = wt + (<usize>((k >> 4) * (outputs << 4) + (j << 4) + (k & 15)) << 2);
      store<f32>(to, load<f32>(from));
    }
}

/** total += Σ of the first `rows` rows of x; `columns` is a multiple of 8. */
export function addRows(rows: i32, columns: i32, x: usize, total: usize): void {
  const xs: usize = <usize>columns << 2;
  x <<= 2;
  total <<= 2;
  for (let j: i32 = 0; j < columns; j += 8) {
    let even0 = v128.load(total), even1 = v128.load(total, 16);
    let odd0 = f32x4.splat(0), odd1 = f32x4.splat(0);
    let row = x;
    let i: i32 = 1;
    for (; i < rows; i += 2) {
      even0 = f32x4.add(even0, v128.load(row));
      even1 = f32x4.add(even1, v128.load(row, 16));
      row += xs;
      odd0 = f32x4.add(odd0, v128.load(row));
      odd1 = f32x4.add(odd1, v128.load(row, 16));
      row += xs;
    }
    if (i == rows) {
      even0 = f32x4.add(even0, v128.load(row));
      even1 = f32x4.add(even1, v128.load(row, 16));
    }
    v128.store(total, f32x4.add(even0, odd0));
    v128.store(total, f32x4.add(even1, odd1), 16);
    x += 32;
    total += 32;
  }
}

/** dx = g in every row where the activation y is positive, else 0. */
export function spreadThroughRelu(rows: i32, columns: i32, g: usize, y: usize, dx: usize): void {
  const row: usize = <usize>columns << 2;
  const size: usize = <usize>rows * row;
  g <<= 2;
  y <<= 2;
  dx <<= 2;
  const zero = f32x4.splat(0);
  for (let c: usize = 0; c < row; c += 16) {
    const value = v128.load(g + c);
    for (let at: usize = c; at < size; at += row) v128.store(dx + at, v128.and(value, f32x4.gt(v128.load(y + at), zero)));
  }
}
