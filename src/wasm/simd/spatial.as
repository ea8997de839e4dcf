// f64x2 twins of functions in src/math/spatial.ts, and of one in src/math/mat3.ts.

export function copy9(res: usize, r: i32, A: usize, a: i32): void {
  const o = real(res, r);
  const p = real(A, a);
  v128.store(o, v128.load(p));
  v128.store(o, v128.load(p, 16), 16);
  v128.store(o, v128.load(p, 32), 32);
  v128.store(o, v128.load(p, 48), 48);
  store<f64>(o, load<f64>(p, 64), 64);
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
