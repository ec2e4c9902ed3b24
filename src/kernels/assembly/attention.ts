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

/** Channels go four at a time; where fewer are left, the rest repeat the last row with a factor of zero. */
@inline
function factor(x: usize, c: i32, channels: i32): v128 {
  return c < channels ? v128.load32_splat(x + (<usize>c << 2)) : f32x4.splat(0);
}

@inline
function channelRow(first: usize, c: i32, channels: i32, row: usize): usize {
  return first + <usize>min<i32>(c, channels - 1) * row;
}

/** out_v = scale · (x·row_v + d_v · x·edge): scores of keys, and derivatives by weights. */
function project(channels: i32, row: usize, x: usize, rows: usize, distance: usize, edge: usize, scale: f32, out: usize): void {
  let alongEdge: f32 = 0;
  for (let c: i32 = 0; c < channels; c++) alongEdge += load<f32>(x + (<usize>c << 2)) * load<f32>(edge + (<usize>c << 2));
  const xe = f32x4.splat(alongEdge * scale);
  for (let v: usize = 0; v < row; v += 16) v128.store(out + v, f32x4.mul(xe, v128.load(distance + v)));
  const scaled = f32x4.splat(scale);
  for (let c: i32 = 0; c < channels; c += 4) {
    const x0 = f32x4.mul(scaled, factor(x, c, channels));
    const x1 = f32x4.mul(scaled, factor(x, c + 1, channels));
    const x2 = f32x4.mul(scaled, factor(x, c + 2, channels));
    const x3 = f32x4.mul(scaled, factor(x, c + 3, channels));
    const r0 = channelRow(rows, c, channels, row);
    const r1 = channelRow(rows, c + 1, channels, row);
    const r2 = channelRow(rows, c + 2, channels, row);
    const r3 = channelRow(rows, c + 3, channels, row);
    for (let v: usize = 0; v < row; v += 16) {
      const left = f32x4.add(f32x4.mul(x0, v128.load(r0 + v)), f32x4.mul(x1, v128.load(r1 + v)));
      const right = f32x4.add(f32x4.mul(x2, v128.load(r2 + v)), f32x4.mul(x3, v128.load(r3 + v)));
      v128.store(out + v, f32x4.add(v128.load(out + v), f32x4.add(left, right)));
    }
  }
}

/** out_c += scale · (Σ_v weight_v · row_c,v) + far · edge_c. */
function gather(channels: i32, row: usize, weights: usize, rows: usize, edge: usize, scale: f32, far: f32, out: usize): void {
  const zero = f32x4.splat(0);
  for (let c: i32 = 0; c < channels; c += 4) {
    const r0 = channelRow(rows, c, channels, row);
    const r1 = channelRow(rows, c + 1, channels, row);
    const r2 = channelRow(rows, c + 2, channels, row);
    const r3 = channelRow(rows, c + 3, channels, row);
    let s0 = zero, s1 = zero, s2 = zero, s3 = zero;
    for (let v: usize = 0; v < row; v += 16) {
      const weight = v128.load(weights + v);
      s0 = f32x4.add(s0, f32x4.mul(weight, v128.load(r0 + v)));
      s1 = f32x4.add(s1, f32x4.mul(weight, v128.load(r1 + v)));
      s2 = f32x4.add(s2, f32x4.mul(weight, v128.load(r2 + v)));
      s3 = f32x4.add(s3, f32x4.mul(weight, v128.load(r3 + v)));
    }
    collect(out, edge, c, scale * sum4(s0), far);
    if (c + 1 < channels) collect(out, edge, c + 1, scale * sum4(s1), far);
    if (c + 2 < channels) collect(out, edge, c + 2, scale * sum4(s2), far);
    if (c + 3 < channels) collect(out, edge, c + 3, scale * sum4(s3), far);
  }
}

@inline
function collect(out: usize, edge: usize, c: i32, sum: f32, far: f32): void {
  const at = <usize>c << 2;
  store<f32>(out + at, load<f32>(out + at) + sum + far * load<f32>(edge + at));
}

/** row_c,v += scale · x_c · weight_v. */
function scatter(channels: i32, row: usize, weights: usize, x: usize, scale: f32, rows: usize): void {
  const scaled = f32x4.splat(scale);
  for (let c: i32 = 0; c < channels; c += 2) {
    const x0 = f32x4.mul(scaled, factor(x, c, channels));
    const x1 = f32x4.mul(scaled, factor(x, c + 1, channels));
    const r0 = channelRow(rows, c, channels, row);
    const r1 = channelRow(rows, c + 1, channels, row);
    for (let v: usize = 0; v < row; v += 16) {
      const weight = v128.load(weights + v);
      v128.store(r0 + v, f32x4.add(v128.load(r0 + v), f32x4.mul(weight, x0)));
      v128.store(r1 + v, f32x4.add(v128.load(r1 + v), f32x4.mul(weight, x1)));
    }
  }
}

function softmax(row: usize, x: usize): void {
  let most = f32x4.splat(-Infinity);
  for (let v: usize = 0; v < row; v += 16) most = f32x4.pmax(most, v128.load(x + v));
  const largest = f32x4.splat(
    max<f32>(
      max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    ),
  );
  let total = f32x4.splat(0);
  for (let v: usize = 0; v < row; v += 16) {
    const below = f32x4.sub(v128.load(x + v), largest);
    // Shares below e⁻³⁰ are lost in the sum anyway, but their products would be subnormal numbers, which are slow.
    const share = v128.andnot(exp4(below), f32x4.lt(below, f32x4.splat(-30)));
    v128.store(x + v, share);
    total = f32x4.add(total, share);
  }
  const inverse = f32x4.splat(<f32>1 / sum4(total));
  for (let v: usize = 0; v < row; v += 16) v128.store(x + v, f32x4.mul(v128.load(x + v), inverse));
}

/** Turns the sign of a random share of the weights; returns the generator's state. */
function drop(row: usize, x: usize, dropout: f32, random: v128): v128 {
  const threshold = i32x4.splat(<i32>(<f64>dropout * 4294967296.0 - 2147483648.0));
  const sign = i32x4.splat(<i32>0x80000000);
  for (let v: usize = 0; v < row; v += 16) {
    random = v128.xor(random, i32x4.shl(random, 13));
    random = v128.xor(random, i32x4.shr_u(random, 17));
    random = v128.xor(random, i32x4.shl(random, 5));
    v128.store(x + v, v128.xor(v128.load(x + v), v128.and(sign, i32x4.lt_s(random, threshold))));
  }
  return random;
}

/** What dropout leaves of the weights, into `out`; returns Σ_v of it times d_v. */
function kept(row: usize, weights: usize, distance: usize, out: usize): f32 {
  const zero = f32x4.splat(0);
  let reach = zero;
  for (let v: usize = 0; v < row; v += 16) {
    const weight = f32x4.pmax(v128.load(weights + v), zero);
    v128.store(out + v, weight);
    reach = f32x4.add(reach, f32x4.mul(weight, v128.load(distance + v)));
  }
  return sum4(reach);
}

/**
 * received[u] += Σ_v a_uv (value_v + d_uv · edge), a_uv = softmax over v ≠ u of query_u·(key_v + d_uv · edge) / √channels, head by head.
 * Weights are kept for the way back, head by head and node by node; a dropped one keeps its size with a minus sign.
 * Dropout draws from a xorshift generator of four lanes, which starts from the bits at `seed`. `scratch` holds one row.
 */
export function attend(
  nodes: i32, columns: i32, heads: i32, channels: i32, query: usize, stride: i32, keys: usize, values: usize, d: usize, edge: usize,
  weights: usize, received: usize, receivedStride: i32, dropout: f32, seed: usize, scratch: usize,
): void {
  const row: usize = <usize>columns << 2;
  const temperature = <f32>1 / sqrt<f32>(<f32>channels);
  const boost = <f32>1 / (<f32>1 - dropout);
  weights <<= 2;
  scratch <<= 2;
  let random = v128.load(seed << 2);
  for (let h: i32 = 0; h < heads; h++) {
    const first = <usize>(h * channels);
    const e = (edge + first) << 2;
    let distance = d << 2;
    for (let u: i32 = 0; u < nodes; u++) {
      const q = (query + <usize>(u * stride) + first) << 2;
      project(channels, row, q, (keys << 2) + first * row, distance, e, temperature, weights);
      store<f32>(weights + (<usize>u << 2), -Infinity);
      for (let v: usize = <usize>nodes << 2; v < row; v += 4) store<f32>(weights + v, -Infinity);
      softmax(row, weights);
      if (dropout > 0) random = drop(row, weights, dropout, random);
      const far = boost * kept(row, weights, distance, scratch);
      const out = (received + <usize>(u * receivedStride) + first) << 2;
      gather(channels, row, scratch, (values << 2) + first * row, e, boost, far, out);
      weights += row;
      distance += row;
    }
  }
}

/**
 * The way back of `attend`: writes the query gradient, adds to those of keys, values (both transposed) and edge.
 * `scratch` holds two rows.
 */
export function attendBackward(
  nodes: i32, columns: i32, heads: i32, channels: i32, query: usize, stride: i32, keys: usize, values: usize, d: usize, edge: usize,
  weights: usize, g: usize, gStride: i32, dropout: f32, dQuery: usize, dQueryStride: i32, dKeys: usize, dValues: usize, dEdge: usize,
  scratch: usize,
): void {
  const row: usize = <usize>columns << 2;
  const zero = f32x4.splat(0);
  const temperature = f32x4.splat(<f32>1 / sqrt<f32>(<f32>channels));
  const boost = <f32>1 / (<f32>1 - dropout);
  weights <<= 2;
  const used = scratch << 2;
  const slope = used + row;
  for (let h: i32 = 0; h < heads; h++) {
    const first = <usize>(h * channels);
    const e = (edge + first) << 2;
    let distance = d << 2;
    for (let u: i32 = 0; u < nodes; u++) {
      const q = (query + <usize>(u * stride) + first) << 2;
      const dq = (dQuery + <usize>(u * dQueryStride) + first) << 2;
      const out = (g + <usize>(u * gStride) + first) << 2;
      const far = boost * kept(row, weights, distance, used);
      scatter(channels, row, used, out, boost, (dValues << 2) + first * row);
      // Derivative by each weight, of which a dropped one has none; through the softmax to the scores.
      project(channels, row, out, (values << 2) + first * row, distance, e, boost, slope);
      let mean = zero;
      for (let v: usize = 0; v < row; v += 16) mean = f32x4.add(mean, f32x4.mul(v128.load(slope + v), v128.load(used + v)));
      const average = f32x4.splat(sum4(mean));
      let scoreReach = zero;
      for (let v: usize = 0; v < row; v += 16) {
        const weight = v128.load(weights + v);
        const da = v128.and(v128.load(slope + v), f32x4.gt(weight, zero));
        const ds = f32x4.mul(f32x4.mul(f32x4.abs(weight), temperature), f32x4.sub(da, average));
        v128.store(slope + v, ds);
        scoreReach = f32x4.add(scoreReach, f32x4.mul(ds, v128.load(distance + v)));
      }
      const scoreFar = sum4(scoreReach);
      scatter(channels, row, slope, q, 1, (dKeys << 2) + first * row);
      for (let c: usize = 0; c < <usize>channels << 2; c += 4) {
        const de = ((dEdge + first) << 2) + c;
        store<f32>(de, load<f32>(de) + far * load<f32>(out + c) + scoreFar * load<f32>(q + c));
        store<f32>(dq + c, 0);
      }
      gather(channels, row, slope, (keys << 2) + first * row, e, 1, scoreFar, dq);
      weights += row;
      distance += row;
    }
  }
}
