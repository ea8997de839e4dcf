// f64x2 twins of functions in src/math/spatial.ts.

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

export function dotAncestors(res: usize, r: i32, axes: usize, parent: usize, k: i32, f: usize, j: i32): void {
  const q = real(f, j);
  const f01 = v128.load(q);
  const f23 = v128.load(q, 16);
  const f45 = v128.load(q, 32);
  let o = real(res, r);
  let dof = k;
  while (dof >= 0) {
    const p = real(axes, 6 * dof);
    store<f64>(
      o,
      sum6(f64x2.mul(v128.load(p), f01), f64x2.mul(v128.load(p, 16), f23), f64x2.mul(v128.load(p, 32), f45)),
    );
    o -= 8;
    dof = int(parent, dof);
  }
}
