// f64x2 twins of functions in src/core/math/linear/dense.ts.

/** Rows in pairs: the vector is loaded once for both. Each row sums in the lanes of `dot`. */
export function mulMatVec(res: usize, r: i32, A: usize, a: i32, v: usize, i: i32, nr: i32, nc: i32): void {
  let o = real(res, r);
  let row = real(A, a);
  const x = real(v, i);
  const stride = <usize>nc << 3;
  let left = nr;
  for (; left > 1; left -= 2) {
    let p = row;
    let q = row + stride;
    let y = x;
    let s01 = f64x2.splat(0);
    let s23 = f64x2.splat(0);
    let t01 = f64x2.splat(0);
    let t23 = f64x2.splat(0);
    let k = nc;
    for (; k > 3; k -= 4) {
      const y01 = v128.load(y);
      const y23 = v128.load(y, 16);
      s01 = f64x2.add(s01, f64x2.mul(v128.load(p), y01));
      s23 = f64x2.add(s23, f64x2.mul(v128.load(p, 16), y23));
      t01 = f64x2.add(t01, f64x2.mul(v128.load(q), y01));
      t23 = f64x2.add(t23, f64x2.mul(v128.load(q, 16), y23));
      p += 32;
      q += 32;
      y += 32;
    }
    const s = f64x2.add(s01, s23);
    const t = f64x2.add(t01, t23);
    let first = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
    let second = f64x2.extract_lane(t, 0) + f64x2.extract_lane(t, 1);
    if (k > 0) {
      let z = load<f64>(y);
      let tail = load<f64>(p) * z;
      let tail2 = load<f64>(q) * z;
      if (k > 1) {
        z = load<f64>(y, 8);
        tail += load<f64>(p, 8) * z;
        tail2 += load<f64>(q, 8) * z;
      }
      if (k > 2) {
        z = load<f64>(y, 16);
        tail += load<f64>(p, 16) * z;
        tail2 += load<f64>(q, 16) * z;
      }
      first += tail;
      second += tail2;
    }
    store<f64>(o, first);
    store<f64>(o, second, 8);
    o += 16;
    row += stride << 1;
  }
  if (left > 0) store<f64>(o, dotLanes(row, x, nc));
}

export function mulMatTVec(res: usize, r: i32, A: usize, a: i32, v: usize, i: i32, nr: i32, nc: i32): void {
  const o = real(res, r);
  fill_f64(o, 0.0, 0, nc);
  let row = real(A, a);
  let x = real(v, i);
  const stride = <usize>nc << 3;
  for (let k = 0; k < nr; k++) {
    const s = load<f64>(x);
    if (s != 0.0) addToSclLanes(o, row, s, nc);
    row += stride;
    x += 8;
  }
}

export function sqrMatTD(
  res: usize,
  r: i32,
  A: usize,
  a: i32,
  D: usize,
  d: i32,
  nr: i32,
  nc: i32,
  full: bool,
): void {
  const o = real(res, r);
  fill_f64(o, 0.0, 0, nc * nc);
  const stride = <usize>nc << 3;
  let row = real(A, a);
  for (let k = 0; k < nr; k++) {
    const weight = load<f64>(real(D, d + k));
    if (weight != 0.0) {
      let to = o;
      for (let i = 0; i < nc; i++) {
        const s = load<f64>(row + (<usize>i << 3));
        if (s != 0.0) addToSclLanes(to, row, s * weight, i + 1);
        to += stride;
      }
    }
    row += stride;
  }
  if (!full) return;
  for (let i = 0; i < nc; i++) {
    for (let j = i + 1; j < nc; j++) store<f64>(real(o, i * nc + j), load<f64>(real(o, j * nc + i)));
  }
}
