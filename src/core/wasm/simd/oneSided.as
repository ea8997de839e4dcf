// f64x2 twins of functions in src/core/math/oneSided.ts: masks where the TypeScript has conditions.

export function oneSidedForce(force: usize, state: usize, D: usize, x: usize, from: i32, end: i32): f64 {
  let o = real(force, from);
  let s = state + (<usize>from << 2);
  let p = real(D, from);
  let q = real(x, from);
  const zero = f64x2.splat(0);
  const half = f64x2.splat(0.5);
  let sum = zero;
  let n = end - from;
  for (; n > 1; n -= 2) {
    const xx = v128.load(q);
    const acts = f64x2.lt(xx, zero);
    const f = f64x2.mul(v128.load(p), xx);
    v128.store(o, v128.and(f64x2.neg(f), acts));
    store<i32>(s, i32x4.extract_lane(acts, 0) & 1);
    store<i32>(s, i32x4.extract_lane(acts, 2) & 1, 4);
    sum = f64x2.add(sum, v128.and(f64x2.mul(f64x2.mul(half, f), xx), acts));
    o += 16;
    s += 8;
    p += 16;
    q += 16;
  }
  let s0 = f64x2.extract_lane(sum, 0);
  if (n > 0) {
    const xx = load<f64>(q);
    const f = load<f64>(p) * xx;
    const acts = xx < 0.0;
    store<f64>(o, acts ? -f : 0.0);
    store<i32>(s, <i32>acts);
    s0 += acts ? 0.5 * f * xx : 0.0;
  }
  return s0 + f64x2.extract_lane(sum, 1);
}

export function lineQuadratics(
  quad0: usize,
  quad1: usize,
  quad2: usize,
  D: usize,
  x: usize,
  v: usize,
  from: i32,
  end: i32,
): void {
  const half = f64x2.splat(0.5);
  let at = <usize>from << 3;
  let n = end - from;
  for (; n > 1; n -= 2) {
    const dd = v128.load(D + at);
    const xx = v128.load(x + at);
    const vv = v128.load(v + at);
    const dx = f64x2.mul(dd, xx);
    v128.store(quad0 + at, f64x2.mul(f64x2.mul(half, xx), dx));
    v128.store(quad1 + at, f64x2.mul(vv, dx));
    v128.store(quad2 + at, f64x2.mul(f64x2.mul(f64x2.mul(half, vv), dd), vv));
    at += 16;
  }
  if (n > 0) {
    const dd = load<f64>(D + at);
    const xx = load<f64>(x + at);
    const vv = load<f64>(v + at);
    const dx = dd * xx;
    store<f64>(quad0 + at, 0.5 * xx * dx);
    store<f64>(quad1 + at, vv * dx);
    store<f64>(quad2 + at, 0.5 * vv * dd * vv);
  }
}

export function oneSidedLine(
  res: usize,
  x: usize,
  v: usize,
  quad0: usize,
  quad1: usize,
  quad2: usize,
  from: i32,
  end: i32,
  alpha: f64,
): void {
  const zero = f64x2.splat(0);
  const sign = f64x2.splat(-0.0);
  const aa = f64x2.splat(alpha);
  let constant = zero;
  let linear = zero;
  let square = zero;
  let at = <usize>from << 3;
  let n = end - from;
  for (; n > 1; n -= 2) {
    const xx = v128.load(x + at);
    const acts = f64x2.lt(f64x2.add(xx, f64x2.mul(aa, v128.load(v + at))), zero);
    const before = f64x2.lt(xx, zero);
    const cost = v128.and(v128.load(quad0 + at), v128.xor(acts, before));
    constant = f64x2.add(constant, v128.xor(cost, v128.and(before, sign)));
    linear = f64x2.add(linear, v128.and(v128.load(quad1 + at), acts));
    square = f64x2.add(square, v128.and(v128.load(quad2 + at), acts));
    at += 16;
  }
  let c0 = f64x2.extract_lane(constant, 0);
  let l0 = f64x2.extract_lane(linear, 0);
  let q0 = f64x2.extract_lane(square, 0);
  if (n > 0) {
    const xx = load<f64>(x + at);
    const acts = xx + alpha * load<f64>(v + at) < 0.0;
    const before = xx < 0.0;
    const cost = load<f64>(quad0 + at);
    if (acts != before) c0 += acts ? cost : -cost;
    if (acts) {
      l0 += load<f64>(quad1 + at);
      q0 += load<f64>(quad2 + at);
    }
  }
  store<f64>(res, c0 + f64x2.extract_lane(constant, 1));
  store<f64>(res, l0 + f64x2.extract_lane(linear, 1), 8);
  store<f64>(res, q0 + f64x2.extract_lane(square, 1), 16);
}
