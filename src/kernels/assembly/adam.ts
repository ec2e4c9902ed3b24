/**
 * Adam (Kingma & Ba 2015) with decoupled weight decay (Loshchilov & Hutter 2019) on `count` elements, a multiple of 4.
 * `stepSize` = lr / (1 − β₁ᵗ), `correction` = 1 / √(1 − β₂ᵗ), `keep` = 1 − lr · decay.
 */
export function adam(
  count: i32, w: usize, g: usize, m: usize, v: usize,
  gradientScale: f32, stepSize: f32, correction: f32, beta1: f32, beta2: f32, epsilon: f32, keep: f32,
): void {
  w <<= 2;
  g <<= 2;
  m <<= 2;
  v <<= 2;
  const scale = f32x4.splat(gradientScale);
  const step = f32x4.splat(stepSize);
  const corrected = f32x4.splat(correction);
  const b1 = f32x4.splat(beta1);
  const rest1 = f32x4.splat(1 - beta1);
  const b2 = f32x4.splat(beta2);
  const rest2 = f32x4.splat(1 - beta2);
  const eps = f32x4.splat(epsilon);
  const kept = f32x4.splat(keep);
  for (let i: i32 = 0; i < count; i += 4) {
    const gradient = f32x4.mul(v128.load(g), scale);
    const first = f32x4.add(f32x4.mul(b1, v128.load(m)), f32x4.mul(rest1, gradient));
    const second = f32x4.add(f32x4.mul(b2, v128.load(v)), f32x4.mul(rest2, f32x4.mul(gradient, gradient)));
    v128.store(m, first);
    v128.store(v, second);
    const change = f32x4.div(f32x4.mul(step, first), f32x4.add(f32x4.mul(f32x4.sqrt(second), corrected), eps));
    v128.store(w, f32x4.sub(f32x4.mul(v128.load(w), kept), change));
    w += 16;
    g += 16;
    m += 16;
    v += 16;
  }
}

/**
 * Schedule-free AdamW (Defazio et al. 2024): y is where gradients are taken, z the base iterate; their average x = z + (y − z) / β₁ is the answer.
 * `mix` is the weight of z in the new average, `correction` = 1 / √(1 − β₂ᵗ).
 */
export function scheduleFree(
  count: i32, y: usize, g: usize, z: usize, v: usize,
  gradientScale: f32, rate: f32, correction: f32, beta1: f32, beta2: f32, epsilon: f32, decay: f32, mix: f32,
): void {
  y <<= 2;
  g <<= 2;
  z <<= 2;
  v <<= 2;
  const scale = f32x4.splat(gradientScale);
  const step = f32x4.splat(rate);
  const corrected = f32x4.splat(correction);
  const b2 = f32x4.splat(beta2);
  const rest2 = f32x4.splat(1 - beta2);
  const eps = f32x4.splat(epsilon);
  const lambda = f32x4.splat(decay);
  const toZ = f32x4.splat(mix);
  const pull = f32x4.splat(rate * (beta1 * (1 - mix) - 1));
  for (let i: i32 = 0; i < count; i += 4) {
    const gradient = f32x4.mul(v128.load(g), scale);
    const second = f32x4.add(f32x4.mul(b2, v128.load(v)), f32x4.mul(rest2, f32x4.mul(gradient, gradient)));
    v128.store(v, second);
    const at = v128.load(y);
    const base = v128.load(z);
    const direction = f32x4.add(
      f32x4.div(gradient, f32x4.add(f32x4.mul(f32x4.sqrt(second), corrected), eps)),
      f32x4.mul(lambda, at),
    );
    v128.store(y, f32x4.add(f32x4.add(at, f32x4.mul(toZ, f32x4.sub(base, at))), f32x4.mul(pull, direction)));
    v128.store(z, f32x4.sub(base, f32x4.mul(step, direction)));
    y += 16;
    g += 16;
    z += 16;
    v += 16;
  }
}
