/** The attention kernels as plain loops in float64, straight from their formulas. */
import type { Kernels } from '../../src/kernels/kernels.ts';

const epsilon = 1e-5;

export function attentionTwin(memory: Float64Array) {
  const dot = (length: number, a: number, aStep: number, b: number, bStep: number) => {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += memory[a + k * aStep] * memory[b + k * bStep];
    return sum;
  };

  return {
    transposeRows(nodes, channels, x, stride, y, columns) {
      for (let c = 0; c < channels; c++)
        for (let v = 0; v < columns; v++) memory[y + c * columns + v] = v < nodes ? memory[x + v * stride + c] : 0;
    },

    transposeBack(nodes, channels, y, columns, x, stride) {
      for (let c = 0; c < channels; c++) for (let v = 0; v < nodes; v++) memory[x + v * stride + c] = memory[y + c * columns + v];
    },

    distances(nodes, columns, x, stride, first, second, d) {
      for (let u = 0; u < nodes; u++)
        for (let v = 0; v < columns; v++)
          memory[d + u * columns + v] =
            v < nodes
              ? Math.hypot(
                  memory[x + u * stride + first] - memory[x + v * stride + first],
                  memory[x + u * stride + second] - memory[x + v * stride + second],
                )
              : 0;
    },

    attend(nodes, columns, heads, channels, query, stride, keys, values, d, edge, weights, received, receivedStride, dropout, seed) {
      const lanes = laneBits(memory, seed);
      const threshold = Math.trunc(Math.fround(dropout) * 2 ** 32 - 2 ** 31);
      for (let h = 0; h < heads; h++)
        for (let u = 0; u < nodes; u++) {
          const q = query + u * stride + h * channels;
          const row = weights + (h * nodes + u) * columns;
          const e = edge + h * channels;
          let total = 0;
          for (let v = 0; v < columns; v++) {
            const alongKey = dot(channels, q, 1, keys + h * channels * columns + v, columns);
            const score = (alongKey + memory[d + u * columns + v] * dot(channels, q, 1, e, 1)) / Math.sqrt(channels);
            memory[row + v] = v < nodes && v !== u ? Math.exp(score) : 0;
            total += memory[row + v];
          }
          for (let v = 0; v < columns; v++) {
            memory[row + v] /= total;
            if (dropout > 0 && xorshift(lanes, v & 3) < threshold) memory[row + v] *= -1;
          }
          const used = (v: number) => Math.max(0, memory[row + v]) / (1 - dropout);
          for (let c = 0; c < channels; c++)
            for (let v = 0; v < nodes; v++)
              memory[received + u * receivedStride + h * channels + c] +=
                used(v) * (memory[values + (h * channels + c) * columns + v] + memory[d + u * columns + v] * memory[e + c]);
        }
    },

    attendBackward(
      nodes,
      columns,
      heads,
      channels,
      query,
      stride,
      keys,
      values,
      d,
      edge,
      weights,
      g,
      gStride,
      dropout,
      dQuery,
      dQueryStride,
      dKeys,
      dValues,
      dEdge,
      scratch,
    ) {
      for (let h = 0; h < heads; h++)
        for (let u = 0; u < nodes; u++) {
          const first = h * channels;
          const row = weights + (h * nodes + u) * columns;
          const out = g + u * gStride + first;
          const distance = (v: number) => memory[d + u * columns + v];
          let mean = 0;
          for (let v = 0; v < nodes; v++) {
            let da = 0;
            for (let c = 0; c < channels; c++)
              da += memory[out + c] * (memory[values + (first + c) * columns + v] + distance(v) * memory[edge + first + c]);
            memory[scratch + v] = memory[row + v] > 0 ? da / (1 - dropout) : 0;
            mean += memory[scratch + v] * memory[row + v];
          }
          for (let c = 0; c < channels; c++) {
            const q = memory[query + u * stride + first + c];
            let dq = 0;
            for (let v = 0; v < nodes; v++) {
              const used = Math.max(0, memory[row + v]) / (1 - dropout);
              const ds = (Math.abs(memory[row + v]) * (memory[scratch + v] - mean)) / Math.sqrt(channels);
              dq += ds * (memory[keys + (first + c) * columns + v] + distance(v) * memory[edge + first + c]);
              memory[dKeys + (first + c) * columns + v] += ds * q;
              memory[dValues + (first + c) * columns + v] += used * memory[out + c];
              memory[dEdge + first + c] += distance(v) * (used * memory[out + c] + ds * q);
            }
            memory[dQuery + u * dQueryStride + first + c] = dq;
          }
        }
    },

    elu(count, x, y) {
      for (let k = 0; k < count; k++) memory[y + k] = memory[x + k] > 0 ? memory[x + k] : Math.expm1(memory[x + k]);
    },

    eluBackward(count, dy, y, dx) {
      for (let k = 0; k < count; k++) memory[dx + k] = memory[dy + k] * (memory[y + k] > 0 ? 1 : memory[y + k] + 1);
    },

    graphNorm(nodes, columns, x, scale, shift, keep, n, mean, inverse) {
      for (let c = 0; c < columns; c++) {
        let sum = 0;
        for (let u = 0; u < nodes; u++) sum += memory[x + u * columns + c];
        memory[mean + c] = sum / nodes;
        let squares = 0;
        for (let u = 0; u < nodes; u++) squares += (memory[x + u * columns + c] - memory[keep + c] * memory[mean + c]) ** 2;
        memory[inverse + c] = 1 / Math.sqrt(squares / nodes + epsilon);
        for (let u = 0; u < nodes; u++) {
          const at = u * columns + c;
          memory[n + at] = (memory[x + at] - memory[keep + c] * memory[mean + c]) * memory[inverse + c];
          memory[x + at] = memory[scale + c] * memory[n + at] + memory[shift + c];
        }
      }
    },

    graphNormBackward(nodes, columns, d, n, mean, inverse, scale, keep, dScale, dShift, dKeep) {
      for (let c = 0; c < columns; c++) {
        let along = 0;
        for (let u = 0; u < nodes; u++) {
          const at = u * columns + c;
          along += memory[d + at] * memory[n + at];
          memory[dShift + c] += memory[d + at];
        }
        memory[dScale + c] += along;
        let centred = 0;
        for (let u = 0; u < nodes; u++) {
          const at = u * columns + c;
          memory[d + at] = memory[scale + c] * memory[inverse + c] * (memory[d + at] - (memory[n + at] * along) / nodes);
          centred += memory[d + at];
        }
        memory[dKeep + c] -= centred * memory[mean + c];
        for (let u = 0; u < nodes; u++) memory[d + u * columns + c] -= (memory[keep + c] * centred) / nodes;
      }
    },
  } satisfies Partial<Kernels>;
}

/** The generator starts from the bits of four float32, in float64 memory too. */
function laneBits(memory: Float64Array, at: number): Int32Array {
  return new Int32Array(Float32Array.from(memory.subarray(at, at + 4)).buffer);
}

function xorshift(lanes: Int32Array, lane: number): number {
  let x = lanes[lane];
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  lanes[lane] = x;
  return x;
}
