/**
 * Attention over complete graphs with distance as edge feature; four attended nodes to a vector.
 * Keys and values come transposed (channel by node), so that both the scores of one node and what it receives run along rows.
 */
import { exp4, sum4 } from './exp';

/** y[c][v] = x[v][c] for v < nodes, 0 for the padding; rows of x are `stride` apart, those of y `columns`. */
export function transposeRows(nodes: i32, channels: i32, x: usize, stride: i32, y: usize, columns: i32): void {
  x <<= 2;
  y <<= 2;
  for (let c: i32 = 0; c < channels; c++) {
    let from = x + (<usize>c << 2);
    for (let v: i32 = 0; v < nodes; v++) {
      store<f32>(y, load<f32>(from));
      from += <usize>stride << 2;
      y += 4;
    }
    for (let v: i32 = nodes; v < columns; v++) {
      store<f32>(y, 0);
      y += 4;
    }
  }
}

/** x[v][c] = y[c][v] for v < nodes: the way back. */
export function transposeBack(nodes: i32, channels: i32, y: usize, columns: i32, x: usize, stride: i32): void {
  x <<= 2;
  y <<= 2;
  for (let c: i32 = 0; c < channels; c++) {
    let to = x + (<usize>c << 2);
    let from = y + (<usize>(c * columns) << 2);
    for (let v: i32 = 0; v < nodes; v++) {
      store<f32>(to, load<f32>(from));
      to += <usize>stride << 2;
      from += 4;
    }
  }
}

/** Distances between all nodes, whose coordinates are two columns of x; padding columns become 0. */
export function distances(nodes: i32, columns: i32, x: usize, stride: i32, first: i32, second: i32, d: usize): void {
  x <<= 2;
  d <<= 2;
  const step: usize = <usize>stride << 2;
  const xAt = x + (<usize>first << 2);
  const yAt = x + (<usize>second << 2);
  for (let u: usize = 0; u < <usize>nodes; u++) {
    const px = load<f32>(xAt + u * step);
    const py = load<f32>(yAt + u * step);
    for (let v: usize = 0; v < <usize>columns; v++) {
      let length: f32 = 0;
      if (v < <usize>nodes) {
        const dx = load<f32>(xAt + v * step) - px;
        const dy = load<f32>(yAt + v * step) - py;
        length = sqrt<f32>(dx * dx + dy * dy);
      }
      store<f32>(d, length);
      d += 4;
    }
  }
}

/**
 * received[u] += Σ_v a_uv (value_v + d_uv · edge), a_uv = softmax over v ≠ u of query_u·(key_v + d_uv · edge) / √channels, head by head.
 * Weights are kept for the way back, head by head and node by node; a dropped one keeps its size with a minus sign.
 * Dropout draws from a xorshift generator of four lanes, which starts from the bits at `seed`.
 */
export function attend(
  nodes: i32, columns: i32, heads: i32, channels: i32, query: usize, stride: i32, keys: usize, values: usize, d: usize, edge: usize,
  weights: usize, received: usize, receivedStride: i32, dropout: f32, seed: usize,
): void {
  query <<= 2;
  keys <<= 2;
  values <<= 2;
  d <<= 2;
  edge <<= 2;
  weights <<= 2;
  received <<= 2;
  seed <<= 2;
  const row: usize = <usize>columns << 2;
  const temperature = f32x4.splat(<f32>1 / sqrt<f32>(<f32>channels));
  const threshold = i32x4.splat(<i32>(<f64>dropout * 4294967296.0 - 2147483648.0));
  const boost = f32x4.splat(<f32>1 / (<f32>1 - dropout));
  const sign = i32x4.splat(<i32>0x80000000);
  let random = v128.load(seed);
  for (let h: i32 = 0; h < heads; h++) {
    let distance = d;
    for (let u: i32 = 0; u < nodes; u++) {
      const q = query + (<usize>(u * stride + h * channels) << 2);
      let alongEdge: f32 = 0;
      for (let c: i32 = 0; c < channels; c++) alongEdge += load<f32>(q + (<usize>c << 2)) * load<f32>(edge + (<usize>(h * channels + c) << 2));
      const qe = f32x4.splat(alongEdge);
      const kept = weights;
      for (let v: usize = 0; v < row; v += 16) {
        let score = f32x4.mul(qe, v128.load(distance + v));
        let key = keys + <usize>(h * channels) * row + v;
        for (let c: i32 = 0; c < channels; c++) {
          score = f32x4.add(score, f32x4.mul(v128.load32_splat(q + (<usize>c << 2)), v128.load(key)));
          key += row;
        }
        v128.store(kept + v, f32x4.mul(score, temperature));
      }
      store<f32>(kept + (<usize>u << 2), -Infinity);
      for (let v: usize = <usize>nodes << 2; v < row; v += 4) store<f32>(kept + v, -Infinity);
      let most = f32x4.splat(-Infinity);
      for (let v: usize = 0; v < row; v += 16) most = f32x4.pmax(most, v128.load(kept + v));
      const largest = f32x4.splat(
        max<f32>(
          max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
          max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
        ),
      );
      let total = f32x4.splat(0);
      for (let v: usize = 0; v < row; v += 16) {
        const share = exp4(f32x4.sub(v128.load(kept + v), largest));
        v128.store(kept + v, share);
        total = f32x4.add(total, share);
      }
      const inverse = f32x4.splat(<f32>1 / sum4(total));
      let reach = f32x4.splat(0);
      for (let v: usize = 0; v < row; v += 16) {
        let share = f32x4.mul(v128.load(kept + v), inverse);
        if (dropout > 0) {
          random = v128.xor(random, i32x4.shl(random, 13));
          random = v128.xor(random, i32x4.shr_u(random, 17));
          random = v128.xor(random, i32x4.shl(random, 5));
          share = v128.xor(share, v128.and(sign, i32x4.lt_s(random, threshold)));
        }
        v128.store(kept + v, share);
        reach = f32x4.add(reach, f32x4.mul(f32x4.mul(f32x4.pmax(share, f32x4.splat(0)), boost), v128.load(distance + v)));
      }
      const far = sum4(reach);
      const out = received + (<usize>(u * receivedStride + h * channels) << 2);
      for (let c: i32 = 0; c < channels; c++) {
        let sum = f32x4.splat(0);
        const value = values + <usize>(h * channels + c) * row;
        for (let v: usize = 0; v < row; v += 16)
          sum = f32x4.add(sum, f32x4.mul(f32x4.mul(f32x4.pmax(v128.load(kept + v), f32x4.splat(0)), boost), v128.load(value + v)));
        const at = out + (<usize>c << 2);
        store<f32>(at, load<f32>(at) + sum4(sum) + far * load<f32>(edge + (<usize>(h * channels + c) << 2)));
      }
      weights += row;
      distance += row;
    }
  }
}

/**
 * The way back of `attend`: writes the query gradient, adds to those of keys, values (both transposed) and edge.
 * `scratch` holds one row.
 */
export function attendBackward(
  nodes: i32, columns: i32, heads: i32, channels: i32, query: usize, stride: i32, keys: usize, values: usize, d: usize, edge: usize,
  weights: usize, g: usize, gStride: i32, dropout: f32, dQuery: usize, dQueryStride: i32, dKeys: usize, dValues: usize, dEdge: usize,
  scratch: usize,
): void {
  query <<= 2;
  keys <<= 2;
  values <<= 2;
  d <<= 2;
  edge <<= 2;
  weights <<= 2;
  g <<= 2;
  dQuery <<= 2;
  dKeys <<= 2;
  dValues <<= 2;
  dEdge <<= 2;
  scratch <<= 2;
  const row: usize = <usize>columns << 2;
  const zero = f32x4.splat(0);
  const temperature = f32x4.splat(<f32>1 / sqrt<f32>(<f32>channels));
  const boost = f32x4.splat(<f32>1 / (<f32>1 - dropout));
  for (let h: i32 = 0; h < heads; h++) {
    let distance = d;
    const first = <usize>(h * channels);
    for (let u: i32 = 0; u < nodes; u++) {
      const q = query + (<usize>(u * stride + h * channels) << 2);
      const out = g + (<usize>(u * gStride + h * channels) << 2);
      let alongEdge: f32 = 0;
      for (let c: i32 = 0; c < channels; c++) alongEdge += load<f32>(out + (<usize>c << 2)) * load<f32>(edge + ((first + c) << 2));
      const ge = f32x4.splat(alongEdge);
      // Derivative by each weight, and their weighted mean; what was dropped has none.
      let mean = zero;
      let reach = zero;
      for (let v: usize = 0; v < row; v += 16) {
        const share = v128.load(weights + v);
        let da = f32x4.mul(ge, v128.load(distance + v));
        let value = values + first * row + v;
        for (let c: i32 = 0; c < channels; c++) {
          da = f32x4.add(da, f32x4.mul(v128.load32_splat(out + (<usize>c << 2)), v128.load(value)));
          value += row;
        }
        const used = f32x4.mul(f32x4.pmax(share, zero), boost);
        reach = f32x4.add(reach, f32x4.mul(used, v128.load(distance + v)));
        da = v128.and(f32x4.mul(da, boost), f32x4.gt(share, zero));
        mean = f32x4.add(mean, f32x4.mul(da, share));
        v128.store(scratch + v, da);
      }
      const average = f32x4.splat(sum4(mean));
      let scoreReach = zero;
      for (let v: usize = 0; v < row; v += 16) {
        const share = f32x4.abs(v128.load(weights + v));
        const ds = f32x4.mul(f32x4.mul(share, f32x4.sub(v128.load(scratch + v), average)), temperature);
        v128.store(scratch + v, ds);
        scoreReach = f32x4.add(scoreReach, f32x4.mul(ds, v128.load(distance + v)));
      }
      const far = sum4(reach);
      const scoreFar = sum4(scoreReach);
      for (let c: i32 = 0; c < channels; c++) {
        const offset = <usize>c << 2;
        const key = keys + (first + c) * row;
        const dKey = dKeys + (first + c) * row;
        const dValue = dValues + (first + c) * row;
        const qc = v128.load32_splat(q + offset);
        const gc = v128.load32_splat(out + offset);
        const gUsed = f32x4.mul(gc, boost);
        let sum = zero;
        for (let v: usize = 0; v < row; v += 16) {
          const ds = v128.load(scratch + v);
          sum = f32x4.add(sum, f32x4.mul(ds, v128.load(key + v)));
          v128.store(dKey + v, f32x4.add(v128.load(dKey + v), f32x4.mul(ds, qc)));
          v128.store(dValue + v, f32x4.add(v128.load(dValue + v), f32x4.mul(f32x4.pmax(v128.load(weights + v), zero), gUsed)));
        }
        const e = edge + ((first + c) << 2);
        const de = dEdge + ((first + c) << 2);
        store<f32>(dQuery + (<usize>(u * dQueryStride + h * channels + c) << 2), sum4(sum) + scoreFar * load<f32>(e));
        store<f32>(de, load<f32>(de) + far * load<f32>(out + offset) + scoreFar * load<f32>(q + offset));
      }
      weights += row;
      distance += row;
    }
  }
}
