// f64x2 twins of functions in src/core/math/spatial.ts and in src/core/math/mat3.ts.

export function copy9(res: usize, r: i32, A: usize, a: i32): void {
  const o = real(res, r);
  const p = real(A, a);
  v128.store(o, v128.load(p));
  v128.store(o, v128.load(p, 16), 16);
  v128.store(o, v128.load(p, 32), 32);
  v128.store(o, v128.load(p, 48), 48);
  store<f64>(o, load<f64>(p, 64), 64);
}

/** two columns at a time */
export function rotateBlock3(
  res: usize,
  r: i32,
  K: usize,
  k: i32,
  n: i32,
  R: usize,
  a: i32,
  b: i32,
  s: f64,
): void {
  const from0 = real(K, k);
  const from1 = from0 + (<usize>n << 3);
  const from2 = from1 + (<usize>n << 3);
  const w = real(R, b);
  const p = real(R, a);
  const to = real(res, r);
  const k0 = s * load<f64>(from0);
  const k1 = s * load<f64>(from0, 8);
  const k2 = s * load<f64>(from0, 16);
  const k3 = s * load<f64>(from1);
  const k4 = s * load<f64>(from1, 8);
  const k5 = s * load<f64>(from1, 16);
  const k6 = s * load<f64>(from2);
  const k7 = s * load<f64>(from2, 8);
  const k8 = s * load<f64>(from2, 16);
  const x = v128.load(w);
  const y = v128.load(w, 24);
  const z = v128.load(w, 48);
  const t0 = sum3(k0, x, k1, y, k2, z);
  const t1 = sum3(k3, x, k4, y, k5, z);
  const t2 = sum3(k6, x, k7, y, k8, z);
  const u = load<f64>(w, 16);
  const v = load<f64>(w, 40);
  const c = load<f64>(w, 64);
  const u0 = k0 * u + k1 * v + k2 * c;
  const u1 = k3 * u + k4 * v + k5 * c;
  const u2 = k6 * u + k7 * v + k8 * c;
  const a0 = load<f64>(p);
  const a1 = load<f64>(p, 8);
  const a2 = load<f64>(p, 16);
  const a3 = load<f64>(p, 24);
  const a4 = load<f64>(p, 32);
  const a5 = load<f64>(p, 40);
  const a6 = load<f64>(p, 48);
  const a7 = load<f64>(p, 56);
  const a8 = load<f64>(p, 64);
  v128.store(to, sum3(a0, t0, a3, t1, a6, t2));
  store<f64>(to, a0 * u0 + a3 * u1 + a6 * u2, 16);
  v128.store(to, sum3(a1, t0, a4, t1, a7, t2), 24);
  store<f64>(to, a1 * u0 + a4 * u1 + a7 * u2, 40);
  v128.store(to, sum3(a2, t0, a5, t1, a8, t2), 48);
  store<f64>(to, a2 * u0 + a5 * u1 + a8 * u2, 64);
}

/** a x + b y + c z */
// @ts-ignore: decorator
@inline
function sum3(a: f64, x: v128, b: f64, y: v128, c: f64, z: v128): v128 {
  const ab = f64x2.add(f64x2.mul(f64x2.splat(a), x), f64x2.mul(f64x2.splat(b), y));
  return f64x2.add(ab, f64x2.mul(f64x2.splat(c), z));
}

export function dot6(a: usize, i: i32, b: usize, j: i32): f64 {
  const p = real(a, i);
  const q = real(b, j);
  return sum6(
    f64x2.mul(v128.load(p), v128.load(q)),
    f64x2.mul(v128.load(p, 16), v128.load(q, 16)),
    f64x2.mul(v128.load(p, 32), v128.load(q, 32)),
  );
}

/** six products, added as dot6 adds them */
// @ts-ignore: decorator
@inline
function sum6(p01: v128, p23: v128, p45: v128): f64 {
  const s = f64x2.add(p01, p23);
  return (
    f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1) + (f64x2.extract_lane(p45, 0) + f64x2.extract_lane(p45, 1))
  );
}

/** (s0 + s1) + (t0 + t1) of a in lane 0, of b in lane 1 */
// @ts-ignore: decorator
@inline
function sums2(sa: v128, sb: v128, ta: v128, tb: v128): v128 {
  const s = f64x2.add(v128.shuffle<f64>(sa, sb, 0, 2), v128.shuffle<f64>(sa, sb, 1, 3));
  const t = f64x2.add(v128.shuffle<f64>(ta, tb, 0, 2), v128.shuffle<f64>(ta, tb, 1, 3));
  return f64x2.add(s, t);
}

// @ts-ignore: decorator
@inline
function pair(x: f64, y: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}

/** The momentum stays in registers: a vector load would wait for the scalar stores behind it. Two axes at a time: their sums
 *  are added up side by side. */
export function inertiaRow(res: usize, r: i32, I: usize, i: i32, axes: usize, ind: usize, p: i32, n: i32): void {
  let o = real(res, r);
  let at = ind + (<usize>p << 2);
  const b = real(I, i);
  const c = axes + 48 * <usize>load<i32>(at + (<usize>(n - 1) << 2));
  const wx = load<f64>(c);
  const wy = load<f64>(c, 8);
  const wz = load<f64>(c, 16);
  const vx = load<f64>(c, 24);
  const vy = load<f64>(c, 32);
  const vz = load<f64>(c, 40);
  const Ixy = load<f64>(b, 24);
  const Ixz = load<f64>(b, 32);
  const Iyz = load<f64>(b, 40);
  const mx = load<f64>(b, 48);
  const my = load<f64>(b, 56);
  const mz = load<f64>(b, 64);
  const mass = load<f64>(b, 72);
  const f01 = pair(
    load<f64>(b) * wx + Ixy * wy + Ixz * wz - mz * vy + my * vz,
    Ixy * wx + load<f64>(b, 8) * wy + Iyz * wz + mz * vx - mx * vz,
  );
  const f23 = pair(
    Ixz * wx + Iyz * wy + load<f64>(b, 16) * wz - my * vx + mx * vy,
    mz * wy - my * wz + mass * vx,
  );
  const f45 = pair(mx * wz - mz * wx + mass * vy, my * wx - mx * wy + mass * vz);
  let k = n;
  for (; k > 1; k -= 2) {
    const a = axes + 48 * <usize>load<i32>(at);
    const b = axes + 48 * <usize>load<i32>(at, 4);
    const sa = f64x2.add(f64x2.mul(v128.load(a), f01), f64x2.mul(v128.load(a, 16), f23));
    const ta = f64x2.mul(v128.load(a, 32), f45);
    const sb = f64x2.add(f64x2.mul(v128.load(b), f01), f64x2.mul(v128.load(b, 16), f23));
    const tb = f64x2.mul(v128.load(b, 32), f45);
    v128.store(o, sums2(sa, sb, ta, tb));
    o += 16;
    at += 8;
  }
  if (k > 0) {
    const a = axes + 48 * <usize>load<i32>(at);
    store<f64>(
      o,
      sum6(f64x2.mul(v128.load(a), f01), f64x2.mul(v128.load(a, 16), f23), f64x2.mul(v128.load(a, 32), f45)),
    );
  }
}

export function zero6(res: usize, r: i32): void {
  const o = real(res, r);
  const z = f64x2.splat(0);
  v128.store(o, z);
  v128.store(o, z, 16);
  v128.store(o, z, 32);
}

export function copy6(res: usize, r: i32, a: usize, i: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  v128.store(o, v128.load(p));
  v128.store(o, v128.load(p, 16), 16);
  v128.store(o, v128.load(p, 32), 32);
}

export function scl6(res: usize, r: i32, a: usize, i: i32, s: f64): void {
  const o = real(res, r);
  const p = real(a, i);
  const ss = f64x2.splat(s);
  v128.store(o, f64x2.mul(v128.load(p), ss));
  v128.store(o, f64x2.mul(v128.load(p, 16), ss), 16);
  v128.store(o, f64x2.mul(v128.load(p, 32), ss), 32);
}

export function add6(res: usize, r: i32, a: usize, i: i32, b: usize, j: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  const q = real(b, j);
  v128.store(o, f64x2.add(v128.load(p), v128.load(q)));
  v128.store(o, f64x2.add(v128.load(p, 16), v128.load(q, 16)), 16);
  v128.store(o, f64x2.add(v128.load(p, 32), v128.load(q, 32)), 32);
}

export function addTo6(res: usize, r: i32, a: usize, i: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  v128.store(o, f64x2.add(v128.load(o), v128.load(p)));
  v128.store(o, f64x2.add(v128.load(o, 16), v128.load(p, 16)), 16);
  v128.store(o, f64x2.add(v128.load(o, 32), v128.load(p, 32)), 32);
}

export function addScl6(res: usize, r: i32, a: usize, i: i32, b: usize, j: i32, s: f64): void {
  const o = real(res, r);
  const p = real(a, i);
  const q = real(b, j);
  const ss = f64x2.splat(s);
  v128.store(o, f64x2.add(v128.load(p), f64x2.mul(v128.load(q), ss)));
  v128.store(o, f64x2.add(v128.load(p, 16), f64x2.mul(v128.load(q, 16), ss)), 16);
  v128.store(o, f64x2.add(v128.load(p, 32), f64x2.mul(v128.load(q, 32), ss)), 32);
}

export function addToScl6(res: usize, r: i32, a: usize, i: i32, s: f64): void {
  const o = real(res, r);
  const p = real(a, i);
  const ss = f64x2.splat(s);
  v128.store(o, f64x2.add(v128.load(o), f64x2.mul(v128.load(p), ss)));
  v128.store(o, f64x2.add(v128.load(o, 16), f64x2.mul(v128.load(p, 16), ss)), 16);
  v128.store(o, f64x2.add(v128.load(o, 32), f64x2.mul(v128.load(p, 32), ss)), 32);
}

export function copyInert(res: usize, r: i32, a: usize, i: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  v128.store(o, v128.load(p));
  v128.store(o, v128.load(p, 16), 16);
  v128.store(o, v128.load(p, 32), 32);
  v128.store(o, v128.load(p, 48), 48);
  v128.store(o, v128.load(p, 64), 64);
}

export function addToInert(res: usize, r: i32, a: usize, i: i32): void {
  const o = real(res, r);
  const p = real(a, i);
  v128.store(o, f64x2.add(v128.load(o), v128.load(p)));
  v128.store(o, f64x2.add(v128.load(o, 16), v128.load(p, 16)), 16);
  v128.store(o, f64x2.add(v128.load(o, 32), v128.load(p, 32)), 32);
  v128.store(o, f64x2.add(v128.load(o, 48), v128.load(p, 48)), 48);
  v128.store(o, f64x2.add(v128.load(o, 64), v128.load(p, 64)), 64);
}
